import { sql } from 'kysely';
import { isTooMany } from '#core/notify/bounds.ts';
import type { ChannelName, NoticeKind } from '#core/notify/kinds.ts';
import { HOUR_MS } from '#core/time.ts';
import type { Db } from './engine/connect.ts';
import { hashOf, newToken } from './secret-tokens.ts';

/** What a message is about, and its channel. Nobody gets two with the same key. */
export interface NotificationKey {
  readonly kind: NoticeKind;
  readonly key: string;
  readonly channel: ChannelName;
}

/** A message to claim. */
export interface NotificationToClaim extends NotificationKey {
  /** Who wrote it, if a member did. */
  readonly authorId?: string | undefined;
}

/** How long sent messages are remembered and their unsubscribe links work, in ms. */
const KEPT_MS = 300 * 24 * HOUR_MS;

/**
 * Claims messages to some people. A claim is final: nobody else claims it, and a message that is lost afterward is not sent again. People who
 * have had many of the kind lately are left out and may be claimed later.
 * @returns the token of each message by the id of its reader
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

/** @param byAuthor how the keys of messages by this author begin; empty if nobody wrote it */
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

/** Notes what the message with a key says to somebody, or what a correction of it says now. */
export async function storeFacts(
  tx: Db,
  { kind, key, channel }: NotificationKey,
  userId: string,
  facts: string,
): Promise<void> {
  const update = tx.updateTable('notifications').set({ facts }).where('kind', '=', kind).where('key', '=', key);
  await update.where('user_id', '=', userId).where('channel', '=', channel).execute();
}

/** What people were last told by a message with a key and its corrections, by id. */
export async function factsTold(db: Db, { kind, key, channel }: NotificationKey): Promise<ReadonlyMap<string, string>> {
  const query = db.selectFrom('notifications').select(['user_id', 'facts']).where('kind', '=', kind);
  const rows = await query.where('key', '=', key).where('channel', '=', channel).execute();
  return new Map(rows.flatMap(({ user_id, facts }) => (facts === null ? [] : [[user_id, facts]])));
}

/** Who has a message of a kind and key, by whichever channel. */
export async function toldOf(db: Db, { kind, key }: Omit<NotificationKey, 'channel'>): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('notifications')
    .select('user_id')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

/** The message that a token came with; null if there is none. */
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

/** Forgets what was sent long ago. */
export async function deleteOldNotifications(db: Db, now: number): Promise<void> {
  const old = now - KEPT_MS;
  await db.deleteFrom('notifications').where('claimed_at', '<', old).execute();
}
