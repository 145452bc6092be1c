import type { Db, Store } from './engine/connect.ts';
import { transact } from './engine/transactions.ts';
import { newId } from './ids.ts';
import { wantUnsaid } from './notification-choices.ts';
import { isSessionHeld } from './own-sessions.ts';
import { sessionEnd } from './sessions.ts';

/** The pair of keys by which push services know this league, as base64url. The private one never leaves the server. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The keys of the league. The first process to ask makes them. */
export async function pushKeys(db: Db, make: () => PushKeys, now: number): Promise<PushKeys> {
  const known = await readKeys(db);
  if (known !== null) return known;
  const { publicKey, privateKey } = make();
  const values = { id: 1, public_key: publicKey, private_key: privateKey, made_at: now };
  await db
    .insertInto('push_keys')
    .values(values)
    .onConflict((c) => c.column('id').doNothing())
    .execute();
  return (await readKeys(db)) ?? { publicKey, privateKey };
}

async function readKeys(db: Db): Promise<PushKeys | null> {
  const row = await db.selectFrom('push_keys').selectAll().executeTakeFirst();
  return row ? { publicKey: row.public_key, privateKey: row.private_key } : null;
}

/** A device as its browser describes it. */
export interface PushDevice {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A device that takes messages while its session lasts. */
export interface PushSubscription extends PushDevice {
  readonly id: string;
  readonly userId: string;
  readonly sessionId: string;
  /** Its push service asked to be left alone until then, real time in ms. */
  readonly restsUntil: number;
}

/**
 * Lets the device of a session take messages: one device per session, and each device for whoever used it last. Kinds that they have not decided
 * about are turned on for push.
 * @returns false where the session has ended meanwhile
 */
export function subscribe(
  store: Store,
  { sessionId, userId }: { readonly sessionId: string; readonly userId: string },
  { endpoint, p256dh, auth }: PushDevice,
  now: number,
): Promise<boolean> {
  return transact(store, async (tx) => {
    if (!(await isSessionHeld(store.engine, tx, sessionId))) return false;
    await tx
      .deleteFrom('push_subscriptions')
      .where((q) => q.or([q('session_id', '=', sessionId), q('endpoint', '=', endpoint)]))
      .execute();
    const of = { session_id: sessionId, user_id: userId, made_at: now };
    await tx
      .insertInto('push_subscriptions')
      .values({ id: newId(), ...of, endpoint, p256dh, auth })
      .execute();
    await wantUnsaid(tx, userId, 'push');
    return true;
  });
}

/** Forgets the device of a session. Sessions that end take theirs with them. */
export async function unsubscribe(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute();
}

/** Forgets a device that is gone. */
export async function forgetSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

/** Leaves a device alone for a while. @param until in real time, ms */
export async function restSubscription(db: Db, id: string, until: number): Promise<void> {
  await db.updateTable('push_subscriptions').set({ rests_until: until }).where('id', '=', id).execute();
}

/** The devices of an enabled user whose sessions have not ended. @param now real time in ms */
export async function subscriptionsOf(db: Db, userId: string, now: number): Promise<PushSubscription[]> {
  const rows = await subscriptions(db)
    .where('push_subscriptions.user_id', '=', userId)
    .orderBy('push_subscriptions.id')
    .execute();
  return rows.filter((row) => sessionEnd(row) > now).map(({ expires_at, created_at, ...device }) => device);
}

/** Until when a device is to be left alone, real time in ms; null where it takes no more messages. @param now real time in ms */
export async function restOf(db: Db, id: string, now: number): Promise<number | null> {
  const row = await subscriptions(db).where('push_subscriptions.id', '=', id).executeTakeFirst();
  return row !== undefined && sessionEnd(row) > now ? row.restsUntil : null;
}

function subscriptions(db: Db) {
  return devices(db)
    .select(['push_subscriptions.id', 'session_id as sessionId', 'endpoint', 'p256dh', 'auth'])
    .select('rests_until as restsUntil');
}

/** Of some people, those with a device that takes messages. @param now real time in ms */
export async function usersWithDevices(db: Db, userIds: readonly string[], now: number): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await devices(db).where('push_subscriptions.user_id', 'in', userIds).execute();
  const reached = new Set(rows.filter((row) => sessionEnd(row) > now).map(({ userId }) => userId));
  return userIds.filter((id) => reached.has(id));
}

/** The devices of enabled users, with the times of their sessions. */
function devices(db: Db) {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .innerJoin('users', 'users.id', 'push_subscriptions.user_id')
    .select([
      'push_subscriptions.user_id as userId',
      'sessions.expiresAt as expires_at',
      'sessions.createdAt as created_at',
    ])
    .where('users.is_enabled', '=', 1);
}
