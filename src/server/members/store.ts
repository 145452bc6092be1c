import { sql } from 'kysely';
import { MIN_COMMISSIONERS } from '#core/permissions.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Actor } from '#server/journal/audit-store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { addPost } from '#server/journal/posted-store.ts';
import { postJoined } from '#server/journal/talk-store.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { flag } from '#server/platform/db/ids.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { isClosedToNewcomers } from '#server/pools/begun-store.ts';
import { holdPool } from '#server/pools/reads.ts';
import { endPickLinksOfMembers } from '#server/users/pick-link-store.ts';
import { announcementsOf, commissionersOf, membersOfPool } from './reads.ts';

/** Whether a user can join: a survivor pool that has begun takes former members only. The pool is locked until the transaction ends. */
export async function takesMember(
  tx: Db,
  engine: Engine,
  { poolId, userId }: { readonly poolId: string; readonly userId: string },
  clock: () => number,
): Promise<boolean> {
  const isClosed = await isClosedToNewcomers(tx, { engine, now: clock }, poolId);
  return !isClosed || wasMember(tx, poolId, userId);
}

/** Whether a user is or was a member. */
export async function wasMember(tx: Db, poolId: string, userId: string): Promise<boolean> {
  const query = tx.selectFrom('pool_members').select('user_id').where('pool_id', '=', poolId);
  return (await query.where('user_id', '=', userId).executeTakeFirst()) !== undefined;
}

/** Makes a user an enabled member and drops their request to join. @returns whether that changed anything */
export async function enableMember(tx: Db, poolId: string, userId: string, now: number): Promise<boolean> {
  const changed = await tx
    .insertInto('pool_members')
    .values({ pool_id: poolId, user_id: userId, enabled: 1, joined_at: now })
    .onConflict((c) =>
      c
        .columns(['pool_id', 'user_id'])
        .doUpdateSet({ enabled: 1, left_at: null })
        .where('pool_members.enabled', '=', 0),
    )
    .returning('user_id')
    .execute();
  await tx.deleteFrom('join_requests').where('pool_id', '=', poolId).where('user_id', '=', userId).execute();
  if (changed.length > 0) await postJoined(tx, poolId, userId, now);
  return changed.length > 0;
}

/** Makes a user a member of a pool and logs it, in the caller's transaction. */
export async function addMember(tx: Db, { adminId, now }: Actor, poolId: string, userId: string): Promise<void> {
  if (!(await enableMember(tx, poolId, userId, now))) return;
  const change = { before: { member: false }, after: { member: true } };
  await writeAudit(tx, { act: 'member.enable', actorId: adminId, poolId, userId, ...change }, now);
}

/** Why a commissioner was not named or removed. */
export type CommissionerRefusal = 'pool_not_found' | 'player_not_found' | 'last_commissioner';

interface OfPool {
  readonly poolId: string;
  readonly userId: string;
}

/**
 * Adds or removes a commissioner of a pool, and logs a change. Only an enabled member with an enabled account can be added, and at least
 * one such account always remains, even with concurrent changes. @returns null on success
 */
export function putCommissioner(
  store: Store,
  actor: Actor,
  { poolId, userId }: OfPool,
  enabled: boolean,
): Promise<CommissionerRefusal | null> {
  return transact(store, async (tx) => {
    if (!(await holdPool(tx, store, poolId))) return 'pool_not_found';
    return enabled ? name(tx, actor, { poolId, userId }) : remove(tx, actor, { poolId, userId });
  });
}

async function name(tx: Db, actor: Actor, ofPool: OfPool): Promise<CommissionerRefusal | null> {
  if (!(await canBeNamed(tx, ofPool))) return 'player_not_found';
  if (!(await addCommissioner(tx, actor, ofPool))) return null;
  await note(tx, actor, ofPool, true);
  return null;
}

async function remove(tx: Db, actor: Actor, ofPool: OfPool): Promise<CommissionerRefusal | null> {
  const { poolId, userId } = ofPool;
  if (await isLastCommissioner(tx, poolId, userId)) return 'last_commissioner';
  if (await dropCommissioner(tx, actor, ofPool)) return null;
  return (await wasMember(tx, poolId, userId)) ? null : 'player_not_found';
}

/** Whether a pool would have no enabled commissioner without this one. */
export async function isLastCommissioner(tx: Db, poolId: string, userId: string): Promise<boolean> {
  const named = await commissionersOf(tx, poolId);
  const others = named.filter(({ id, isEnabled }) => isEnabled && id !== userId);
  return named.some(({ id }) => id === userId) && others.length < MIN_COMMISSIONERS;
}

/** Ends a role as commissioner and logs it, in the caller's transaction. @returns whether there was one */
export async function dropCommissioner(tx: Db, actor: Actor, { poolId, userId }: OfPool): Promise<boolean> {
  const role = tx.deleteFrom('pool_commissioners').where('pool_id', '=', poolId).where('user_id', '=', userId);
  const isDropped = (await role.returning('user_id').execute()).length > 0;
  if (isDropped) await note(tx, actor, { poolId, userId }, false);
  return isDropped;
}

async function canBeNamed(tx: Db, { poolId, userId }: OfPool): Promise<boolean> {
  const row = await tx
    .selectFrom('pool_members')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .select('users.id')
    .where('pool_members.pool_id', '=', poolId)
    .where('pool_members.user_id', '=', userId)
    .where('pool_members.enabled', '=', 1)
    .where('users.is_enabled', '=', 1)
    .where('users.account_id', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes a user a commissioner of a pool, in the caller's transaction. @returns whether that changed anything */
export async function addCommissioner(tx: Db, { adminId, now }: Actor, { poolId, userId }: OfPool): Promise<boolean> {
  const added = await tx
    .insertInto('pool_commissioners')
    .values({ pool_id: poolId, user_id: userId, named_at: now, named_by: adminId })
    .onConflict((c) => c.doNothing())
    .returning('user_id')
    .execute();
  return added.length > 0;
}

/** Copies the commissioners of another pool; if that has none, the creator becomes commissioner. */
export async function copyCommissioners(tx: Db, { adminId, now }: Actor, fromId: string, toId: string): Promise<void> {
  await sql`
    insert into pool_commissioners (pool_id, user_id, named_at, named_by)
    select ${toId}, user_id, cast(${now} as bigint), cast(${adminId} as text)
    from pool_commissioners where pool_id = ${fromId}`.execute(tx);
  if (adminId === null || (await commissionersOf(tx, toId)).some(({ isEnabled }) => isEnabled)) return;
  await addCommissioner(tx, { adminId, now }, { poolId: toId, userId: adminId });
}

async function note(tx: Db, { adminId, now }: Actor, { poolId, userId }: OfPool, named: boolean): Promise<void> {
  const act = named ? 'commissioner.name' : 'commissioner.remove';
  const change = { before: { commissioner: !named }, after: { commissioner: named } };
  await writeAudit(tx, { act, actorId: adminId, poolId, userId, ...change }, now);
}

/**
 * Marks a pool's announcements as read by a member, up to a log record. The mark never moves back. @returns false if the pool's log has no
 * such record
 */
export async function markAnnouncementsRead(db: Db, poolId: string, userId: string, until: number): Promise<boolean> {
  const { rows } = await sql<{ until: number }>`
    update pool_members set announced_until = case when announced_until < ${until} then ${until} else announced_until end
    where pool_id = ${poolId} and user_id = ${userId}
      and exists (select 1 from audit_log where audit_log.id = ${until} and audit_log.pool_id = pool_members.pool_id)
    returning announced_until as until`.execute(db);
  return rows.length > 0;
}

/** Writes an announcement to the log of a pool, from which it is shown to members. @returns null if the pool is deleted */
export function announce(
  store: Store,
  actor: Actor,
  { poolId, text, site = null }: NewAnnouncement,
): Promise<Announced | null> {
  const { adminId, now } = actor;
  return transact(store, async (tx) => {
    const pool = await holdPool(tx, store, poolId);
    if (pool === null) return null;
    const [latest] = await announcementsOf(tx, poolId);
    const readers = (await membersOfPool(tx, poolId)).map(({ id }) => id).filter((id) => id !== adminId);
    const isAgain = latest?.after.text === text && now - latest.at < AGAIN_MS;
    const act = { act: 'pool.announce', actorId: adminId, poolId, after: { text } } as const;
    const id = isAgain ? latest.id : await writeAudit(tx, act, now);
    await addPost(tx, { kind: 'announcement', id, poolId, authorId: adminId, at: now, text, site });
    return { id, readers };
  });
}

/** Adds users to a pool or removes them; their picks and scores stay. */
export async function setMembers(
  db: Db,
  poolId: string,
  userIds: readonly string[],
  now: number,
  enabled = true,
): Promise<void> {
  if (userIds.length === 0) return;
  if (!enabled) await endPickLinksOfMembers(db, poolId, userIds);
  const rows = userIds.map((user_id) => ({
    pool_id: poolId,
    user_id,
    enabled: flag(enabled),
    joined_at: now,
    left_at: enabled ? null : now,
  }));
  await db
    .insertInto('pool_members')
    .values(rows)
    .onConflict((c) =>
      c.columns(['pool_id', 'user_id']).doUpdateSet(({ ref }) => {
        return { enabled: flag(enabled), left_at: ref('excluded.left_at') };
      }),
    )
    .execute();
}

/** The same text within this time, in ms, is a retry of the same announcement. */
const AGAIN_MS = 10 * MINUTE_MS;

interface NewAnnouncement {
  readonly poolId: string;
  readonly text: string;
  /** The address of the league that its author uses. */
  readonly site?: string | null;
}

/** An announcement and its readers. */
export interface Announced {
  /** The id of its log record. */
  readonly id: number;
  /** The members except the author. Also returned for a retry, because sending is idempotent per reader. */
  readonly readers: readonly string[];
}
