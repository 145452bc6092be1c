import { asksFor } from '#core/formats/traits.ts';
import type { OwnSlot } from '#core/own-line.ts';
import type { SlotWish } from '#core/pick.ts';
import { slotKey } from '#core/pick.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { weekOf } from '#core/slots.ts';
import type { Game } from '#core/types.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { readArrival } from '#server/pools/arrival-reads.ts';
import { weeksOfPool } from '#server/pools/week-reads.ts';

/** What decides whether an import may fill a slot of its author's entries; undefined for other entries. */
export type OwnLine = (entryId: string, wish: SlotWish) => OwnSlot | undefined;

/**
 * Reads it as it is now: slots that one batch fills have no history for each other, so that a confidence week is filled as a whole.
 * @param entryIds those of the author
 */
export async function readOwnLine(
  tx: Db,
  { poolId, rules }: { readonly poolId: string; readonly rules: PoolRules },
  entryIds: readonly string[],
): Promise<OwnLine> {
  const arrival = await readArrival(tx, poolId);
  const weeks = await weeksOfPool(tx, poolId);
  const own = await tx
    .selectFrom('games')
    .innerJoin('pool_weeks', 'pool_weeks.week_id', 'games.week_id')
    .select(['games.gid', 'games.lock_at'])
    .where('pool_weeks.pool_id', '=', poolId)
    .execute();
  const lockOf = new Map(own.map(({ gid, lock_at }) => [gid, lock_at]));
  // Pools share games: here, a deadline of the pool does not count.
  const asTheyAre = ({ gid, lockAt, void: off }: Pick<Game, 'gid' | 'lockAt' | 'void'>) => {
    return { lockAt: off === 'postponed' ? lockAt : (lockOf.get(gid) ?? lockAt), void: off };
  };
  const gamesOf = new Map(weeks.map(({ id, wholeWeek }) => [id, wholeWeek.map(asTheyAre)]));
  const weekOfGame = new Map(
    weeks.flatMap(({ id, games, leftOut }) => [...games, ...leftOut].map(({ gid }) => [gid, id] as const)),
  );
  const history = await tx
    .selectFrom('pick_history')
    .select(['entry_id', 'kind', 'about'])
    .where('entry_id', 'in', [...entryIds])
    .execute();
  const known = new Set(history.map((row) => `${row.entry_id} ${slotKey(row)}`));
  const playedWeeks = new Set(
    history.flatMap(({ entry_id, kind, about }) => {
      if (kind === 'guess') return [];
      return [`${entry_id} ${kind === 'pick' ? weekOfGame.get(about) : about}`];
    }),
  );
  return (entryId, wish) => {
    if (!entryIds.includes(entryId)) return undefined;
    const weekId = weekOf(wish, (gid) => weekOfGame.get(gid)) ?? '';
    const isOfWeek = asksFor('order', rules) && wish.kind !== 'guess';
    const hasHistory =
      known.has(`${entryId} ${slotKey(wish)}`) || (isOfWeek && playedWeeks.has(`${entryId} ${weekId}`));
    return { arrival, games: gamesOf.get(weekId) ?? [], hasHistory };
  };
}
