import type { EndRules } from '#core/formats/survivor/ends.ts';
import { isSafeEnd } from '#core/formats/survivor/ends.ts';
import { gameCounts } from '#core/game.ts';
import type { Game } from '#core/types.ts';

/** How a team is doing in a running game. */
export type LiveScore = 'ahead' | 'level' | 'behind';

export type ScoredGame = Pick<Game, 'status' | 'void' | 'home' | 'away' | 'homeScore' | 'awayScore'>;

/** @returns null if the game is not running, or does not count */
export function liveScoreOf(game: ScoredGame, team: string): LiveScore | null {
  if (game.status !== 'In Progress' || !gameCounts(game)) return null;
  const lead = (game.homeScore - game.awayScore) * (team === game.home ? 1 : -1);
  if (lead === 0) return 'level';
  return lead > 0 ? 'ahead' : 'behind';
}

const leads: Readonly<Record<LiveScore, number>> = { ahead: 1, level: 0, behind: -1 };

/** Whether a choice survives if its game ends like this. */
export function isSafeNow(live: LiveScore, rules: EndRules): boolean {
  return isSafeEnd(leads[live], rules);
}
