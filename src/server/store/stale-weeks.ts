import { randomUUID } from 'node:crypto';
import type { Db } from './engine/connect.ts';

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

/** The pool that a mark is about; undefined where it is about all of them. */
export function poolOfMark(mark: string): string | undefined {
  return mark.startsWith(POOL_MARK) ? mark.split(' ')[1] : undefined;
}
