import { valuesToStore } from '#core/formats/confidence.ts';
import { isLocked } from '#core/locks.ts';
import { gamesOfPoolWeek } from '#server/games/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { readRules } from '#server/pools/reads.ts';

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
  if (rules?.format !== 'confidence') return;
  const games = await gamesOfPoolWeek(tx, poolId, weekId);
  if (!games.some((game) => isLocked(game, now))) return;
  const scale = JSON.stringify(valuesToStore(rules, weekId, games.length));
  const update = tx.updateTable('pool_weeks').set({ scale }).where('pool_id', '=', poolId);
  await update.where('week_id', '=', weekId).where('scale', 'is', null).execute();
}
