import { randomBytes } from 'node:crypto';
import type { JoinRequest } from '#contract/pools.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import type { Actor } from '#server/journal/audit-store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { readRules } from '#server/platform/db/values.ts';
import type { Caller } from '#server/platform/http/call.ts';
import { isOpenInPool } from '#server/pools/week-reads.ts';
import { holdsAccount } from '#server/users/store.ts';
import { enableMember, takesMember } from './store.ts';

/** 128 bits. */
const TOKEN_BYTES = 16;

/** An open request to join. */
export interface OpenRequest {
  readonly userId: string;
  readonly email: string;
  readonly displayName: string;
  readonly askedAt: number;
}

/** Why a user cannot join, or ask to join. `not_signed_in`: they closed their account meanwhile. */
export type JoinRefusal = 'not_signed_in' | 'already_member' | 'survivor_begun';

/** Stores a request to join a pool; repeating it changes nothing. @returns null on success */
export function requestToJoin(
  store: Store,
  poolId: string,
  userId: string,
  clock: () => number,
): Promise<JoinRefusal | null> {
  return transact(store, async (tx) => {
    if (!(await holdsAccount(store, tx, userId))) return 'not_signed_in';
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
export async function removeRequest(db: Db, poolId: string, userId: string): Promise<boolean> {
  const query = db.deleteFrom('join_requests').where('pool_id', '=', poolId).where('user_id', '=', userId);
  return (await query.returning('user_id').execute()).length > 0;
}

/** The ids of the pools that a user has asked to join. */
export async function requestedPools(db: Db, userId: string): Promise<Set<string>> {
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
    if (!(await removeRequest(tx, poolId, userId))) return 'request_not_found';
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
  readonly description: string;
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
    .select(['pools.id', 'pools.name', 'pools.description', 'pools.rules', 'users.display_name as invitedBy'])
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
): Promise<FollowedInvite | 'not_signed_in' | 'survivor_begun' | null> {
  return transact(store, async (tx) => {
    if (!(await holdsAccount(store, tx, userId))) return 'not_signed_in';
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
