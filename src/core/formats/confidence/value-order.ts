import { gameCounts } from '#core/game.ts';
import type { OrderedGame, WeekScale } from './confidence.ts';
import { scaleOf, wholeOrder } from './confidence.ts';

/**
 * The order that gives games their known values. Games without a known value get the remaining ones in their
 * default order. Counting games come first, so games that are off take no value from them.
 * @param games all of a week
 */
export function orderOfValues(
  games: readonly OrderedGame[],
  known: ReadonlyMap<string, number>,
  scale: WeekScale,
): string[] {
  const unnamed = games.filter(({ gid }) => !known.has(gid));
  const [on, off] = [unnamed.filter(gameCounts), unnamed.filter((game) => !gameCounts(game))];
  const rest = [...wholeOrder(on, []), ...wholeOrder(off, [])];
  const byValue = new Map([...known].map(([gid, value]) => [value, gid]));
  let next = 0;
  return scaleOf(games.length, scale).flatMap((value) => byValue.get(value) ?? rest[next++] ?? []);
}
