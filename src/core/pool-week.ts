import { withPoolLock } from './locks.ts';
import { withPoolLine } from './spread.ts';
import type { Game } from './types.ts';

/** What a pool decides about a week of games, which all pools share. */
export interface WeekFacts {
  /** When all of its games lock at the latest, ms; null if each locks by itself. */
  readonly deadline?: number | null | undefined;
  /** The games that the pool leaves out, by gid. */
  readonly leftOut?: readonly string[] | undefined;
  /** Its corrected lines, by gid. */
  readonly lines?: Readonly<Record<string, number>> | undefined;
  /** The first lock of the pool's next week, ms; null if there is none, or if no game of this week is postponed. */
  readonly nextWeekLock?: number | null | undefined;
}

/** The fields of a game that a pool may have otherwise. */
export type PooledGame = Pick<Game, 'gid' | 'lockAt' | 'frozenSpread' | 'void'>;

/**
 * A week of games as a pool plays it: what belongs to it, when it locks there, and by which lines it is scored. It is the same for everybody
 * who reads it, and at any time: who asks and when is up to the functions that get it.
 */
export interface PoolWeek<G extends PooledGame = Game> {
  readonly id: string;
  /** The games that belong to the pool, with its locks and lines, in the order in which they were given. */
  readonly games: readonly G[];
  /**
   * The same games with the locks that matter to the week as a whole: a postponed game counts as locked from the first lock of the pool's
   * next week (decisions, Postponed).
   */
  readonly wholeWeek: readonly G[];
  /** The games that the pool leaves out, as they are. */
  readonly leftOut: readonly G[];
}

/** Makes a pool's week out of the week's games: on the server, in the browser, and in the rule lab. */
export function poolWeek<G extends PooledGame>(
  id: string,
  all: readonly G[],
  { deadline, leftOut = [], lines = {}, nextWeekLock = null }: WeekFacts,
): PoolWeek<G> {
  const isOut = ({ gid }: G): boolean => leftOut.includes(gid);
  const games = all.filter((game) => !isOut(game)).map((game) => withPoolLine(withPoolLock(game, deadline), lines));
  const wholeWeek = games.map((game) => (game.void === 'postponed' ? withPoolLock(game, nextWeekLock) : game));
  return { id, games, wholeWeek, leftOut: all.filter(isOut) };
}
