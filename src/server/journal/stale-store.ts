import { randomUUID } from 'node:crypto';
import { countsMissed } from '#core/auto-picks.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { readRules } from '#server/platform/db/values.ts';

/** The pool id of marks that apply to all pools. */
export const ALL_POOLS = '';

/** Marks weeks for rescoring in all pools, in the transaction that changes their games. */
export function markStale(tx: Db, weekIds: readonly string[]): Promise<void> {
  return markPoolStale(tx, ALL_POOLS, weekIds);
}

/** Marks weeks of one pool for rescoring. */
export async function markPoolStale(tx: Db, poolId: string, weekIds: readonly string[]): Promise<void> {
  if (weekIds.length === 0) return;
  const mark = randomUUID();
  await tx
    .insertInto('stale_weeks')
    .values([...weekIds].sort().map((week_id) => ({ week_id, pool_id: poolId, mark })))
    .onConflict((c) => c.columns(['week_id', 'pool_id']).doUpdateSet({ mark }))
    .execute();
}

/**
 * Marks all weeks of pools that count missed games, in the transaction that adds members with an earlier joining date or removes some:
 * there scores depend on when members joined.
 */
export async function markMembersStale(tx: Db, poolIds: readonly string[]): Promise<void> {
  if (poolIds.length === 0) return;
  const rows = await tx
    .selectFrom('pools')
    .innerJoin('pool_weeks', 'pool_weeks.pool_id', 'pools.id')
    .select(['pools.id', 'pools.rules', 'pool_weeks.week_id'])
    .where('pools.id', 'in', poolIds)
    .where('pool_weeks.enabled', '=', 1)
    .orderBy('pools.id')
    .execute();
  const weeks = rows.filter(({ rules }) => countsMissed(readRules(rules)));
  for (const [poolId, own] of Map.groupBy(weeks, ({ id }) => id)) {
    await markPoolStale(
      tx,
      poolId,
      own.map(({ week_id }) => week_id),
    );
  }
}
