import { gameCounts } from '#core/game.ts';
import type { OrderedGame } from './confidence.ts';

/**
 * The order that gives games the values that they are known to have, 1 to the number of games. Games without a known value take
 * those that are left: first those that count, by their lock, so that what is off takes no value from them.
 * @param games all of a week
 */
export function orderOfValues(games: readonly OrderedGame[], known: ReadonlyMap<string, number>): string[] {
  const unnamed = games.filter(({ gid }) => !known.has(gid)).toSorted(lastOnesOff);
  const byValue = new Map([...known].map(([gid, value]) => [value, gid]));
  let next = 0;
  return games.flatMap((_, at) => byValue.get(at + 1) ?? unnamed[next++]?.gid ?? []);
}

function lastOnesOff(a: OrderedGame, b: OrderedGame): number {
  const off = Number(!gameCounts(a)) - Number(!gameCounts(b));
  return off || a.lockAt - b.lockAt || (a.gid < b.gid ? -1 : Number(a.gid > b.gid));
}
