import { DAY_MS } from './time.ts';
import type { Game, GameStatus } from './types.ts';
import { compareWeeks, isPostSeason, weekName } from './weeks.ts';

/** The line locks this long before the kick-off, in ms (section 9). */
export const SPREAD_LOCK_MS = DAY_MS;
/** Scores are whole numbers from 0 to this (section 9). */
export const MAX_SCORE = 99;
/** Lines move in steps of this many points (section 9). */
export const SPREAD_STEP = 0.5;
/** The status of a new game (section 9). */
export const DEFAULT_STATUS: GameStatus = 'Not Started';
/** The situation of a new game (section 9). */
export const DEFAULT_SITUATION = 'Regular Season';
/** The spread note of a new game (section 3). */
export const DEFAULT_SPREAD_NOTE = 'Spread may change';

/** The situation that a card shows by default: the round of the playoffs, or `Regular Season` (section 9). */
export function ordinarySituation(weekId: string): string {
  return isPostSeason(weekId) ? weekName(weekId) : DEFAULT_SITUATION;
}

/** The situation of a game. If an admin has set the status, the feed's clock and ball are not shown beside it. */
export function situationOf(game: Pick<Game, 'setByAdmin' | 'situation' | 'weekId'>): string {
  return game.setByAdmin.includes('status') ? ordinarySituation(game.weekId) : game.situation;
}

/** Games of one week that kick off together. */
export interface KickoffSlot<G> {
  readonly kickoff: number;
  readonly timeTbd: boolean;
  /** The moment (ms) the last counting game locks; null if no game counts. */
  readonly lockAt: number | null;
  readonly games: readonly G[];
}

/** Whether the line is `Locked`: the kick-off is less than 24 hours away, or past (section 4). */
export function isSpreadLocked(game: Pick<Game, 'kickoff'>, now: number): boolean {
  return game.kickoff - now < SPREAD_LOCK_MS;
}

/** Whether the game is included in the counter, the progress and the scores: not while postponed or cancelled (decisions, Picks). */
export function gameCounts(game: Pick<Game, 'void'>): boolean {
  return game.void === null;
}

/** Whether the game is decided: its picks are right or wrong, and no more changes are expected. */
export function isOver(game: Pick<Game, 'status' | 'void'>): boolean {
  return game.status === 'Final' && gameCounts(game);
}

/** The two teams and who visits whom. A pairing occurs once in a regular season, and once in the playoffs. */
export function pairing({ weekId, home, away }: Pick<Game, 'weekId' | 'home' | 'away'>): string {
  return `${isPostSeason(weekId) ? 'post-season' : 'season'} ${away} at ${home}`;
}

/** A game with other teams. Its line was of the old ones, also one that an admin set. */
export function withTeams(game: Game, { home, away }: Pick<Game, 'home' | 'away'>): Game {
  const setByAdmin = game.setByAdmin.filter((field) => field !== 'spread');
  const line = { spread: null, frozenSpread: null, lineSource: null, spreadNote: DEFAULT_SPREAD_NOTE };
  return { ...game, home, away, ...line, setByAdmin };
}

/** Orders games by week, then kick-off (games without a time last in their week), then gid (decisions, Picks and Screens). */
export function compareGames(
  a: Pick<Game, 'weekId' | 'kickoff' | 'timeTbd' | 'gid'>,
  b: Pick<Game, 'weekId' | 'kickoff' | 'timeTbd' | 'gid'>,
): number {
  return (
    compareWeeks(a.weekId, b.weekId) ||
    Number(a.timeTbd) - Number(b.timeTbd) ||
    a.kickoff - b.kickoff ||
    (a.gid < b.gid ? -1 : Number(a.gid > b.gid))
  );
}

/** The games in order, grouped by week and kick-off. */
export function kickoffSlots<G extends Pick<Game, 'weekId' | 'kickoff' | 'timeTbd' | 'gid' | 'lockAt' | 'void'>>(
  games: readonly G[],
): KickoffSlot<G>[] {
  const slots = new Map<string, { kickoff: number; timeTbd: boolean; lockAt: number | null; games: G[] }>();
  for (const game of games.toSorted(compareGames)) {
    const { weekId, kickoff, timeTbd, lockAt } = game;
    const key = `${weekId} ${kickoff} ${timeTbd}`;
    const slot = slots.get(key) ?? { kickoff, timeTbd, lockAt: null, games: [] };
    if (gameCounts(game)) slot.lockAt = Math.max(slot.lockAt ?? lockAt, lockAt);
    slot.games.push(game);
    slots.set(key, slot);
  }
  return [...slots.values()];
}
