import { randomUUID } from 'node:crypto';
import type { Db } from './connect.ts';

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
