import type { AnnouncementAuthor, AnnouncementReader } from '#core/announcements.ts';
import { ANNOUNCEMENTS_READ, announcedActs } from '#core/announcements.ts';
import { readDetails } from '#core/audit-details.ts';
import { byOwner } from '#core/entries.ts';
import { compareNames } from '#core/name-order.ts';
import { seesPool, sortPools } from '#core/pools.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { distinctNames } from '#core/standings.ts';
import type { Pool, User } from '#core/types.ts';
import type { PoolEntry } from '#server/entries/reads.ts';
import { closedAccount, entriesOfPool, isLinkedAway } from '#server/entries/reads.ts';
import { isOfLeague } from '#server/journal/audit-store.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { hasSecondFactor } from '#server/platform/db/second-factor.ts';
import { readRules } from '#server/platform/db/values.ts';
import { livingPools } from '#server/pools/reads.ts';

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly joinedAt: number;
}

/** The enabled members of a pool, in order of joining, which numbers those that share a name. */
export async function membersOfPool(db: Db, poolId: string): Promise<Member[]> {
  return db
    .selectFrom('pool_members')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .select(['users.id as id', 'users.display_name as name', 'pool_members.joined_at as joinedAt'])
    .where('pool_members.pool_id', '=', poolId)
    .where('pool_members.enabled', '=', 1)
    .where('users.is_enabled', '=', 1)
    .orderBy('pool_members.joined_at')
    .orderBy('users.id')
    .execute();
}

/** The members of a pool without an account, by id, and whether they had one. */
export async function membersWithoutAccount(db: Db, poolId: string): Promise<ReadonlyMap<string, 'never' | 'closed'>> {
  const rows = await db
    .selectFrom('pool_members')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .select(['users.id', closedAccount().as('is_closed')])
    .where('pool_members.pool_id', '=', poolId)
    .where('users.account_id', 'is', null)
    .execute();
  return new Map(rows.map(({ id, is_closed }) => [id, is_closed ? 'closed' : 'never']));
}

/** The ids of the members of a pool who are muted in its talk. */
export async function mutedMembers(db: Db, poolId: string): Promise<ReadonlySet<string>> {
  const query = db.selectFrom('pool_members').select('user_id').where('pool_id', '=', poolId);
  const rows = await query.where('is_muted', '=', 1).execute();
  return new Set(rows.map((row) => row.user_id));
}

/** The removed members of a pool, by name, without disabled and closed accounts. */
export async function removedMembers(db: Db, poolId: string): Promise<{ id: string; name: string }[]> {
  const rows = await db
    .selectFrom('pool_members')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .select(['users.id', 'users.display_name as name'])
    .where('pool_members.pool_id', '=', poolId)
    .where('pool_members.enabled', '=', 0)
    .where('users.is_enabled', '=', 1)
    .where(({ not }) => not(isLinkedAway(poolId)))
    .where(({ not }) => not(closedAccount()))
    .execute();
  return rows.sort(compareNames);
}

export interface PoolSummary {
  readonly id: string;
  readonly name: string;
  readonly rules: PoolRules;
}

/** A member's own state in a pool: how far they have read its talk, and whether they may post there. */
type Membership = AnnouncementReader & { readonly readUntil: number; readonly isMuted: boolean };

/** The enabled memberships of a user by pool: since when, and how far they have read the announcements and the talk. */
async function membershipsOfUser(db: Db, userId: string): Promise<ReadonlyMap<string, Membership>> {
  const rows = await db
    .selectFrom('pool_members')
    .select(['pool_id', 'joined_at as joinedAt', 'announced_until as toldUntil'])
    .select(['read_until as readUntil', 'is_muted'])
    .where('user_id', '=', userId)
    .where('enabled', '=', 1)
    .execute();
  return new Map(rows.map(({ pool_id, is_muted, ...told }) => [pool_id, { ...told, isMuted: is_muted === 1 }]));
}

/** The pools that a user is an enabled member of, in list order, without deleted ones: the `Pools` map of specification section 3. */
export async function poolsOfUser(db: Db, userId: string): Promise<PoolSummary[]> {
  const rows = await db
    .selectFrom('pool_members')
    .innerJoin('pools', 'pools.id', 'pool_members.pool_id')
    .select(['pools.id as id', 'pools.name as name', 'pools.rules as rules'])
    .select('pools.created_at as createdAt')
    .where('pool_members.user_id', '=', userId)
    .where('pool_members.enabled', '=', 1)
    .where('pools.deleted_at', 'is', null)
    .execute();
  return sortPools(rows).map(({ id, name, rules }) => ({ id, name, rules: readRules(rules) }));
}

export interface Commissioner {
  readonly id: string;
  readonly displayName: string;
  /** A commissioner with a disabled account has no rights until it is enabled again. */
  readonly isEnabled: boolean;
}

/** The commissioners of a pool, by name. */
export async function commissionersOf(db: Db, poolId: string): Promise<Commissioner[]> {
  const rows = await db
    .selectFrom('pool_commissioners')
    .innerJoin('users', 'users.id', 'pool_commissioners.user_id')
    .select(['users.id', 'users.display_name', 'users.is_enabled'])
    .where('pool_commissioners.pool_id', '=', poolId)
    .orderBy('users.display_name')
    .orderBy('users.id')
    .execute();
  return rows.map((row) => ({ id: row.id, displayName: row.display_name, isEnabled: row.is_enabled === 1 }));
}

/**
 * The ids of the commissioners of a pool who can act as such, none with a disabled account.
 * @param asksSecondFactor whether admins and commissioners without a second factor have no such role
 */
export async function actingCommissioners(db: Db, poolId: string, asksSecondFactor: boolean): Promise<string[]> {
  const rows = await db
    .selectFrom('pool_commissioners')
    .innerJoin('users', 'users.id', 'pool_commissioners.user_id')
    .select(['users.id', hasSecondFactor('users.account_id').as('has_second_factor')])
    .where('pool_commissioners.pool_id', '=', poolId)
    .where('users.is_enabled', '=', 1)
    .orderBy('users.id')
    .execute();
  return rows.flatMap((row) => (asksSecondFactor && !row.has_second_factor ? [] : [row.id]));
}

/** The ids of the pools that a user is a commissioner of. */
async function poolsRunBy(db: Db, userId: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('pool_commissioners').select('pool_id').where('user_id', '=', userId).execute();
  return new Set(rows.map((row) => row.pool_id));
}

/** The entries of a pool with their displayed names, by owner. */
export async function shownEntries(
  db: Db,
  poolId: string,
): Promise<ReadonlyMap<string, { id: string; name: string }[]>> {
  const entries = await entriesOfPool(db, poolId);
  const names = distinctNames(entries);
  const shown = (own: readonly PoolEntry[]) => own.map(({ id, name }) => ({ id, name: names.get(id) ?? name }));
  return new Map([...byOwner(entries)].map(([ownerId, own]) => [ownerId, shown(own)]));
}

/** A pool that a user may see, and their role in it. */
export type SeenPool = Pool & {
  /** Null if they are not an enabled member. */
  readonly membership: AnnouncementReader | null;
  readonly isCommissioner: boolean;
};

/** A user who asks for pools, and whether they can be a commissioner (`Caller.hasRoles`). */
export interface PoolViewer {
  readonly user: Pick<User, 'id' | 'isAdmin'>;
  readonly hasRoles: boolean;
}

/** The pools that a user may see, in no particular order, without deleted ones. */
export async function poolsSeenBy(db: Db, { user, hasRoles }: PoolViewer): Promise<SeenPool[]> {
  const { id: userId, isAdmin } = user;
  const own = await membershipsOfUser(db, userId);
  const runs = hasRoles ? await poolsRunBy(db, userId) : new Set<string>();
  const all = await livingPools(db);
  return all
    .map((pool) => ({ ...pool, membership: own.get(pool.id) ?? null, isCommissioner: runs.has(pool.id) }))
    .filter((pool) =>
      seesPool(pool, { isMember: pool.membership !== null, isCommissioner: pool.isCommissioner, isAdmin }),
    );
}

/** A log record of a pool that is announced to its members. */
export interface AnnouncedAct {
  readonly id: number;
  readonly at: number;
  /** Null if the league or somebody at the command line did it. */
  readonly by: AnnouncementAuthor | null;
  readonly weekId: string | null;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** The announcements of a pool, newest first; those that a pool file brought are old news, and only in the pool's log. */
export async function announcementsOf(db: Db, poolId: string): Promise<AnnouncedAct[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'at', 'week_id as weekId', 'before', 'after'])
    .select((q) => q.selectFrom('users').select('display_name').whereRef('users.id', '=', 'actor_id').as('name'))
    .select((q) =>
      q
        .selectFrom('pool_commissioners as runners')
        .select('runners.user_id')
        .whereRef('runners.pool_id', '=', 'audit_log.pool_id')
        .whereRef('runners.user_id', '=', 'actor_id')
        .as('runner'),
    )
    .where('pool_id', '=', poolId)
    .where(isOfLeague)
    .where((q) =>
      q.or(
        Object.entries(announcedActs).map(([act, field]) =>
          q.and([q('act', '=', act), q('after', 'like', `%"${field}":%`)]),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .limit(ANNOUNCEMENTS_READ)
    .execute();
  return rows
    .map(({ name, runner, ...row }) => {
      const by = name === null ? null : { name, isCommissioner: runner !== null };
      return { ...row, by, ...readDetails(row) };
    })
    .filter(({ isReadable }) => isReadable);
}

/** Whether a user is an admin, or a commissioner of a pool. */
export async function hasRole(db: Db, userId: string): Promise<boolean> {
  const admin = db.selectFrom('users').select('id').where('id', '=', userId).where('is_admin', '=', 1);
  const runner = db.selectFrom('pool_commissioners').select('user_id as id').where('user_id', '=', userId);
  return (await admin.union(runner).execute()).length > 0;
}
