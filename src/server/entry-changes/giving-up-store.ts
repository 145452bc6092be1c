import type { GiveUpRefusal } from '#core/entries.ts';
import { entryNames } from '#server/entries/reads.ts';
import type { HeldEntry } from '#server/entries/store.ts';
import { holdEntry } from '#server/entries/store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { markMembersStale } from '#server/journal/stale-store.ts';
import { fixShares } from '#server/money/store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { openGate, refuseLate } from '#server/platform/db/gate.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { judgeGivingUp } from './giving-up-reads.ts';
import { holdPoolOf } from './link-store.ts';

/** Gives up an entry that has not played yet, and logs it. It leaves the standings for good. */
export function giveUpEntry(
  store: Store,
  { entryId, userId }: { readonly entryId: string; readonly userId: string },
  clock: () => number,
): Promise<GiveUpRefusal | 'entry_not_found' | 'other_player' | null> {
  return transact(store, async (tx) => {
    const pool = await holdPoolOf(tx, store, entryId);
    await openGate(tx, store.engine);
    const entry = await holdEntry(tx, store, entryId);
    if (pool === null || entry === null) return 'entry_not_found';
    if (entry.owner_id !== userId) return 'other_player';
    // Locks the others too, so that two entries given up at the same time do not both go.
    const others = await holdOthers(tx, store, entry);
    const now = await timeInTransaction(tx, store.engine, clock);
    const leaving = { id: entryId, poolId: entry.pool_id, joinedAt: entry.joined_at };
    const { refusal, nextLock } = await judgeGivingUp(tx, leaving, others === 0, now);
    if (refusal !== null) return refusal;
    await fixShares(tx, pool, now);
    const name = (await entryNames(tx, [entryId])).get(entryId) ?? '';
    await tx.updateTable('entries').set({ out_at: now }).where('id', '=', entryId).execute();
    const about = { actorId: userId, poolId: entry.pool_id, userId, entryId };
    await writeAudit(tx, { act: 'entry.give-up', ...about, before: { entryName: name } }, now);
    await markMembersStale(tx, [entry.pool_id]);
    await refuseLate(tx, store.engine, nextLock, clock());
    return null;
  });
}

/** @returns how many other entries of the owner play in the pool */
async function holdOthers(tx: Db, { engine }: Store, { id, pool_id, owner_id }: HeldEntry): Promise<number> {
  let query = tx
    .selectFrom('entries')
    .select('id')
    .where('pool_id', '=', pool_id)
    .where('owner_id', '=', owner_id)
    .where('id', '<>', id)
    .where('out_at', 'is', null)
    .orderBy('id');
  if (engine === 'postgres') query = query.forUpdate();
  return (await query.execute()).length;
}
