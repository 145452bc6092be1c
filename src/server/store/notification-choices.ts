import type { ChannelName, NoticeKind } from '#core/notify/kinds.ts';
import { noticeKinds } from '#core/notify/kinds.ts';
import type { Db } from './engine/connect.ts';
import { flag } from './ids.ts';

/** Whether somebody wants a kind of message by a channel. */
export interface NotificationChoice {
  readonly kind: NoticeKind;
  readonly channel: ChannelName;
  readonly wanted: boolean;
}

/** When somebody wants to be told, and whether they were asked what. */
export interface NotificationSettings {
  /** Before a lock; null where they chose none. */
  readonly hours: number | null;
  /** As the time-zone database names it; null where it is not known. */
  readonly zone: string | null;
  readonly asked: boolean;
}

/** What somebody has said about messages. */
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

/** The time zones of some people, by id, as far as they are known. */
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

/** Says yes to every kind of message on a channel that the person has not decided about. */
export async function wantUnsaid(db: Db, userId: string, channel: ChannelName): Promise<void> {
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

/** The consent that a message needs: a yes, or no no. */
export type Consent = 'asked' | 'not refused';

/** Of some people, those who agree to a kind of message by a channel. */
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
