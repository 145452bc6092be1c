import { createHash } from 'node:crypto';
import type { Picture } from '#core/faces/picture.ts';
import type { Actor } from '#server/journal/audit-store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { wasMember } from '#server/members/store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { holdPool } from '#server/pools/reads.ts';
import { isStopped } from './reads.ts';

/**
 * Stores a person's picture in place of their last one, and logs it. A closed account has none.
 * @returns its version; null if an admin stopped their uploads
 */
export function putFace(store: Store, userId: string, { type, bytes }: Picture, now: number): Promise<string | null> {
  const version = createHash('sha256').update(bytes).digest('base64url');
  return transact(store, async (tx) => {
    if (!(await holdOwner(tx, store, userId)) || (await isStopped(tx, userId))) return null;
    const face = { type, picture: bytes, version, stored_at: now };
    await tx
      .insertInto('faces')
      .values({ user_id: userId, ...face })
      .onConflict((c) => c.column('user_id').doUpdateSet(face))
      .execute();
    await writeAudit(tx, { act: 'face.store', actorId: userId, userId }, now);
    return version;
  });
}

/** Locks a user until the transaction ends, so that their account is not closed and their uploads are not stopped meanwhile. */
async function holdOwner(tx: Db, { engine }: Pick<Store, 'engine'>, userId: string): Promise<boolean> {
  let query = tx.selectFrom('users').select('account_id').where('id', '=', userId);
  if (engine === 'postgres') query = query.forNoKeyUpdate();
  return ((await query.executeTakeFirst())?.account_id ?? null) !== null;
}

/** Removes a person's picture for good. If there is one, this is logged. */
export function removeOwnFace(store: Store, userId: string, now: number): Promise<void> {
  return transact(store, async (tx) => {
    if (await deleteFace(tx, userId)) await writeAudit(tx, { act: 'face.remove', actorId: userId, userId }, now);
  });
}

async function deleteFace(tx: Db, userId: string): Promise<boolean> {
  const gone = await tx.deleteFrom('faces').where('user_id', '=', userId).returning('user_id').execute();
  return gone.length > 0;
}

/** Removes a person's picture and stops their uploads, or allows them again, and logs it. @returns false without such an account */
export function setStopped(store: Store, { adminId, now }: Actor, userId: string, stopped: boolean): Promise<boolean> {
  return transact(store, async (tx) => {
    if (!(await holdOwner(tx, store, userId))) return false;
    const had = stopped && (await deleteFace(tx, userId));
    if ((await isStopped(tx, userId)) === stopped && !had) return true;
    await (stopped
      ? tx
          .insertInto('stopped_faces')
          .values({ user_id: userId })
          .onConflict((c) => c.doNothing())
      : tx.deleteFrom('stopped_faces').where('user_id', '=', userId)
    ).execute();
    await writeAudit(tx, { act: stopped ? 'face.stop' : 'face.allow', actorId: adminId, userId }, now);
    return true;
  });
}

/** Why a picture was neither hidden nor shown. */
export type HideRefusal = 'pool_not_found' | 'player_not_found';

/** Hides a person's picture in a pool, also a later one, or shows it again, and logs a change. @returns null on success */
export function setHidden(
  store: Store,
  { adminId, now }: Actor,
  { poolId, userId }: { readonly poolId: string; readonly userId: string },
  hidden: boolean,
): Promise<HideRefusal | null> {
  return transact(store, async (tx) => {
    if (!(await holdPool(tx, store, poolId))) return 'pool_not_found';
    if (!(await isKnownIn(tx, poolId, userId))) return 'player_not_found';
    const key = { pool_id: poolId, user_id: userId };
    const changed = await (hidden
      ? tx
          .insertInto('hidden_faces')
          .values(key)
          .onConflict((c) => c.doNothing())
          .returning('user_id')
      : tx.deleteFrom('hidden_faces').where('pool_id', '=', poolId).where('user_id', '=', userId).returning('user_id')
    ).execute();
    if (changed.length > 0)
      await writeAudit(tx, { act: hidden ? 'face.hide' : 'face.show', actorId: adminId, poolId, userId }, now);
    return null;
  });
}

/** Whether a person is or was a member of a pool, or runs it. */
async function isKnownIn(tx: Db, poolId: string, userId: string): Promise<boolean> {
  if (await wasMember(tx, poolId, userId)) return true;
  const query = tx.selectFrom('pool_commissioners').select('user_id').where('pool_id', '=', poolId);
  return (await query.where('user_id', '=', userId).executeTakeFirst()) !== undefined;
}
