import { sql } from 'kysely';
import { isTooMany } from '#core/notify/bounds.ts';
import type { ChannelName, NoticeKind } from '#core/notify/kinds.ts';
import type { ReminderWish } from '#core/notify/moments.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { HOUR_MS } from '#core/time.ts';
import type { Game } from '#core/types.ts';
import { gamesByWeek } from '#server/games/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { flag, hashOf, newToken } from '#server/platform/db/ids.ts';
import { readRules } from '#server/platform/db/values.ts';
import { leftOutOfPools } from '#server/pools/week-reads.ts';

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

/** The consent that a notification needs: opt-in, no opt-out, or none, if it is about the safety of an account. */
export type Consent = 'asked' | 'not refused' | 'always';

/** The given users who consent to a kind of notification on a channel. */
export async function agreeing(
  db: Db,
  { kind, channel, consent }: Pick<NotificationChoice, 'kind' | 'channel'> & { readonly consent: Consent },
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return [];
  if (consent === 'always') return [...userIds];
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
export const KEPT_MS = 300 * 24 * HOUR_MS;

/** The stored key of a notification. */
export function storedKey({ key, authorId }: Pick<NotificationToClaim, 'key' | 'authorId'>): string {
  return authorId === undefined ? key : `${authorId} ${key}`;
}

/**
 * Claims notifications to the given users. A claim is final: no other process can claim it. Users who recently got many of the kind are left
 * out and may be claimed later. @returns the users whose notifications were claimed
 */
export async function claimNotifications(
  tx: Db,
  { kind, key, channel, authorId }: NotificationToClaim,
  userIds: readonly string[],
  now: number,
): Promise<string[]> {
  const full = await readersOfMany(
    tx,
    { kind, channel, byAuthor: storedKey({ key: '', authorId }) },
    userIds,
    now - HOUR_MS,
  );
  const claimable = userIds.filter((id) => !full.has(id)).sort();
  if (claimable.length === 0) return [];
  const about = { kind, key: storedKey({ key, authorId }), channel, claimed_at: now, token_hash: null };
  const claimed = await tx
    .insertInto('notifications')
    .values(claimable.map((user_id) => ({ ...about, user_id })))
    .onConflict((c) => c.columns(['kind', 'key', 'user_id', 'channel']).doNothing())
    .returning('user_id')
    .execute();
  return claimed.map(({ user_id }) => user_id);
}

/** Creates the token by which a user turns off this kind of notification, when it is written. An earlier one becomes invalid. */
export async function addToken(db: Db, { kind, key, channel }: NotificationKey, userId: string): Promise<string> {
  const token = newToken();
  const update = db
    .updateTable('notifications')
    .set({ token_hash: hashOf(token) })
    .where('kind', '=', kind);
  await update.where('key', '=', key).where('user_id', '=', userId).where('channel', '=', channel).execute();
  return token;
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
export async function sentFacts(db: Db, { kind, key, channel }: NotificationKey): Promise<ReadonlyMap<string, string>> {
  const query = db.selectFrom('notifications').select(['user_id', 'facts']).where('kind', '=', kind);
  const rows = await query.where('key', '=', key).where('channel', '=', channel).execute();
  return new Map(rows.flatMap(({ user_id, facts }) => (facts === null ? [] : [[user_id, facts]])));
}

/** The users who have a notification of a kind and key, on any channel. */
export async function notifiedUsers(
  db: Db,
  { kind, key }: Omit<NotificationKey, 'channel'>,
): Promise<ReadonlySet<string>> {
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
  /** Those that belong to the pool, with their own locks. */
  readonly games: readonly Game[];
}

/** The weeks of pools that are not deleted in which a game locks by itself, or the deadline of the pool is, between two times (ms). */
export async function weeksLocking(db: Db, from: number, until: number): Promise<PlayedWeek[]> {
  const rows = await weeksPlayed(db)
    .where((q) => {
      const ofGames = q
        .selectFrom('games')
        .select('week_id')
        .where((game) => game.between('lock_at', from, until));
      return q.or([q.between('pool_weeks.deadline', from, until), q('pool_weeks.week_id', 'in', ofGames)]);
    })
    .execute();
  return withGames(db, rows);
}

/** A week of a pool, and its rules. */
export type RuledWeek = PlayedWeek & { readonly rules: PoolRules };

/** The weeks of pools that are not deleted with a game without a line that kicks off between two times (ms). */
export async function weeksWithoutLine(db: Db, from: number, until: number): Promise<RuledWeek[]> {
  const games = db.selectFrom('games').select('week_id').where('spread', 'is', null).where('void', 'is', null);
  const rows = await weeksPlayed(db)
    .select('pools.rules')
    .where(
      'pool_weeks.week_id',
      'in',
      games.where((game) => game.between('kickoff', from, until)),
    )
    .execute();
  const weeks = await withGames(db, rows);
  return weeks.map((week) => ({ ...week, rules: readRules(week.rules) }));
}

/** The weeks that pools play, without deleted pools. */
function weeksPlayed(db: Db) {
  return db
    .selectFrom('pool_weeks')
    .innerJoin('pools', 'pools.id', 'pool_weeks.pool_id')
    .select(['pools.id as poolId', 'pools.name as poolName'])
    .select(['pool_weeks.week_id as weekId', 'pool_weeks.deadline'])
    .where('pool_weeks.enabled', '=', 1)
    .where('pools.deleted_at', 'is', null)
    .orderBy('pools.id')
    .orderBy('pool_weeks.week_id');
}

/** Adds the games that belong to the pools. */
async function withGames<W extends Omit<PlayedWeek, 'games'>>(
  db: Db,
  rows: readonly W[],
): Promise<(W & Pick<PlayedWeek, 'games'>)[]> {
  const games = await gamesByWeek(db, [...new Set(rows.map(({ weekId }) => weekId))]);
  const leftOut = await leftOutOfPools(db, [...games.keys()]);
  return rows.map((row) => {
    const belongs = ({ gid }: Game) => !leftOut.has(`${row.poolId} ${gid}`);
    return { ...row, games: (games.get(row.weekId) ?? []).filter(belongs) };
  });
}

/** A user who wants a reminder, and when. */
export type Recipient = ReminderWish & { readonly userId: string };

/** The subject of a notification that is sent once. */
export interface About {
  readonly kind: NoticeKind;
  /** Unique within its kind. */
  readonly key: string;
}

/** The enabled members of a pool who want a kind of notification on a channel and have not received the one with this key. */
export function membersToNotify(
  db: Db,
  poolId: string,
  { kind, key }: About,
  channel: ChannelName,
): Promise<Recipient[]> {
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
