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
