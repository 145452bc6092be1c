import { gameCounts } from '#core/game.ts';
import type { Order, OrderedGame, WeekScale } from './confidence.ts';
import { scaleOf, wholeOrder } from './confidence.ts';

/**
 * The order that gives games their known values. Games without a known value get the remaining ones in the order that is stored, or else in
 * their default order. Games that are off get the values that the week loses without them, so they take none from counting games.
 * @param games all of a week
 */
export function orderOfValues(
  games: readonly OrderedGame[],
  known: ReadonlyMap<string, number>,
  scale: WeekScale,
  stored: Order = [],
): string[] {
  const unnamed = games.filter(({ gid }) => !known.has(gid));
  const [on, off] = [unnamed.filter(gameCounts), unnamed.filter((game) => !gameCounts(game))];
  const values = scaleOf(games.length, scale);
  const [lowest] = scaleOf(games.filter(gameCounts).length, scale);
  const rest = (values[0] === lowest ? [on, off] : [off, on]).flatMap((each) => wholeOrder(each, stored));
  const byValue = new Map([...known].map(([gid, value]) => [value, gid]));
  let next = 0;
  return values.flatMap((value) => byValue.get(value) ?? rest[next++] ?? []);
}
