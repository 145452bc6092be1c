import { randomUUID } from 'node:crypto';
import type { Db } from './engine/connect.ts';
import { readRules } from './pool-rules.ts';

/** Begins a mark of one pool's scores alone. */
const POOL_MARK = 'pool ';

/** Notes, in the transaction that changes games, that the scores of their weeks have to be worked out again. */
export async function markStale(tx: Db, weekIds: readonly string[]): Promise<void> {
  if (weekIds.length === 0) return;
  const mark = randomUUID();
  await tx
    .insertInto('stale_weeks')
    .values([...weekIds].sort().map((week_id) => ({ week_id, mark })))
    .onConflict((c) => c.column('week_id').doUpdateSet({ mark }))
    .execute();
}

/** Notes the same for the scores of one pool; a week that is marked already is then worked out for all. */
export async function markPoolStale(tx: Db, poolId: string, weekIds: readonly string[]): Promise<void> {
  if (weekIds.length === 0) return;
  const mark = randomUUID();
  await tx
    .insertInto('stale_weeks')
    .values([...weekIds].sort().map((week_id) => ({ week_id, mark: `${POOL_MARK}${poolId} ${mark}` })))
    .onConflict((c) => c.column('week_id').doUpdateSet({ mark }))
    .execute();
}

/**
 * Notes the same for all weeks of pools that count missed games, in the transaction that gives them members of earlier days, or takes
 * some away: there scores follow from who is a member since when.
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
  const weeks = rows.filter(({ rules }) => readRules(rules).missed !== 'nothing');
  for (const [poolId, own] of Map.groupBy(weeks, ({ id }) => id)) {
    await markPoolStale(
      tx,
      poolId,
      own.map(({ week_id }) => week_id),
    );
  }
}

/** The weeks whose scores are not worked out yet, in some pool at least. */
export async function staleWeeks(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('stale_weeks').select('week_id').execute();
  return new Set(rows.map(({ week_id }) => week_id));
}

/** The pool that a mark is about; undefined where it is about all of them. */
export function poolOfMark(mark: string): string | undefined {
  return mark.startsWith(POOL_MARK) ? mark.split(' ')[1] : undefined;
}
