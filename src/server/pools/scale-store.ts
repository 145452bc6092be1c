import { earlierValues, valuesToStore } from '#core/formats/confidence/confidence.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { isLocked } from '#core/locks.ts';
import type { Pool } from '#core/types.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { inList } from '#server/platform/db/json-rows.ts';
import { readRules } from '#server/platform/db/values.ts';
import { weekOfPool, weeksOfPools } from './week-reads.ts';

/**
 * Stores what the games of a week of confidence pools are worth, once the first of them has locked; from then on nothing changes it. In
 * other pools, and where it is stored, does nothing.
 * @param now a settled time, ms
 */
export async function storeScales(
  tx: Db,
  { weekId, poolIds }: { readonly weekId: string; readonly poolIds: readonly string[] },
  now: number,
): Promise<void> {
  const rows = await tx
    .selectFrom('pool_weeks')
    .innerJoin('pools', 'pools.id', 'pool_weeks.pool_id')
    .select(['pools.id', 'rules'])
    .where('pool_id', 'in', inList(poolIds))
    .where('week_id', '=', weekId)
    .where('scale', 'is', null)
    .execute();
  const rulesOf = new Map(rows.map(({ id, rules }) => [id, readRules(rules)]));
  const unstored = [...rulesOf].filter(([, rules]) => traitsOf(rules).hasValues).map(([poolId]) => poolId);
  const begun = [...(await weeksOfPools(tx, unstored, [weekId]))].flatMap(([poolId, weeks]) => {
    const [rules, { games } = { games: [] }] = [rulesOf.get(poolId), weeks[0]];
    if (rules === undefined || !games.some((game) => isLocked(game, now))) return [];
    return [{ poolId, scale: JSON.stringify(valuesToStore(rules, weekId, games.length)) }];
  });
  for (const [scale, pools] of Map.groupBy(begun, (pool) => pool.scale)) {
    const ids = inList(pools.map(({ poolId }) => poolId));
    const update = tx.updateTable('pool_weeks').set({ scale }).where('pool_id', 'in', ids);
    await update.where('week_id', '=', weekId).where('scale', 'is', null).execute();
  }
}

/**
 * Stores what the begun weeks of a pool of the version before, which stored no values, were played with. In other pools than those with
 * confidence does nothing.
 * @param now the league's clock, ms
 */
export async function storeEarlierScales(
  tx: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
  now: number,
): Promise<void> {
  if (!traitsOf(rules).hasValues) return;
  const query = tx.selectFrom('pool_weeks').select('week_id').where('pool_id', '=', id);
  const weeks = await query.where('scale', 'is', null).execute();
  for (const { week_id: weekId } of weeks) {
    const { games } = await weekOfPool(tx, id, weekId);
    if (!games.some((game) => isLocked(game, now))) continue;
    const scale = JSON.stringify(earlierValues(rules, games));
    await tx.updateTable('pool_weeks').set({ scale }).where('pool_id', '=', id).where('week_id', '=', weekId).execute();
  }
}
