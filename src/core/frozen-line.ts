import { easternToUtc } from './eastern-time.ts';
import { NOON, weekTuesday } from './locks.ts';
import type { Game } from './types.ts';

/** The fields of a game that its freeze depends on. */
export type FreezingGame = Pick<Game, 'lockAt' | 'spread' | 'frozenSpread'>;

/**
 * The moment (ms) at which the lines of a week freeze: 12:00 Eastern on the last Tuesday before the week's median game, so moving one game
 * does not move the freeze. Null for a week without games (decision 028).
 */
export function weekFreeze(games: readonly Pick<Game, 'kickoff'>[]): number | null {
  const tuesday = weekTuesday(games);
  return tuesday === null ? null : easternToUtc(tuesday, NOON);
}

/** The moment (ms) at which the line of a game freezes: with its week, or at its own lock if that comes first. */
export function lineFreeze({ lockAt }: Pick<Game, 'lockAt'>, ofWeek: number | null): number {
  return ofWeek === null ? lockAt : Math.min(lockAt, ofWeek);
}

/** A game as of `now`: once its line freezes, it keeps the current line, or the first one it gets. */
export function withFrozenLine<G extends FreezingGame>(game: G, ofWeek: number | null, now: number): G {
  const { spread, frozenSpread } = game;
  const freezes = frozenSpread === null && spread !== null && now >= lineFreeze(game, ofWeek);
  return freezes ? { ...game, frozenSpread: spread } : game;
}
