import type { Db, Store } from '#server/platform/db/connect.ts';
import { hashOf } from '#server/platform/db/ids.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { isSessionHeld } from '#server/platform/http/session-store.ts';
import { holdAccount } from './store.ts';

/** As many as one account can have. */
const MOST = 20;

/** A passkey as its owner sees it. Times are real, in ms. */
export interface OwnPasskey {
  readonly id: string;
  readonly name: string;
  readonly madeAt: number;
  /** Null if it never signed anybody in. */
  readonly usedAt: number | null;
}

/** What the server knows of a passkey, to check what it signs. */
export interface StoredPasskey {
  /** The credential id in base64url. */
  readonly id: string;
  readonly accountId: string;
  /** In base64url. */
  readonly publicKey: string;
  readonly counter: number;
}

export interface NewPasskey extends StoredPasskey {
  readonly name: string;
}

/** The passkeys of an account, oldest first. */
export async function passkeysOf(db: Db, accountId: string): Promise<OwnPasskey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'made_at as madeAt', 'used_at as usedAt'])
    .where('account_id', '=', accountId)
    .orderBy('made_at')
    .orderBy('id')
    .execute();
  return rows;
}

/** Whether an account has as many passkeys as it can have. */
export async function hasAllPasskeys(db: Db, accountId: string): Promise<boolean> {
  return (await passkeysOf(db, accountId)).length >= MOST;
}

export async function findPasskey(db: Db, id: string): Promise<StoredPasskey | null> {
  const row = await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? { id, accountId: row.account_id, publicKey: row.public_key, counter: row.counter } : null;
}

/** Adds a passkey to the account of a session. @param now real time in ms @returns why not; null if it is added */
export function addPasskey(
  store: Store,
  sessionId: string,
  passkey: NewPasskey,
  now: number,
): Promise<'sign_in_again' | 'too_many_passkeys' | 'passkey_refused' | null> {
  const { id, accountId, publicKey, counter, name } = passkey;
  return transact(store, async (tx) => {
    await holdAccount(store, tx, accountId);
    if (!(await isSessionHeld(store.engine, tx, sessionId))) return 'sign_in_again';
    if (await hasAllPasskeys(tx, accountId)) return 'too_many_passkeys';
    const row = { id, account_id: accountId, public_key: publicKey, counter, name, made_at: now };
    const added = await tx
      .insertInto('passkeys')
      .values(row)
      .onConflict((c) => c.column('id').doNothing())
      .returning('id')
      .execute();
    return added.length === 0 ? 'passkey_refused' : null;
  });
}

/** @returns whether the account has this passkey */
export async function renamePasskey(db: Db, accountId: string, id: string, name: string): Promise<boolean> {
  const renamed = db.updateTable('passkeys').set({ name }).where('account_id', '=', accountId).where('id', '=', id);
  return (await renamed.executeTakeFirst()).numUpdatedRows > 0n;
}

/** @returns whether the account had this passkey */
export async function removePasskey(db: Db, accountId: string, id: string): Promise<boolean> {
  const removed = db.deleteFrom('passkeys').where('account_id', '=', accountId).where('id', '=', id);
  return (await removed.executeTakeFirst()).numDeletedRows > 0n;
}

/** Notes that a passkey signs somebody in, in a transaction that holds the account. @returns false if it was removed meanwhile */
export async function markUsed(tx: Db, id: string, counter: number, now: number): Promise<boolean> {
  const used = tx.updateTable('passkeys').set({ counter, used_at: now }).where('id', '=', id);
  return (await used.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Uses up a challenge. @param until when it expires, real time in ms @returns false if it was used before */
export async function spendChallenge(db: Db, challenge: string, until: number, now: number): Promise<boolean> {
  const at = new Date(now).toISOString();
  await db.deleteFrom('verifications').where('expiresAt', '<=', at).execute();
  const id = hashOf(challenge);
  const used = await db
    .insertInto('verifications')
    .values({
      id,
      identifier: id,
      value: 'null',
      expiresAt: new Date(until).toISOString(),
      createdAt: at,
      updatedAt: at,
    })
    .onConflict((c) => c.column('id').doNothing())
    .returning('id')
    .execute();
  return used.length > 0;
}
