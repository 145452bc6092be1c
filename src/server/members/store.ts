import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { JoinRequest } from '#contract/pools.ts';
import { MIN_COMMISSIONERS } from '#core/permissions.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Game } from '#core/types.ts';
import { compareWeeks } from '#core/weeks.ts';
import { isLinkedAway } from '#server/entries/reads.ts';
import { isOpenInPool, weekIds as knownWeekIds } from '#server/games/reads.ts';
import type { Planner } from '#server/games/store.ts';
import { begunWeeks, holdWeeks, isBegunSurvivor, isClosedSurvivor, planDeadlines } from '#server/games/store.ts';
import type { Actor } from '#server/log/store.ts';
import { writeAudit } from '#server/log/store.ts';
import { addPost } from '#server/notify/posted-store.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { flag } from '#server/platform/db/ids.ts';
import { transact } from '#server/platform/db/transactions.ts';
import type { Caller } from '#server/platform/http/call.ts';
import { holdPool, isWeekOfPool, poolWeeks, readRules } from '#server/pools/reads.ts';
import { markPoolStale } from '#server/standings/store.ts';
import { postJoined } from '#server/talk/store.ts';
import { announcementsOf, commissionersOf, membersOfPool } from './reads.ts';

/** Why a member was not added. */
export type MemberRefusal = 'player_not_found' | 'player_disabled' | 'player_linked' | 'survivor_begun' | 'admin_only';

/**
 * Adds a user to a pool or removes them, and logs a change. Only enabled users can become members (section 6), and a new member's request
 * to join is dropped. If `bring` is false, only former members can be added: commissioners add others by invite or request. @returns null
 * on success
 */
export function putMember(
  store: Store,
  actor: Actor,
  { poolId, userId }: { readonly poolId: string; readonly userId: string },
  { enabled, bring }: { readonly enabled: boolean; readonly bring: boolean },
  clock: () => number,
): Promise<MemberRefusal | null> {
  return transact(store, async (tx) => {
    if (enabled && !bring && !(await wasMember(tx, poolId, userId))) return 'admin_only';
    const found = tx.selectFrom('users').select('is_enabled').where('id', '=', userId);
    const user = await found.executeTakeFirst();
    if (!user || (!enabled && !(await wasMember(tx, poolId, userId)))) return 'player_not_found';
    if (enabled && user.is_enabled !== 1) return 'player_disabled';
    if (enabled && (await found.where(isLinkedAway(poolId)).executeTakeFirst())) return 'player_linked';
    if (enabled && !(await takesMember(tx, store.engine, { poolId, userId }, clock))) return 'survivor_begun';
    if (enabled) await addMember(tx, actor, poolId, userId);
    else await dropMember(tx, actor, poolId, userId);
    return null;
  });
}

/** Whether a user can join: a survivor pool that has begun takes former members only. The pool is locked until the transaction ends. */
async function takesMember(
  tx: Db,
  engine: Engine,
  { poolId, userId }: { readonly poolId: string; readonly userId: string },
  clock: () => number,
): Promise<boolean> {
  const isClosed = await isClosedSurvivor(tx, { engine, now: clock }, poolId);
  return !isClosed || wasMember(tx, poolId, userId);
}

/** Whether a user is or was a member. */
async function wasMember(tx: Db, poolId: string, userId: string): Promise<boolean> {
  const query = tx.selectFrom('pool_members').select('user_id').where('pool_id', '=', poolId);
  return (await query.where('user_id', '=', userId).executeTakeFirst()) !== undefined;
}

/** Makes a user an enabled member and drops their request to join. @returns whether that changed anything */
export async function enableMember(tx: Db, poolId: string, userId: string, now: number): Promise<boolean> {
  const changed = await tx
    .insertInto('pool_members')
    .values({ pool_id: poolId, user_id: userId, enabled: 1, joined_at: now })
    .onConflict((c) =>
      c.columns(['pool_id', 'user_id']).doUpdateSet({ enabled: 1 }).where('pool_members.enabled', '=', 0),
    )
    .returning('user_id')
    .execute();
  await tx.deleteFrom('join_requests').where('pool_id', '=', poolId).where('user_id', '=', userId).execute();
  if (changed.length > 0) await postJoined(tx, poolId, userId, now);
  return changed.length > 0;
}

async function dropMember(tx: Db, { adminId, now }: Actor, poolId: string, userId: string): Promise<void> {
  const query = tx.updateTable('pool_members').set({ enabled: 0 }).where('pool_id', '=', poolId);
  const changed = await query.where('user_id', '=', userId).where('enabled', '=', 1).returning('user_id').execute();
  if (changed.length === 0) return;
  const change = { before: { member: true }, after: { member: false } };
  await writeAudit(tx, { act: 'member.disable', actorId: adminId, poolId, userId, ...change }, now);
}

/** Why the weeks of a pool were not changed. */
export type WeekRefusal = 'unknown_week' | 'week_begun';

/**
 * Enables or disables a week of a pool, and logs a change; picks stay unchanged. An enabled week is marked for `rescoreStale`, because it
 * may have been played. @returns null on success
 */
export function putWeek(
  store: Store,
  { adminId, now }: Actor,
  { poolId, weekId }: { readonly poolId: string; readonly weekId: string },
  enabled: boolean,
  clock: () => number,
): Promise<WeekRefusal | null> {
  const planner = { engine: store.engine, now: clock };
  return transact(store, async (tx) => {
    const known = await tx.selectFrom('weeks').select('id').where('id', '=', weekId).executeTakeFirst();
    if (!known) return 'unknown_week';
    if ((await isWeekOfPool(tx, poolId, weekId)) === enabled) return null;
    if (await isBegunSurvivor(tx, planner, poolId, [weekId])) return 'week_begun';
    const changed = enabled ? await insertWeeks(tx, planner, poolId, [weekId]) : await disableWeeks(tx, poolId, weekId);
    if (changed.length === 0) return null;
    if (enabled) await markPoolStale(tx, poolId, [weekId]);
    const act = enabled ? 'week.enable' : 'week.disable';
    const change = { before: { enabled: !enabled }, after: { enabled } };
    await writeAudit(tx, { act, actorId: adminId, poolId, weekId, ...change }, now);
    return null;
  });
}

/**
 * Enables weeks of a pool, logs the newly enabled ones in one log record, and marks them for `rescoreStale`. @returns null on success;
 * otherwise nothing is changed
 */
export function putWeeks(
  store: Store,
  actor: Actor,
  poolId: string,
  weekIds: readonly string[],
  clock: () => number,
): Promise<WeekRefusal | null> {
  return transact(store, async (tx) => {
    const known = new Set(await knownWeekIds(tx));
    if (!weekIds.every((id) => known.has(id))) return 'unknown_week';
    const own = await poolWeeks(tx, poolId);
    const added = weekIds.filter((id) => !own.includes(id));
    if (await isBegunSurvivor(tx, { engine: store.engine, now: clock }, poolId, added)) return 'week_begun';
    await enableWeeks(tx, store.engine, actor, poolId, weekIds);
    return null;
  });
}

/** Disables the weeks that have begun in a pool that becomes a survivor pool, and logs them: otherwise every entry would be out. */
export async function leaveBegunWeeks(tx: Db, { adminId, now }: Actor, poolId: string): Promise<void> {
  for (const weekId of await begunWeeks(tx, poolId, await poolWeeks(tx, poolId), now)) {
    await disableWeeks(tx, poolId, weekId);
    const change = { before: { enabled: true }, after: { enabled: false } };
    await writeAudit(tx, { act: 'week.disable', actorId: adminId, poolId, weekId, ...change }, now);
  }
}

/** Enables weeks of a pool and logs it, in the caller's transaction. */
export async function enableWeeks(
  tx: Db,
  engine: Engine,
  { adminId, now }: Actor,
  poolId: string,
  weekIds: readonly string[],
): Promise<void> {
  const added = await insertWeeks(tx, { engine, now: () => now }, poolId, weekIds);
  if (added.length === 0) return;
  await markPoolStale(tx, poolId, added);
  const change = { before: { weeks: [] }, after: { weeks: added.sort(compareWeeks) } };
  await writeAudit(tx, { act: 'weeks.enable', actorId: adminId, poolId, ...change }, now);
}

/** Makes a user a member of a pool and logs it, in the caller's transaction. */
export async function addMember(tx: Db, { adminId, now }: Actor, poolId: string, userId: string): Promise<void> {
  if (!(await enableMember(tx, poolId, userId, now))) return;
  const change = { before: { member: false }, after: { member: true } };
  await writeAudit(tx, { act: 'member.enable', actorId: adminId, poolId, userId, ...change }, now);
}

/** Disables all weeks of a pool, and logs them if there were any; picks stay unchanged. */
export function clearWeeks(
  store: Store,
  { adminId, now }: Actor,
  poolId: string,
  clock: () => number,
): Promise<'week_begun' | null> {
  return transact(store, async (tx) => {
    const planner = { engine: store.engine, now: clock };
    if (await isBegunSurvivor(tx, planner, poolId, await poolWeeks(tx, poolId))) return 'week_begun';
    const cleared = await disableWeeks(tx, poolId);
    if (cleared.length === 0) return null;
    const change = { before: { weeks: cleared.sort(compareWeeks) }, after: { weeks: [] } };
    await writeAudit(tx, { act: 'weeks.clear', actorId: adminId, poolId, ...change }, now);
    return null;
  });
}

/** @returns the weeks that were not enabled before */
async function insertWeeks(tx: Db, planner: Planner, poolId: string, weekIds: readonly string[]): Promise<string[]> {
  if (weekIds.length === 0) return [];
  const sorted = [...new Set(weekIds)].sort(compareWeeks);
  await holdWeeks(tx, planner.engine, sorted);
  const changed = await tx
    .insertInto('pool_weeks')
    .values(sorted.map((week_id) => ({ pool_id: poolId, week_id, enabled: 1 as const })))
    .onConflict((c) =>
      c.columns(['pool_id', 'week_id']).doUpdateSet({ enabled: 1 }).where('pool_weeks.enabled', '=', 0),
    )
    .returning('week_id')
    .execute();
  const added = changed.map((row) => row.week_id);
  await planDeadlines(tx, planner, { weekIds: added, poolId });
  return added;
}

/** @returns the weeks that were enabled */
async function disableWeeks(tx: Db, poolId: string, weekId?: string): Promise<string[]> {
  let query = tx.updateTable('pool_weeks').set({ enabled: 0 }).where('pool_id', '=', poolId).where('enabled', '=', 1);
  if (weekId !== undefined) query = query.where('week_id', '=', weekId);
  return (await query.returning('week_id').execute()).map((row) => row.week_id);
}

/** 128 bits. */
const TOKEN_BYTES = 16;

/** An open request to join. */
export interface OpenRequest {
  readonly userId: string;
  readonly email: string;
  readonly displayName: string;
  readonly askedAt: number;
}

/** Why a user cannot join, or ask to join. */
export type JoinRefusal = 'already_member' | 'survivor_begun';

/** Stores a request to join a pool; repeating it changes nothing. @returns null on success */
export function askToJoin(
  store: Store,
  poolId: string,
  userId: string,
  clock: () => number,
): Promise<JoinRefusal | null> {
  return transact(store, async (tx) => {
    if ((await membership(tx, poolId, userId)) === 1) return 'already_member';
    if (!(await takesMember(tx, store.engine, { poolId, userId }, clock))) return 'survivor_begun';
    await addRequest(tx, poolId, userId, clock());
    return null;
  });
}

async function addRequest(tx: Db, poolId: string, userId: string, now: number): Promise<void> {
  await tx
    .insertInto('join_requests')
    .values({ pool_id: poolId, user_id: userId, asked_at: now })
    .onConflict((c) => c.doNothing())
    .execute();
}

/** 1 for an enabled member, 0 for a removed one; undefined if they never were a member. */
async function membership(tx: Db, poolId: string, userId: string): Promise<number | undefined> {
  const query = tx.selectFrom('pool_members').select('enabled').where('pool_id', '=', poolId);
  return (await query.where('user_id', '=', userId).executeTakeFirst())?.enabled;
}

/** Withdraws a request. @returns whether there was one */
export async function takeRequest(db: Db, poolId: string, userId: string): Promise<boolean> {
  const query = db.deleteFrom('join_requests').where('pool_id', '=', poolId).where('user_id', '=', userId);
  return (await query.returning('user_id').execute()).length > 0;
}

/** The ids of the pools that a user has asked to join. */
export async function poolsAskedFor(db: Db, userId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('join_requests').select('pool_id').where('user_id', '=', userId).execute();
  return new Set(rows.map((row) => row.pool_id));
}

/** The requests to join a pool by enabled users, oldest first. */
async function requestsFor(db: Db, poolId: string): Promise<OpenRequest[]> {
  const rows = await db
    .selectFrom('join_requests')
    .innerJoin('users', 'users.id', 'join_requests.user_id')
    .leftJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['users.id', 'users.display_name', 'accounts.email', 'join_requests.asked_at'])
    .where('join_requests.pool_id', '=', poolId)
    .where('users.is_enabled', '=', 1)
    .orderBy('join_requests.asked_at')
    .orderBy('users.id')
    .execute();
  return rows.map((row) => ({
    userId: row.id,
    email: row.email ?? '',
    displayName: row.display_name,
    askedAt: row.asked_at,
  }));
}

/** The number of open requests, by pool. */
export async function requestCounts(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('join_requests')
    .innerJoin('users', 'users.id', 'join_requests.user_id')
    .select(['join_requests.pool_id', (q) => q.fn.countAll<number>().as('number')])
    .where('users.is_enabled', '=', 1)
    .groupBy('join_requests.pool_id')
    .execute();
  return new Map(rows.map((row) => [row.pool_id, Number(row.number)]));
}

/** Why a request was not answered. */
export type AnswerRefusal = 'request_not_found' | 'player_disabled' | 'survivor_begun';

/** Accepts a request to join, which adds the member, or declines it, and logs it. @returns null on success */
export function answerRequest(
  store: Store,
  { adminId, now }: Actor,
  { poolId, userId }: { readonly poolId: string; readonly userId: string },
  confirm: boolean,
  clock: () => number,
): Promise<AnswerRefusal | null> {
  return transact(store, async (tx) => {
    const query = tx.selectFrom('join_requests').innerJoin('users', 'users.id', 'join_requests.user_id');
    const ofThem = query.select('users.is_enabled').where('pool_id', '=', poolId).where('user_id', '=', userId);
    const asked = await ofThem.executeTakeFirst();
    if (asked === undefined) return 'request_not_found';
    if (confirm && asked.is_enabled === 0) return 'player_disabled';
    if (confirm && !(await takesMember(tx, store.engine, { poolId, userId }, clock))) return 'survivor_begun';
    if (!(await takeRequest(tx, poolId, userId))) return 'request_not_found';
    if (confirm) await enableMember(tx, poolId, userId, now);
    const act = confirm ? 'request.confirm' : 'request.refuse';
    const change = confirm ? { before: { member: false }, after: { member: true } } : {};
    await writeAudit(tx, { act, actorId: adminId, poolId, userId, ...change }, now);
    return null;
  });
}

/** The invite link of a pool. */
export interface Invite {
  readonly token: string;
  readonly madeAt: number;
}

export async function findInviteOf(db: Db, poolId: string): Promise<Invite | null> {
  const query = db.selectFrom('pool_invites').select(['token', 'made_at']).where('pool_id', '=', poolId);
  const row = await query.executeTakeFirst();
  return row ? { token: row.token, madeAt: row.made_at } : null;
}

/** Creates or replaces the invite link of a pool, and logs that, but not the link itself. */
export function renewInvite(store: Store, { adminId, now }: Actor, poolId: string): Promise<Invite> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const made = { token, made_at: now, made_by: adminId };
  return store.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('pool_invites')
      .values({ pool_id: poolId, ...made })
      .onConflict((c) => c.column('pool_id').doUpdateSet(made))
      .execute();
    await writeAudit(tx, { act: 'pool.invite', actorId: adminId, poolId }, now);
    return { token, madeAt: now };
  });
}

/** The pool of an invite link. */
export interface InvitedPool {
  readonly id: string;
  readonly name: string;
  readonly rules: PoolRules;
  /** The name of the admin who created the link, while they are enabled. */
  readonly invitedBy: string | null;
}

/** @returns null for an unknown or replaced link */
export async function findInvited(db: Db, token: string): Promise<InvitedPool | null> {
  const row = await db
    .selectFrom('pool_invites')
    .innerJoin('pools', 'pools.id', 'pool_invites.pool_id')
    .leftJoin('users', (join) => join.onRef('users.id', '=', 'pool_invites.made_by').on('users.is_enabled', '=', 1))
    .select(['pools.id', 'pools.name', 'pools.rules', 'users.display_name as invitedBy'])
    .where('pool_invites.token', '=', token)
    .where('pools.deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? { ...row, rules: readRules(row.rules) } : null;
}

/** The next game of a pool to lock. */
export async function nextGameOf(
  db: Db,
  poolId: string,
  now: number,
): Promise<Pick<Game, 'weekId' | 'kickoff' | 'timeTbd' | 'lockAt'> | null> {
  const row = await db
    .selectFrom('games')
    .innerJoin('pool_weeks', 'pool_weeks.week_id', 'games.week_id')
    .innerJoin('pool_locks', (on) =>
      on.onRef('pool_locks.pool_id', '=', 'pool_weeks.pool_id').onRef('pool_locks.gid', '=', 'games.gid'),
    )
    .select(['games.week_id', 'games.kickoff', 'games.time_tbd', 'pool_locks.lock_at'])
    .where('pool_weeks.pool_id', '=', poolId)
    .where('pool_weeks.enabled', '=', 1)
    .where('games.void', 'is', null)
    .where(isOpenInPool(now))
    .orderBy('pool_locks.lock_at')
    .orderBy('games.lock_at')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return { weekId: row.week_id, kickoff: row.kickoff, timeTbd: row.time_tbd === 1, lockAt: row.lock_at };
}

export async function isMemberOf(db: Db, poolId: string, userId: string): Promise<boolean> {
  return (await membership(db, poolId, userId)) === 1;
}

/** The outcome of following an invite link; see `JoinOutcome` of the contract. */
export interface FollowedInvite {
  readonly poolId: string;
  readonly outcome: 'joined' | 'member' | 'asked';
}

/**
 * Joins the pool of an invite link without confirmation. A member whom an admin removed cannot come back by a link and must ask. @returns
 * null if the link is invalid
 */
export function followInvite(
  store: Store,
  token: string,
  userId: string,
  clock: () => number,
): Promise<FollowedInvite | 'survivor_begun' | null> {
  return transact(store, async (tx) => {
    const pool = await findInvited(tx, token);
    if (!pool) return null;
    const enabled = await membership(tx, pool.id, userId);
    if (enabled === 1) return { poolId: pool.id, outcome: 'member' };
    if (enabled === 0) {
      await addRequest(tx, pool.id, userId, clock());
      return { poolId: pool.id, outcome: 'asked' };
    }
    if (!(await takesMember(tx, store.engine, { poolId: pool.id, userId }, clock))) return 'survivor_begun';
    await enableMember(tx, pool.id, userId, clock());
    return { poolId: pool.id, outcome: 'joined' };
  });
}

/** The requests to join a pool, with e-mail addresses for admins only. */
export async function requestsSeen(db: Db, poolId: string, { user }: Caller): Promise<JoinRequest[]> {
  const requests = await requestsFor(db, poolId);
  return user.isAdmin ? requests : requests.map((request) => ({ ...request, email: null }));
}

/** The URL of an invite link, a page of the web app. Browsers do not send the fragment to any server. */
export function inviteUrl(site: string, token: string): string {
  return new URL(`/join#token=${token}`, site).href;
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
  const named = await commissionersOf(tx, poolId);
  if (!named.some(({ id }) => id === userId)) return (await wasMember(tx, poolId, userId)) ? null : 'player_not_found';
  if (named.filter(({ id, isEnabled }) => isEnabled && id !== userId).length < MIN_COMMISSIONERS)
    return 'last_commissioner';
  await tx.deleteFrom('pool_commissioners').where('pool_id', '=', poolId).where('user_id', '=', userId).execute();
  await note(tx, actor, ofPool, false);
  return null;
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
export async function markTold(db: Db, poolId: string, userId: string, until: number): Promise<boolean> {
  const { rows } = await sql<{ told: number }>`
    update pool_members set told_until = case when told_until < ${until} then ${until} else told_until end
    where pool_id = ${poolId} and user_id = ${userId}
      and exists (select 1 from audit_log where audit_log.id = ${until} and audit_log.pool_id = pool_members.pool_id)
    returning told_until as told`.execute(db);
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
  const rows = userIds.map((user_id) => ({
    pool_id: poolId,
    user_id,
    enabled: flag(enabled),
    joined_at: now,
  }));
  await db
    .insertInto('pool_members')
    .values(rows)
    .onConflict((c) => c.columns(['pool_id', 'user_id']).doUpdateSet({ enabled: flag(enabled) }))
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
