import { earlierValues, valuesToStore } from '#core/formats/confidence/confidence.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { isLocked } from '#core/locks.ts';
import type { Pool } from '#core/types.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { readRules } from '#server/platform/db/values.ts';
import { weekOfPool } from './week-reads.ts';

/**
 * Stores what the games of a confidence pool's week are worth, once the first of them has locked; from then on nothing changes it. In other
 * pools, and where it is stored, does nothing.
 * @param now a settled time, ms
 */
export async function storeScale(
  tx: Db,
  { poolId, weekId }: { readonly poolId: string; readonly weekId: string },
  now: number,
): Promise<void> {
  const week = await tx
    .selectFrom('pool_weeks')
    .innerJoin('pools', 'pools.id', 'pool_weeks.pool_id')
    .select('rules')
    .where('pool_id', '=', poolId)
    .where('week_id', '=', weekId)
    .where('scale', 'is', null)
    .executeTakeFirst();
  const rules = week && readRules(week.rules);
  if (!rules || !traitsOf(rules).hasValues) return;
  const { games } = await weekOfPool(tx, poolId, weekId);
  if (!games.some((game) => isLocked(game, now))) return;
  const scale = JSON.stringify(valuesToStore(rules, weekId, games.length));
  const update = tx.updateTable('pool_weeks').set({ scale }).where('pool_id', '=', poolId);
  await update.where('week_id', '=', weekId).where('scale', 'is', null).execute();
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
