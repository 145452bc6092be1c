import { sql } from 'kysely';
import { choiceOf } from '#core/formats/survivor.ts';
import { knownChoices, waitsForTeam, weekHolder } from '#core/formats/survivor-week.ts';
import { gameCounts } from '#core/game.ts';
import { compareNames } from '#core/name-order.ts';
import { isTooMany } from '#core/notify/bounds.ts';
import type { ChannelName, NoticeKind } from '#core/notify/kinds.ts';
import { noticeKinds } from '#core/notify/kinds.ts';
import type { ReminderWish } from '#core/notify/moments.ts';
import { picksAsked } from '#core/picks.ts';
import { asksForOrder, missingOf, nextShownLock, openGames } from '#core/reminders.ts';
import { defaultRules } from '#core/rules/pool-rules.ts';
import { isWeekFinished } from '#core/scoring.ts';
import { distinctNames } from '#core/standings.ts';
import { HOUR_MS } from '#core/time.ts';
import type { Game, Pool } from '#core/types.ts';
import type { DecidingGame, WeekResult } from '#core/week-result.ts';
import { factsOf, headlineOf } from '#core/week-result.ts';
import { compareWeeks } from '#core/weeks.ts';
import { isSessionHeld, sessionEnd } from '#server/accounts/store.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { gameSetByAdmin, gamesByWeek, gamesOfPoolWeek } from '#server/games/reads.ts';
import { ordersOfWeek, picksMade } from '#server/picks/reads.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { flag, hashOf, newId, newToken } from '#server/platform/db/ids.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { findPool } from '#server/pools/reads.ts';
import { survivorTable } from '#server/standings/reads.ts';
import { staleWeeksOf } from '#server/standings/store.ts';

/** Whether a user wants a kind of notification on a channel. */
export interface NotificationChoice {
  readonly kind: NoticeKind;
  readonly channel: ChannelName;
  readonly wanted: boolean;
}

/** When a user wants to be notified, and whether they were asked for their choices. */
export interface NotificationSettings {
  /** Hours before a lock; null if not chosen. */
  readonly hours: number | null;
  /** A name of the time-zone database; null if unknown. */
  readonly zone: string | null;
  readonly asked: boolean;
}

/** A user's choices. */
export async function choicesOf(db: Db, userId: string): Promise<NotificationChoice[]> {
  const query = db.selectFrom('notification_choices').select(['kind', 'channel', 'wanted']);
  const rows = await query.where('user_id', '=', userId).orderBy('kind').orderBy('channel').execute();
  return rows.map(({ wanted, ...row }) => ({ ...row, wanted: wanted === 1 }));
}

export async function settingsOf(db: Db, userId: string): Promise<NotificationSettings> {
  const query = db.selectFrom('notification_settings').select(['hours', 'zone', 'asked']);
  const row = await query.where('user_id', '=', userId).executeTakeFirst();
  return { hours: row?.hours ?? null, zone: row?.zone ?? null, asked: row?.asked === 1 };
}

/** The known time zones of the given users, by id. */
export async function zonesOf(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  if (userIds.length === 0) return new Map();
  const query = db.selectFrom('notification_settings').select(['user_id', 'zone']).where('user_id', 'in', userIds);
  return new Map((await query.execute()).map(({ user_id, zone }) => [user_id, zone]));
}

export async function setChoice(db: Db, userId: string, { kind, channel, wanted }: NotificationChoice): Promise<void> {
  await db
    .insertInto('notification_choices')
    .values({ user_id: userId, kind, channel, wanted: flag(wanted) })
    .onConflict((c) => c.columns(['user_id', 'kind', 'channel']).doUpdateSet({ wanted: flag(wanted) }))
    .execute();
}

/** Enables every kind of notification on a channel that the user has not decided about. */
async function enableUndecided(db: Db, userId: string, channel: ChannelName): Promise<void> {
  await db
    .insertInto('notification_choices')
    .values(noticeKinds.map((kind) => ({ user_id: userId, kind, channel, wanted: 1 })))
    .onConflict((c) => c.columns(['user_id', 'kind', 'channel']).doNothing())
    .execute();
}

/** Stores the given settings and keeps the others. */
export async function setSettings(
  db: Db,
  userId: string,
  { hours, zone, asked }: Partial<NotificationSettings>,
): Promise<void> {
  const said = {
    ...(hours !== undefined && { hours }),
    ...(zone !== undefined && { zone }),
    ...(asked !== undefined && { asked: flag(asked) }),
  };
  if (Object.keys(said).length === 0) return;
  await db
    .insertInto('notification_settings')
    .values({ user_id: userId, ...said })
    .onConflict((c) => c.column('user_id').doUpdateSet(said))
    .execute();
}

/** The consent that a notification needs: opt-in, or no opt-out. */
export type Consent = 'asked' | 'not refused';

/** The given users who consent to a kind of notification on a channel. */
export async function agreeing(
  db: Db,
  { kind, channel, consent }: Pick<NotificationChoice, 'kind' | 'channel'> & { readonly consent: Consent },
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom('notification_choices')
    .select(['user_id', 'wanted'])
    .where('user_id', 'in', userIds)
    .where('kind', '=', kind)
    .where('channel', '=', channel)
    .execute();
  const said = new Map(rows.map((row) => [row.user_id, row.wanted === 1]));
  return userIds.filter((id) => said.get(id) ?? consent === 'not refused');
}

/** The subject and the channel of a notification. A user gets at most one per key. */
export interface NotificationKey {
  readonly kind: NoticeKind;
  readonly key: string;
  readonly channel: ChannelName;
}

/** A notification to claim. */
export interface NotificationToClaim extends NotificationKey {
  /** Its author, if a member wrote it. */
  readonly authorId?: string | undefined;
}

/** How long sent notifications are stored and their unsubscribe links work, in ms. */
const KEPT_MS = 300 * 24 * HOUR_MS;

/**
 * Claims notifications to the given users. A claim is final: no other process can claim it, and a notification that is lost afterward is
 * not sent again. Users who recently got many of the kind are left out and may be claimed later. @returns the token of each notification by
 * the id of its reader
 */
export async function claimNotifications(
  tx: Db,
  { kind, key: about, channel, authorId }: NotificationToClaim,
  userIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const byAuthor = authorId === undefined ? '' : `${authorId} `;
  const key = byAuthor + about;
  const full = await readersOfMany(tx, { kind, channel, byAuthor }, userIds, now - HOUR_MS);
  const tokens = new Map(
    userIds
      .filter((id) => !full.has(id))
      .sort()
      .map((id) => [id, newToken()]),
  );
  if (tokens.size === 0) return tokens;
  const claimed = await tx
    .insertInto('notifications')
    .values(
      [...tokens].map(([user_id, token]) => {
        return { kind, key, user_id, channel, claimed_at: now, token_hash: hashOf(token) };
      }),
    )
    .onConflict((c) => c.columns(['kind', 'key', 'user_id', 'channel']).doNothing())
    .returning('user_id')
    .execute();
  return new Map(claimed.map(({ user_id }) => [user_id, tokens.get(user_id) ?? '']));
}

/** @param byAuthor the key prefix of notifications by this author; empty without an author */
async function readersOfMany(
  tx: Db,
  { kind, channel, byAuthor }: Pick<NotificationKey, 'kind' | 'channel'> & { readonly byAuthor: string },
  userIds: readonly string[],
  since: number,
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const isByAuthor = sql<boolean>`substr(key, 1, ${byAuthor.length}) = ${byAuthor}`;
  const rows = await tx
    .selectFrom('notifications')
    .select(['user_id', sql<number>`count(*)`.as('all')])
    .select(sql<number>`sum(case when ${isByAuthor} then 1 else 0 end)`.as('of_author'))
    .where('user_id', 'in', userIds)
    .where('kind', '=', kind)
    .where('channel', '=', channel)
    .where('claimed_at', '>', since)
    .groupBy('user_id')
    .execute();
  const full = rows.filter((row) => isTooMany(kind, { all: Number(row.all), byAuthor: Number(row.of_author) }));
  return new Set(full.map((row) => row.user_id));
}

/** Stores the content of a user's notification with a key, or of its correction. */
export async function storeFacts(
  tx: Db,
  { kind, key, channel }: NotificationKey,
  userId: string,
  facts: string,
): Promise<void> {
  const update = tx.updateTable('notifications').set({ facts }).where('kind', '=', kind).where('key', '=', key);
  await update.where('user_id', '=', userId).where('channel', '=', channel).execute();
}

/** The last sent content of a notification and its corrections, by user id. */
export async function factsTold(db: Db, { kind, key, channel }: NotificationKey): Promise<ReadonlyMap<string, string>> {
  const query = db.selectFrom('notifications').select(['user_id', 'facts']).where('kind', '=', kind);
  const rows = await query.where('key', '=', key).where('channel', '=', channel).execute();
  return new Map(rows.flatMap(({ user_id, facts }) => (facts === null ? [] : [[user_id, facts]])));
}

/** The users who have a notification of a kind and key, on any channel. */
export async function toldOf(db: Db, { kind, key }: Omit<NotificationKey, 'channel'>): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('notifications')
    .select('user_id')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

/** The notification of a token; null if there is none. */
export async function findByToken(
  db: Db,
  token: string,
): Promise<{ readonly userId: string; readonly kind: NoticeKind; readonly channel: ChannelName } | null> {
  const row = await db
    .selectFrom('notifications')
    .select(['user_id as userId', 'kind', 'channel'])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes old notifications. */
export async function deleteOldNotifications(db: Db, now: number): Promise<void> {
  const old = now - KEPT_MS;
  await db.deleteFrom('notifications').where('claimed_at', '<', old).execute();
}

/** A week of a pool, with the data that notifications need. */
export interface PlayedWeek {
  readonly poolId: string;
  readonly poolName: string;
  readonly weekId: string;
  /** When the pool's week locks as a whole, in ms. */
  readonly deadline: number | null;
  /** With their own locks; the same value for all pools. */
  readonly games: readonly Game[];
}

/** The weeks of pools that are not deleted in which a game locks after one time and before another (ms). */
export async function weeksLocking(db: Db, after: number, before: number): Promise<PlayedWeek[]> {
  const rows = await db
    .selectFrom('pool_weeks')
    .innerJoin('pools', 'pools.id', 'pool_weeks.pool_id')
    .select(['pools.id as poolId', 'pools.name as poolName'])
    .select(['pool_weeks.week_id as weekId', 'pool_weeks.deadline'])
    .where('pool_weeks.enabled', '=', 1)
    .where('pools.deleted_at', 'is', null)
    .where('pool_weeks.week_id', 'in', (q) =>
      q.selectFrom('games').select('games.week_id').where('lock_at', '>', after).where('lock_at', '<=', before),
    )
    .orderBy('pools.id')
    .orderBy('pool_weeks.week_id')
    .execute();
  const games = await gamesByWeek(db, [...new Set(rows.map(({ weekId }) => weekId))]);
  return rows.map((row) => ({ ...row, games: games.get(row.weekId) ?? [] }));
}

/** A user who wants a reminder, and when. */
export type Wishing = ReminderWish & { readonly userId: string };

/** The subject of a notification that is sent once. */
export interface About {
  readonly kind: NoticeKind;
  /** Unique within its kind. */
  readonly key: string;
}

/** The enabled members of a pool who want a kind of notification on a channel and have not received the one with this key. */
export function untold(db: Db, poolId: string, { kind, key }: About, channel: ChannelName): Promise<Wishing[]> {
  return db
    .selectFrom('pool_members')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .innerJoin('notification_choices as choices', 'choices.user_id', 'users.id')
    .leftJoin('notification_settings as settings', 'settings.user_id', 'users.id')
    .leftJoin('notifications', (join) =>
      join
        .onRef('notifications.user_id', '=', 'users.id')
        .onRef('notifications.channel', '=', 'choices.channel')
        .on('notifications.kind', '=', kind)
        .on('notifications.key', '=', key),
    )
    .select(['users.id as userId', 'settings.hours', 'settings.zone'])
    .where('pool_members.pool_id', '=', poolId)
    .where('pool_members.enabled', '=', 1)
    .where('users.is_enabled', '=', 1)
    .where('choices.kind', '=', kind)
    .where('choices.wanted', '=', 1)
    .where('choices.channel', '=', channel)
    .where('notifications.user_id', 'is', null)
    .orderBy('users.id')
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

async function readKeys(db: Db): Promise<PushKeys | null> {
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
 * about are enabled for push. @returns false if the session has ended meanwhile
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
    await enableUndecided(tx, userId, 'push');
    return true;
  });
}

/** Deletes the device of a session. When a session ends, its device is deleted with it. */
export async function unsubscribe(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute();
}

/** Deletes a device that is gone. */
export async function forgetSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

/** Pauses messages to a device. @param until in real time, ms */
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

/** Until when messages to a device pause, real time in ms; null if it receives no more messages. @param now real time in ms */
export async function restOf(db: Db, id: string, now: number): Promise<number | null> {
  const row = await subscriptions(db).where('push_subscriptions.id', '=', id).executeTakeFirst();
  return row !== undefined && sessionEnd(row) > now ? row.restsUntil : null;
}

function subscriptions(db: Db) {
  return devices(db)
    .select(['push_subscriptions.id', 'session_id as sessionId', 'endpoint', 'p256dh', 'auth'])
    .select('rests_until as restsUntil');
}

/** The given users with a device that receives messages. @param now real time in ms */
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

/** The entries without an order in a week of a pool with confidence, if at least two games can still be swapped. */
async function lacksOrder(
  db: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
  weekId: string,
  openGames: number,
): Promise<(entryId: string) => boolean> {
  if (!asksForOrder(openGames, rules)) return () => false;
  const orders = await ordersOfWeek(db, id, weekId);
  return (entryId) => !orders.has(entryId);
}

/**
 * How many teams entries of a survivor pool still have to choose in a week: one while they are alive, have none that counts, and can choose
 * one; none once the pool is won. For other viewers only visible facts count: not whether the game of a chosen team is off, nor whether the
 * teams of later weeks leave one to choose.
 * @param games of the week, with the pool's locks
 * @param of.isTheirOwn whether only the owner sees it
 */
async function lacksTeam(
  db: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
  weekId: string,
  games: readonly Game[],
  { now, isTheirOwn }: { readonly now: number; readonly isTheirOwn: boolean },
): Promise<(entryId: string) => number> {
  const { weeks, rows, winners } = await survivorTable(db, { id, rules });
  if (winners.length > 0) return () => 0;
  const choices = new Map(rows.map((row) => [row.id, row.own]));
  const knownOf = knownChoices(weeks, now);
  return (entryId) => {
    const own = choices.get(entryId) ?? {};
    const seen = isTheirOwn ? own : knownOf(own);
    const isSealed = choiceOf(own, weekId) !== undefined && choiceOf(seen, weekId) === undefined;
    return !isSealed && waitsForTeam(weekId, games, weekHolder(weeks, own, weekId, rules, seen), now) ? 1 : 0;
  };
}

/** An entry with open games that are not picked, or without the order or the team that the pool asks for. */
export interface MissingEntry {
  readonly id: string;
  readonly ownerId: string;
  /** Distinct from others of the same name in the pool. */
  readonly name: string;
  readonly missing: number;
  /** Whether the pool also asks for an order of the games, and it is missing. */
  readonly lacksOrder: boolean;
}

/** The entries with missing picks of a week that can still be made. */
export interface MissingPicks {
  /** Whether the pool asks for a team: then each entry lacks a team, not picks. */
  readonly asksForTeam: boolean;
  /** At most the number of games that a player may pick. */
  readonly openGames: number;
  /** When the first of them locks, in ms; null if none is open. */
  readonly nextLock: number | null;
  /** By name. */
  readonly entries: readonly MissingEntry[];
}

/**
 * The entries of a pool that have not picked every open game of a week, without those of disabled accounts. Does not reveal picked sides.
 * @param of.from games that lock before this time (ms) are left out @param of.isTheirOwn whether each user sees only their own entries: no
 * one else may learn that the game of a chosen team is off
 */
export async function missingPicks(
  db: Db,
  poolId: string,
  weekId: string,
  now: number,
  { from = now, isTheirOwn = false }: { readonly from?: number; readonly isTheirOwn?: boolean } = {},
): Promise<MissingPicks> {
  const pool = { id: poolId, rules: (await findPool(db, poolId))?.rules ?? defaultRules };
  const { rules } = pool;
  const games = await gamesOfPoolWeek(db, poolId, weekId);
  const counting = games.filter(gameCounts);
  const open = openGames(counting, now).filter(({ lockAt }) => lockAt >= from);
  const isSurvivor = rules.format === 'survivor';
  const teams = isSurvivor ? await lacksTeam(db, pool, weekId, games, { now, isTheirOwn }) : () => 0;
  const withoutOrder = await lacksOrder(db, pool, weekId, open.length);
  const made = await picksMade(db, poolId, gidsOf(counting));
  const madeOpen = await picksMade(db, poolId, gidsOf(open));
  const missing = (id: string) => {
    if (isSurvivor) return teams(id);
    const picks = { made: made.get(id) ?? 0, madeOpen: madeOpen.get(id) ?? 0 };
    return missingOf({ counting: counting.length, open: open.length, ...picks }, rules);
  };
  const all = (await entriesOfPool(db, poolId)).filter(({ isEnabled }) => isEnabled);
  const names = distinctNames(all);
  const entries = all.map(({ id, ownerId, name }) => {
    return { id, ownerId, name: names.get(id) ?? name, missing: missing(id), lacksOrder: withoutOrder(id) };
  });
  return {
    asksForTeam: isSurvivor,
    openGames: isSurvivor ? Math.min(open.length, 1) : picksAsked(open.length, rules),
    nextLock: nextShownLock(open, now),
    entries: entries.filter((entry) => entry.missing > 0 || entry.lacksOrder).sort(compareNames),
  };
}

function gidsOf(games: readonly { readonly gid: string }[]): string[] {
  return games.map((game) => game.gid);
}

/** The current result of a week of a pool, and the announced one. Times are the league's, ms. */
export interface AnnouncedWeek {
  readonly weekId: string;
  /** JSON of `WeekResult`; null while the week is not decided. */
  readonly result: string | null;
  /** When the result last changed. */
  readonly since: number;
  /** The last announced result; null before the first. */
  readonly announced: string | null;
  /** The leaders of the pool then; null if not settled. */
  readonly leaders: readonly string[] | null;
  /** When the week was first announced, and when it was last announced or corrected; null before. */
  readonly firstAt: number | null;
  readonly announcedAt: number | null;
}

/** A game of a week, with the data that announcements need. */
export type PlayedGame = DecidingGame & {
  readonly weekId: string;
  readonly kickoff: number;
  readonly lockAt: number;
  /** When it last changed. */
  readonly updatedAt: number;
};

/** The results of a pool, by week. */
export async function announcedWeeksOf(db: Db, poolId: string): Promise<ReadonlyMap<string, AnnouncedWeek>> {
  const rows = await db.selectFrom('announced_weeks').selectAll().where('pool_id', '=', poolId).execute();
  return new Map(
    rows
      .toSorted((a, b) => compareWeeks(a.week_id, b.week_id))
      .map(({ week_id: weekId, result, since, announced, leaders, first_at, announced_at }) => [
        weekId,
        {
          weekId,
          result,
          since,
          announced,
          leaders: leaders === null ? null : (JSON.parse(leaders) as string[]),
          firstAt: first_at,
          announcedAt: announced_at,
        },
      ]),
  );
}

/** Stores the result of a week; null if it is not decided. */
export async function storeResult(
  tx: Db,
  poolId: string,
  weekId: string,
  set: { readonly result: string | null; readonly since: number },
): Promise<void> {
  await tx
    .insertInto('announced_weeks')
    .values({ pool_id: poolId, week_id: weekId, ...set })
    .onConflict((c) => c.columns(['pool_id', 'week_id']).doUpdateSet(set))
    .execute();
}

/** Marks the current result of a week as announced. */
export async function storeAnnounced(
  tx: Db,
  poolId: string,
  { weekId, result, firstAt }: AnnouncedWeek,
  leaders: readonly string[] | null,
  now: number,
): Promise<void> {
  await tx
    .updateTable('announced_weeks')
    .set({
      announced: result,
      leaders: leaders && JSON.stringify(leaders),
      first_at: firstAt ?? now,
      announced_at: now,
    })
    .where('pool_id', '=', poolId)
    .where('week_id', '=', weekId)
    .execute();
}

/** The pools, without deleted ones, whose current results are not all announced. */
export async function poolsToAnnounce(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('announced_weeks')
    .innerJoin('pools', 'pools.id', 'announced_weeks.pool_id')
    .select('pools.id')
    .distinct()
    .where('pools.deleted_at', 'is', null)
    .where('announced_weeks.result', 'is not', null)
    .where(sql<boolean>`announced_weeks.announced is distinct from announced_weeks.result`)
    .orderBy('pools.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** An announced result that is unchanged. */
export interface AnnouncedResult {
  readonly poolId: string;
  readonly poolName: string;
  readonly weekId: string;
  readonly result: WeekResult;
  readonly announcedAt: number;
}

/** The results that were first announced after a given time (ms) and are unchanged, without deleted pools. */
export async function announcedResults(db: Db, after: number): Promise<AnnouncedResult[]> {
  const rows = await db
    .selectFrom('announced_weeks')
    .innerJoin('pools', 'pools.id', 'announced_weeks.pool_id')
    .select([
      'pools.id as poolId',
      'pools.name as poolName',
      'week_id as weekId',
      'result',
      'announced_at as announcedAt',
    ])
    .where('pools.deleted_at', 'is', null)
    .where('first_at', '>', after)
    .where(sql<boolean>`result = announced`)
    .orderBy('pools.id')
    .orderBy('week_id')
    .execute();
  return rows.map((row) => ({
    ...row,
    result: JSON.parse(row.result ?? '') as WeekResult,
    announcedAt: row.announcedAt ?? 0,
  }));
}

/** The state of an announced headline: it stands, may be corrected, or was corrected. */
export type HeadlineState = 'stands' | 'open' | 'corrected';

/** The state of the headline of a week that was announced (`headlineOf`). */
export async function headlineState(db: Db, poolId: string, weekId: string, headline: string): Promise<HeadlineState> {
  const { result, announced } = await announcedWeek(db, poolId, weekId);
  if (result !== null && headlineOf(result) === headline) return 'stands';
  return announced !== null && headlineOf(announced) === headline ? 'open' : 'corrected';
}

/** Whether the facts of a week for a user (`factsOf`) are unchanged. */
export async function factsStand(
  db: Db,
  poolId: string,
  weekId: string,
  entryIds: readonly string[],
  facts: string,
): Promise<boolean> {
  const { result } = await announcedWeek(db, poolId, weekId);
  return result !== null && factsOf(result, entryIds) === facts;
}

/** The current and the announced result of a week; null while it is marked for rescoring. */
async function announcedWeek(
  db: Db,
  poolId: string,
  weekId: string,
): Promise<{ readonly result: WeekResult | null; readonly announced: WeekResult | null }> {
  const query = db.selectFrom('announced_weeks').select(['result', 'announced']).where('pool_id', '=', poolId);
  const row = await query.where('week_id', '=', weekId).executeTakeFirst();
  const read = (json: string | null | undefined) => (json ? (JSON.parse(json) as WeekResult) : null);
  const isStale = (await staleWeeksOf(db, poolId)).has(weekId);
  return { result: isStale ? null : read(row?.result), announced: read(row?.announced) };
}

/** The games of the given weeks, with the data that announcements need. */
export async function playedGames(db: Db, weekIds: readonly string[]): Promise<PlayedGame[]> {
  if (weekIds.length === 0) return [];
  const query = db
    .selectFrom('games')
    .select(['week_id as weekId', 'status', 'void', 'kickoff', 'lock_at as lockAt', 'updated_at as updatedAt'])
    .select(['void_since as voidSince', 'set_by_admin']);
  const rows = await query.where('week_id', 'in', weekIds).execute();
  return rows.map(({ set_by_admin, ...game }) => ({ ...game, setByAdmin: gameSetByAdmin(set_by_admin) }));
}

/** The weeks that ended recently: all games that count are Final, and one kicked off after a given time (ms). */
export async function weeksDecidedSince(db: Db, after: number): Promise<string[]> {
  const recent = await db.selectFrom('games').select('week_id').distinct().where('kickoff', '>', after).execute();
  const games = Map.groupBy(
    await playedGames(
      db,
      recent.map(({ week_id }) => week_id),
    ),
    ({ weekId }) => weekId,
  );
  return [...games].filter(([, own]) => isWeekFinished(own)).map(([weekId]) => weekId);
}
