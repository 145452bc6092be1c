import type { ChannelName } from '#core/notify/kinds.ts';
import { noticeKinds } from '#core/notify/kinds.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { newId } from '#server/platform/db/ids.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { isSessionHeld, sessionEnd } from '#server/platform/http/session-store.ts';
import { setSettings } from './store.ts';

/** Enables every kind of notification on a channel that the user has not decided about. */
async function enableUndecided(db: Db, userId: string, channel: ChannelName): Promise<void> {
  await db
    .insertInto('notification_choices')
    .values(noticeKinds.map((kind) => ({ user_id: userId, kind, channel, wanted: 1 })))
    .onConflict((c) => c.columns(['user_id', 'kind', 'channel']).doNothing())
    .execute();
}

/** The key pair that identifies this league to push services, as base64url. The private key never leaves the server. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The keys of the league. The first process that needs them creates them. */
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

/** The keys of the league; null if no process needed them yet. */
export async function readKeys(db: Db): Promise<PushKeys | null> {
  const row = await db.selectFrom('push_keys').selectAll().executeTakeFirst();
  return row ? { publicKey: row.public_key, privateKey: row.private_key } : null;
}

/** A device, from its browser's push subscription. */
export interface PushDevice {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A device that receives messages while its session lasts. */
export interface PushSubscription extends PushDevice {
  readonly id: string;
  readonly userId: string;
  readonly sessionId: string;
  /** Messages pause until then at the push service's request, real time in ms. */
  readonly restsUntil: number;
}

/**
 * Subscribes the device of a session: one device per session, and each device for its last user only. Kinds that the user has not decided
 * about are enabled for push. @param zone of the user; null leaves it as it is @returns false if the session has ended meanwhile
 */
export function subscribe(
  store: Store,
  { sessionId, userId }: { readonly sessionId: string; readonly userId: string },
  { endpoint, p256dh, auth }: PushDevice,
  zone: string | null,
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
    await enableUndecided(tx, userId, 'push');
    if (zone !== null) await setSettings(tx, userId, { zone });
    return true;
  });
}

/** Deletes the device of a session. When a session ends, its device is deleted with it. */
export async function unsubscribe(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute();
}

/** How many devices receive messages, whether or not their sessions have ended meanwhile. */
export async function countDevices(db: Db): Promise<number> {
  const query = db.selectFrom('push_subscriptions').select((e) => e.fn.countAll().as('all'));
  return Number((await query.executeTakeFirstOrThrow()).all);
}

/** Deletes a device that is gone. */
export async function forgetSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

/** Pauses messages to a device. @param until in real time, ms */
export async function restSubscription(db: Db, id: string, until: number): Promise<void> {
  await db.updateTable('push_subscriptions').set({ rests_until: until }).where('id', '=', id).execute();
}

/** A device that receives messages; null if there is none, or its session has ended. @param now real time in ms */
export function findDevice(db: Db, id: string, now: number): Promise<PushSubscription | null> {
  return deviceWhere(db, 'push_subscriptions.id', id, now);
}

/** The device of a session. */
export async function deviceOfSession(
  db: Db,
  { userId, sessionId }: Pick<PushSubscription, 'userId' | 'sessionId'>,
  now: number,
): Promise<PushSubscription | null> {
  const device = await deviceWhere(db, 'session_id', sessionId, now);
  return device?.userId === userId ? device : null;
}

async function deviceWhere(
  db: Db,
  column: 'push_subscriptions.id' | 'session_id',
  value: string,
  now: number,
): Promise<PushSubscription | null> {
  const row = await devices(db)
    .select(['session_id as sessionId', 'endpoint', 'p256dh', 'auth', 'rests_until as restsUntil'])
    .where(column, '=', value)
    .executeTakeFirst();
  if (row === undefined || sessionEnd(row) <= now) return null;
  const { expires_at, created_at, ...device } = row;
  return device;
}

/** The devices of the given users that receive messages, by user. @param now real time in ms */
export async function devicesOf(
  db: Db,
  userIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (userIds.length === 0) return new Map();
  const query = devices(db).where('push_subscriptions.user_id', 'in', userIds).orderBy('push_subscriptions.id');
  const found = (await query.execute()).filter((row) => sessionEnd(row) > now);
  const byUser = Map.groupBy(found, ({ userId }) => userId);
  return new Map([...byUser].map(([userId, own]) => [userId, own.map(({ id }) => id)]));
}

/** The devices of enabled users, with the times of their sessions. */
function devices(db: Db) {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .innerJoin('users', 'users.id', 'push_subscriptions.user_id')
    .select([
      'push_subscriptions.id',
      'push_subscriptions.user_id as userId',
      'sessions.expiresAt as expires_at',
      'sessions.createdAt as created_at',
    ])
    .where('users.is_enabled', '=', 1);
}
