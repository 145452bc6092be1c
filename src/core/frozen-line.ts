import { easternDate, easternToUtc } from './eastern-time.ts';
import { DAY_MS } from './time.ts';
import type { Game } from './types.ts';

/** The Eastern time of the Tuesday at which the lines of a week freeze. */
const FREEZE_TIME = '12:00';
const TUESDAY = 2;

/** The fields of a game that its freeze depends on. */
export type FreezingGame = Pick<Game, 'lockAt' | 'spread' | 'frozenSpread'>;

/**
 * The moment (ms) at which the lines of a week freeze: 12:00 Eastern on the last Tuesday before the week's median game, so moving one game
 * does not move the freeze. Null for a week without games (decision 028).
 */
export function weekFreeze(games: readonly Pick<Game, 'kickoff'>[]): number | null {
  const kickoffs = games.map(({ kickoff }) => kickoff).sort((a, b) => a - b);
  const middle = kickoffs[Math.floor((kickoffs.length - 1) / 2)];
  return middle === undefined ? null : tuesdayBefore(middle);
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

function tuesdayBefore(moment: number): number {
  const date = Date.parse(easternDate(moment));
  const since = (new Date(date).getUTCDay() - TUESDAY + 7) % 7;
  const noon = (days: number) => easternToUtc(new Date(date - days * DAY_MS).toISOString().slice(0, 10), FREEZE_TIME);
  return noon(since) < moment ? noon(since) : noon(since + 7);
}
