import { visibleValues } from '#core/formats/confidence.ts';
import type { Game, Picks, Pool } from '#core/types.ts';
import type { Db } from '#server/store/engine/connect.ts';
import type { PoolPick } from '../store/pick-reads.ts';
import { lockedGuesses, ordersOfWeek } from '../store/pick-reads.ts';

/** What everybody may know of an entry's values, in the order of the games; undefined where the pool has none. */
export type ValuesTold = (entryId: string, own: readonly PoolPick[]) => (number | null)[] | undefined;

/**
 * What each game of a week is worth to whom, as far as it is told at `now`.
 * @param games as whole weeks lock (`asWholeWeek`)
 */
export async function valuesTold(
  db: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
  weekId: string,
  games: readonly Game[],
  now: number,
): Promise<ValuesTold> {
  if (rules.format !== 'confidence') return () => undefined;
  const orders = await ordersOfWeek(db, id, weekId);
  return (entryId, own) => visibleValues(games, orders.get(entryId) ?? [], picksByGid(own), now);
}

/** The guesses of a week's tiebreak game that everybody may know at `now`, by entry. */
export async function guessesTold(
  db: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
  weekId: string,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  if (rules.tiebreak === 'none') return new Map();
  const guesses = await lockedGuesses(db, id, [weekId], now);
  return new Map(guesses.map(({ entryId, guess }) => [entryId, guess]));
}

function picksByGid(own: readonly PoolPick[]): Picks {
  return Object.fromEntries(own.map((pick) => [pick.gid, pick]));
}
