import type { Message, TalkReply } from '#contract/talk.ts';
import type { ReactionKind } from '#core/reactions.ts';
import { reactionCounts } from '#core/reactions.ts';
import type { Halves } from '#core/scoring.ts';
import { pointsText } from '#core/scoring.ts';
import { distinctNames } from '#core/standings.ts';
import { mayAnswer, mayDelete, mayEdit, postText, quoteText, TALK_PAGE } from '#core/talk.ts';
import type { WeekResult } from '#core/week-result.ts';
import { winningHalves } from '#core/week-result.ts';
import { weekName } from '#core/weeks.ts';
import { entriesOfPool, entryNames } from '#server/entries/reads.ts';
import type { Actor } from '#server/journal/audit-store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { addPost } from '#server/journal/posted-store.ts';
import type { StoredPost } from '#server/journal/talk-store.ts';
import { post } from '#server/journal/talk-store.ts';
import { membersOfPool } from '#server/members/reads.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { flag } from '#server/platform/db/ids.ts';
import type { MessageTable } from '#server/platform/db/schema.ts';
import { transact } from '#server/platform/db/transactions.ts';
import type { HeldPool } from '#server/pools/reads.ts';
import { holdPool } from '#server/pools/reads.ts';
import { namesOf } from '#server/users/reads.ts';

/** The sentence of a stored post. */
function postSentence(text: string, names: ReadonlyMap<string, string>): string {
  const post = JSON.parse(text) as StoredPost;
  const named = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? '');
  if (post.kind === 'joined') return postText({ kind: 'joined', name: named(post.userIds)[0] ?? '' });
  const week = weekName(post.weekId);
  if (post.kind === 'survived') {
    const { out, left, userIds = [], corrected } = post;
    return postText({ kind: 'survived', week, out, left, winners: named(userIds), corrected });
  }
  const { winners, halves, newLeaders, corrected } = post;
  return postText({
    kind: 'week',
    week,
    winners: named(winners),
    points: pointsText(halves),
    newLeaders: named(newLeaders),
    corrected,
  });
}

/** The announcement of a decided week. */
export interface DecidedWeek {
  readonly weekId: string;
  readonly result: WeekResult;
  /** The headline of the result (`headlineOf`). */
  readonly headline: string;
  /** The ids of the new leaders of the pool, and their points. */
  readonly leaders: readonly string[];
  readonly leaderHalves: Halves;
  /** The pool had no leader before. */
  readonly isFirst: boolean;
  /** When the result became what it is, when the week was first announced, and when this is announced, in ms of the league's clock. */
  readonly since: number;
  readonly firstAt: number;
  readonly announcedAt: number;
  /** Another result was announced before. */
  readonly isCorrection: boolean;
  /** The headline differs from the one announced before. */
  readonly isNewHeadline: boolean;
}

/** Posts a decided week in the pool's talk, if that is on, in the transaction that announces it. */
export async function postWeek(tx: Db, pool: Pick<HeldPool, 'id' | 'hasTalk'>, week: DecidedWeek): Promise<void> {
  if (!pool.hasTalk) return;
  const { weekId, result, announcedAt: now, isCorrection } = week;
  // The winner of the first week leads the pool anyway.
  const leaders = week.isFirst ? [] : week.leaders;
  const { winners, out, left } = result;
  const corrected = isCorrection ? { corrected: true as const } : {};
  const content: StoredPost =
    out === undefined
      ? {
          kind: 'week',
          weekId,
          userIds: [...new Set([...winners, ...leaders])],
          winners,
          halves: winningHalves(result),
          newLeaders: leaders,
          ...corrected,
        }
      : { kind: 'survived', weekId, userIds: winners, out: out.length, left: left ?? 0, ...corrected };
  await post(tx, { poolId: pool.id, once: `week ${weekId}${isCorrection ? ` ${now}` : ''}`, now }, content);
}

/** The latest messages of a pool, or those before a given one. */
export async function loadTalk(db: Db, poolId: string, before?: number): Promise<TalkReply> {
  const pool = await db.selectFrom('pools').select('has_talk').where('id', '=', poolId).executeTakeFirst();
  if (pool?.has_talk !== 1) return { isOn: false, hasOlder: false, messages: [] };
  let query = db.selectFrom('messages').selectAll().where('pool_id', '=', poolId);
  if (before !== undefined) query = query.where('id', '<', before);
  const rows = await query
    .orderBy('id', 'desc')
    .limit(TALK_PAGE + 1)
    .execute();
  const messages = await messagesOf(db, poolId, rows.slice(0, TALK_PAGE).reverse());
  return { isOn: true, hasOlder: rows.length > TALK_PAGE, messages };
}

type MessageRow = Omit<MessageTable, 'id' | 'reply_to'> & { readonly id: number; readonly reply_to: number | null };

async function messagesOf(db: Db, poolId: string, rows: readonly MessageRow[]): Promise<Message[]> {
  const quoted = await quotedBy(db, poolId, rows);
  const given = await reactionsTo(db, rows);
  const names = await namesIn(db, poolId, [...rows, ...quoted.values()]);
  const by = (userId: string | null) => (userId === null ? null : { id: userId, name: names.get(userId) ?? '' });
  const textOf = ({ kind, text }: MessageRow) => (text === null || kind === 'said' ? text : postSentence(text, names));
  return rows.map((row): Message => {
    const { id, at, user_id, deleted_by, edited_at } = row;
    const quote = row.reply_to === null ? undefined : quoted.get(row.reply_to);
    const reactions = reactionCounts(given.get(id) ?? []);
    return {
      id,
      at,
      by: by(user_id),
      text: textOf(row),
      ...(edited_at !== null && { edited: edited_at }),
      ...(deleted_by !== null && { deleted: deleted_by === user_id ? ('author' as const) : ('commissioner' as const) }),
      ...(quote && { replyTo: { id: quote.id, by: by(quote.user_id), text: quoteText(textOf(quote)) } }),
      ...(reactions.length > 0 && { reactions }),
    };
  });
}

/** The messages that some messages reply to, by id. */
async function quotedBy(db: Db, poolId: string, rows: readonly MessageRow[]): Promise<ReadonlyMap<number, MessageRow>> {
  const known = new Map(rows.map((row) => [row.id, row]));
  const ids = [...new Set(rows.flatMap(({ reply_to }) => reply_to ?? []))].filter((id) => !known.has(id));
  if (ids.length === 0) return known;
  const query = db.selectFrom('messages').selectAll().where('pool_id', '=', poolId);
  const others = await query.where('id', 'in', ids).execute();
  return new Map([...known, ...others.map((row) => [row.id, row] as const)]);
}

/** The reactions to some messages, by message, in the order in which they were given. */
async function reactionsTo(
  db: Db,
  rows: readonly MessageRow[],
): Promise<ReadonlyMap<number, { kind: ReactionKind; userId: string }[]>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const given = await db
    .selectFrom('reactions')
    .select(['message_id', 'kind', 'user_id as userId'])
    .where('message_id', 'in', ids)
    .orderBy('at')
    .orderBy('user_id')
    .execute();
  return Map.groupBy(given, ({ message_id }) => message_id);
}

/** Distinct display names of members and entries, and plain names of others, by id. */
async function namesIn(db: Db, poolId: string, rows: readonly MessageRow[]): Promise<ReadonlyMap<string, string>> {
  const known = new Map([
    ...distinctNames(await membersOfPool(db, poolId)),
    ...distinctNames(await entriesOfPool(db, poolId)),
  ]);
  const ids = rows.flatMap(({ user_id, kind, text }) => (kind === 'said' ? [user_id] : idsIn(text)));
  const others = [...new Set(ids)].filter((id): id is string => id !== null && !known.has(id));
  return new Map([...known, ...(await namesOf(db, others)), ...(await entryNames(db, others))]);
}

/** The ids of the users and entries in a post. */
function idsIn(text: string | null): string[] {
  if (text === null) return [];
  const { userIds = [] } = JSON.parse(text) as { readonly userIds?: string[] };
  return userIds;
}

/** The id of the latest message of a pool; 0 before the first, null while its talk is off. */
export async function lastMessage(db: Db, poolId: string): Promise<number | null> {
  const row = await db
    .selectFrom('pools')
    .leftJoin('messages', 'messages.pool_id', 'pools.id')
    .select((q) => q.fn.max('messages.id').as('last'))
    .where('pools.id', '=', poolId)
    .where('pools.has_talk', '=', 1)
    .groupBy('pools.id')
    .executeTakeFirst();
  return row === undefined ? null : Number(row.last ?? 0);
}

/** The author of a message or change. */
export interface Speaker {
  readonly userId: string;
  /** Whether they run the pool, and need not be a member. */
  readonly runsPool: boolean;
  readonly now: number;
  /** The address of the league that they use. */
  readonly site?: string | null;
}

type SayRefusal = 'pool_not_found' | 'talk_off' | 'not_a_member' | 'talk_muted';

/** A message as its author sends it. */
interface NewMessage {
  readonly poolId: string;
  readonly text: string;
  readonly key: string;
  /** The id of the message that it replies to. */
  readonly replyTo?: number | undefined;
}

/** Stores a message; a repeated key returns the message that was stored with it. A reply to a message of another pool is refused. */
export function say(
  store: Store,
  speaker: Speaker,
  { poolId, text, key, replyTo }: NewMessage,
): Promise<Message | SayRefusal | 'message_not_found'> {
  const { userId, now, site = null } = speaker;
  return transact(store, async (tx) => {
    const refusal = await refusalOf(tx, store, poolId, speaker);
    if (refusal) return refusal;
    const once = `${userId} ${key}`;
    const stored = tx.selectFrom('messages').selectAll().where('pool_id', '=', poolId).where('once', '=', once);
    const same = await stored.executeTakeFirst();
    // The same message once more notifies nobody, as an edit of it does not.
    if (same !== undefined) return onlyMessage(tx, poolId, same);
    const quoted = replyTo === undefined ? null : await findAnswerable(tx, poolId, replyTo);
    if (quoted === undefined) return 'message_not_found';
    const said = { pool_id: poolId, user_id: userId, kind: 'said' as const, text, at: now, once };
    const row = { ...said, reply_to: quoted?.id ?? null };
    const added = await tx.insertInto('messages').values(row).returningAll().executeTakeFirstOrThrow();
    const quotedId = quoted?.user_id ?? null;
    const isReply = quotedId !== null && quotedId !== userId;
    if (isReply || text.includes('@')) {
      const post = { kind: 'message', id: added.id, poolId, authorId: userId, text, site } as const;
      await addPost(tx, { ...post, ...(isReply && { quotedId }) });
    }
    return onlyMessage(tx, poolId, added);
  });
}

/** A reaction as a person sets or removes it. */
interface Reacted {
  readonly poolId: string;
  readonly messageId: number;
  readonly kind: ReactionKind;
  readonly isOn: boolean;
}

/** Sets or removes a reaction of a person, whatever it was before. */
export function react(
  store: Store,
  speaker: Speaker,
  { poolId, messageId, kind, isOn }: Reacted,
): Promise<Message | SayRefusal | 'message_not_found'> {
  const { userId, now } = speaker;
  return transact(store, async (tx) => {
    const refusal = await refusalOf(tx, store, poolId, speaker);
    if (refusal) return refusal;
    const row = await findAnswerable(tx, poolId, messageId);
    if (row === undefined) return 'message_not_found';
    const reaction = { message_id: row.id, user_id: userId, kind };
    if (isOn)
      await tx
        .insertInto('reactions')
        .values({ ...reaction, at: now })
        .onConflict((c) => c.doNothing())
        .execute();
    else {
      const own = tx.deleteFrom('reactions').where('message_id', '=', row.id).where('user_id', '=', userId);
      await own.where('kind', '=', kind).execute();
    }
    return onlyMessage(tx, poolId, row);
  });
}

/** A message of a pool that people may react or reply to. */
async function findAnswerable(tx: Db, poolId: string, id: number): Promise<MessageRow | undefined> {
  const row = await findMessage(tx, poolId, id);
  return row !== undefined && mayAnswer({ deleted: row.deleted_by ?? undefined }) ? row : undefined;
}

/** Edits one's own message. */
export function editMessage(
  store: Store,
  speaker: Speaker,
  { poolId, messageId, text }: { readonly poolId: string; readonly messageId: number; readonly text: string },
): Promise<Message | SayRefusal | 'message_not_found' | 'message_settled'> {
  const { userId, now } = speaker;
  return transact(store, async (tx) => {
    const refusal = await refusalOf(tx, store, poolId, speaker);
    if (refusal) return refusal;
    const row = await findMessage(tx, poolId, messageId);
    if (row?.user_id !== userId || row.text === null) return 'message_not_found';
    if (!mayEdit({ by: { id: userId }, at: row.at }, userId, now)) return 'message_settled';
    if (row.text === text) return onlyMessage(tx, poolId, row);
    await tx.updateTable('messages').set({ text, edited_at: now }).where('id', '=', row.id).execute();
    return onlyMessage(tx, poolId, { ...row, text, edited_at: now });
  });
}

/** Deletes the text of a message and the reactions to it for good, and logs it if the message is another user's. @returns whether it was deleted */
export function deleteMessage(
  store: Store,
  { userId, runsPool, now }: Speaker,
  { poolId, messageId }: { readonly poolId: string; readonly messageId: number },
): Promise<boolean> {
  return transact(store, async (tx) => {
    if (!(await holdPool(tx, store, poolId))) return false;
    const row = await findMessage(tx, poolId, messageId);
    const by = row?.user_id ? { id: row.user_id } : null;
    if (row === undefined || row.text === null || !mayDelete({ by, at: row.at }, userId, runsPool)) return false;
    await tx.updateTable('messages').set({ text: null, deleted_by: userId }).where('id', '=', row.id).execute();
    await tx.deleteFrom('reactions').where('message_id', '=', row.id).execute();
    if (by?.id !== userId) {
      const about = by === null ? {} : { userId: by.id };
      await writeAudit(tx, { act: 'talk.delete', actorId: userId, poolId, ...about }, now);
    }
    return true;
  });
}

/** Turns the talk of a pool on or off, and logs a change. @returns false if the pool is deleted */
export function setTalk(store: Store, { adminId, now }: Actor, poolId: string, isOn: boolean): Promise<boolean> {
  return transact(store, async (tx) => {
    const pool = await holdPool(tx, store, poolId);
    if (pool === null) return false;
    if (pool.hasTalk === isOn) return true;
    await tx
      .updateTable('pools')
      .set({ has_talk: flag(isOn) })
      .where('id', '=', poolId)
      .execute();
    await writeAudit(tx, { act: isOn ? 'talk.enable' : 'talk.disable', actorId: adminId, poolId }, now);
    return true;
  });
}

/** Mutes or unmutes a member or former member, and logs a change. @returns false if there is none */
export function setMuted(
  store: Store,
  { adminId, now }: Actor,
  { poolId, userId }: { readonly poolId: string; readonly userId: string },
  muted: boolean,
): Promise<boolean> {
  return transact(store, async (tx) => {
    const ofMember = tx.selectFrom('pool_members').select('is_muted').where('pool_id', '=', poolId);
    const member = await ofMember.where('user_id', '=', userId).executeTakeFirst();
    if (member === undefined) return false;
    if ((member.is_muted === 1) === muted) return true;
    const update = tx.updateTable('pool_members').set({ is_muted: flag(muted) });
    await update.where('pool_id', '=', poolId).where('user_id', '=', userId).execute();
    await writeAudit(tx, { act: muted ? 'talk.mute' : 'talk.unmute', actorId: adminId, poolId, userId }, now);
    return true;
  });
}

/** Stores how far a member has read; this never moves back. @returns false if the pool has no such message */
export async function markRead(db: Db, poolId: string, userId: string, until: number): Promise<boolean> {
  if ((await findMessage(db, poolId, until)) === undefined) return false;
  await db
    .updateTable('pool_members')
    .set({ read_until: until })
    .where('pool_id', '=', poolId)
    .where('user_id', '=', userId)
    .where('read_until', '<', until)
    .execute();
  return true;
}

/** Locks the pool, so that its messages are ordered, and none is stored after the talk is turned off or its author is removed. */
async function refusalOf(
  tx: Db,
  store: Store,
  poolId: string,
  { userId, runsPool }: Speaker,
): Promise<SayRefusal | null> {
  const pool = await holdPool(tx, store, poolId);
  if (pool === null) return 'pool_not_found';
  if (!pool.hasTalk) return 'talk_off';
  const query = tx.selectFrom('pool_members').select(['is_muted', 'enabled']).where('pool_id', '=', poolId);
  const member = await query.where('user_id', '=', userId).executeTakeFirst();
  if (member?.enabled !== 1 && !runsPool) return 'not_a_member';
  return member?.is_muted === 1 ? 'talk_muted' : null;
}

function findMessage(db: Db, poolId: string, id: number) {
  const query = db.selectFrom('messages').selectAll().where('pool_id', '=', poolId);
  return query.where('id', '=', id).executeTakeFirst();
}

async function onlyMessage(db: Db, poolId: string, row: MessageRow): Promise<Message> {
  const [message] = await messagesOf(db, poolId, [row]);
  return message as Message;
}
