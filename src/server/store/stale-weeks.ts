import { randomUUID } from 'node:crypto';
import type { Db } from './engine/connect.ts';
import { readRules } from './pool-rules.ts';

/** Begins a mark of the scores of some pools alone. */
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
    .values([...weekIds].sort().map((week_id) => ({ week_id, mark: poolMark([poolId], mark) })))
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

/** A week whose scores are not worked out yet, with the pools that this is about; null for all of them. */
export interface StaleWeek {
  readonly weekId: string;
  readonly mark: string;
  readonly poolIds: readonly string[] | null;
}

/** The weeks whose scores are not worked out yet, in order. */
export async function staleWeeks(db: Db): Promise<StaleWeek[]> {
  const rows = await db.selectFrom('stale_weeks').selectAll().orderBy('week_id').execute();
  return rows.map(({ week_id, mark }) => ({ weekId: week_id, mark, poolIds: poolsOfMark(mark) }));
}

/** The weeks of one pool whose scores are not worked out yet. */
export async function staleWeeksOf(db: Db, poolId: string): Promise<ReadonlySet<string>> {
  const stale = await staleWeeks(db);
  return new Set(stale.filter(({ poolIds }) => poolIds?.includes(poolId) ?? true).map(({ weekId }) => weekId));
}

/** Takes a mark away once its scores are worked out, but for some pools. A mark that was set meanwhile stays. */
export async function unmarkStale(
  db: Db,
  { weekId, mark }: Pick<StaleWeek, 'weekId' | 'mark'>,
  failedPoolIds: readonly string[],
): Promise<void> {
  const [isWeek, isMark] = [
    ['week_id', '=', weekId],
    ['mark', '=', mark],
  ] as const;
  if (failedPoolIds.length === 0)
    await db
      .deleteFrom('stale_weeks')
      .where(...isWeek)
      .where(...isMark)
      .execute();
  else {
    const update = db.updateTable('stale_weeks').set({ mark: poolMark(failedPoolIds, randomUUID()) });
    await update
      .where(...isWeek)
      .where(...isMark)
      .execute();
  }
}

function poolMark(poolIds: readonly string[], mark: string): string {
  return `${POOL_MARK}${poolIds.join(' ')} ${mark}`;
}

/** The pools that a mark is about; null where it is about all of them. */
function poolsOfMark(mark: string): string[] | null {
  return mark.startsWith(POOL_MARK) ? mark.split(' ').slice(1, -1) : null;
}
