import type { SlotKind } from '#core/pick.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { deleteMeta, metaFrom, readMeta, writeMeta } from '#server/platform/db/meta.ts';

interface OfPool {
  readonly poolId: string;
  /** The address of the league that its author used; null if unknown. */
  readonly site: string | null;
}

/** A message of the talk, which may mention people or reply to one. */
export interface PostedMessage extends OfPool {
  readonly kind: 'message';
  readonly id: number;
  readonly authorId: string;
  readonly text: string;
  /** The author of the message that it replies to. */
  readonly quotedId?: string;
}

/** An announcement, by its log record. */
export interface PostedAnnouncement extends OfPool {
  readonly kind: 'announcement';
  readonly id: number;
  readonly authorId: string | null;
  /** The league's clock, ms. */
  readonly at: number;
  readonly text: string;
}

/** A link that withdrew picks of open games, by its log record. */
export interface PostedLink extends OfPool {
  readonly kind: 'link';
  readonly id: number;
  readonly entryId: string;
  /** The entry's owner now. */
  readonly userId: string;
  readonly entryName: string;
  readonly accountName: string;
  readonly withdrawn: number;
}

/** Something that a commissioner entered for a member, or took back, by its log record. */
export interface PostedEntered extends OfPool {
  readonly kind: 'entered';
  readonly id: number;
  readonly entryId: string;
  /** The owner of the entry. */
  readonly userId: string;
  readonly authorId: string;
  /** The league's clock, ms. */
  readonly at: number;
  readonly weekId: string;
  readonly what: SlotKind;
  readonly isCleared: boolean;
  /** With weekly play: whether the entry plays the week now, if that changed. */
  readonly plays?: boolean;
}

/** A post that people are notified of after its transaction is committed. */
export type Post = PostedMessage | PostedAnnouncement | PostedLink | PostedEntered;

/** Identifies a post. */
export type PostKey = Pick<Post, 'kind' | 'id'>;

const PREFIX = 'posted ';
const keyOf = ({ kind, id }: PostKey) => `${PREFIX}${kind} ${id}`;

/** Notes, in the transaction that posts something, that people are to be notified of it. */
export async function addPost(tx: Db, post: Post): Promise<void> {
  await writeMeta(tx, keyOf(post), JSON.stringify(post));
}

/** The posts whose notifications were not sent yet, in no particular order. */
export async function waitingPosts(db: Db): Promise<Post[]> {
  return (await metaFrom(db, PREFIX)).map((value) => JSON.parse(value));
}

/** A waiting post; null if it was sent or needs no notifications. */
export async function findPost(db: Db, key: PostKey): Promise<Post | null> {
  const value = await readMeta(db, keyOf(key));
  return value === null ? null : JSON.parse(value);
}

export async function removePost(db: Db, key: PostKey): Promise<void> {
  await deleteMeta(db, keyOf(key));
}

/** Whether a message may still notify people: its pool exists, its talk is on, and it was not deleted. */
export async function isMessageShown(db: Db, { id, poolId }: Pick<PostedMessage, 'id' | 'poolId'>): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .innerJoin('pools', 'pools.id', 'messages.pool_id')
    .select('messages.id')
    .where('messages.id', '=', id)
    .where('pools.id', '=', poolId)
    .where('pools.deleted_at', 'is', null)
    .where('pools.has_talk', '=', 1)
    .where('messages.deleted_by', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an entry is still linked to a user. */
export async function isLinkHeld(
  db: Db,
  { entryId, userId }: Pick<PostedLink, 'entryId' | 'userId'>,
): Promise<boolean> {
  const query = db.selectFrom('entry_links').select('id').where('undone_at', 'is', null).where('user_id', '=', userId);
  const links = query.where((q) => q.or([q('entry_id', '=', entryId), q('into_id', '=', entryId)]));
  return (await links.executeTakeFirst()) !== undefined;
}
