import type { AnnouncementReader } from '#core/announcements.ts';
import { compareNames } from '#core/name-order.ts';
import { sortPools } from '#core/pools.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Db } from './engine/connect.ts';
import { isLinkedAway } from './entry-reads.ts';
import { flag } from './ids.ts';
import { readRules } from './pool-rules.ts';

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly joinedAt: number;
}

/** Makes users members of a pool, or removes them from it; their picks and scores stay. */
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

/** The enabled members of a pool, in the order in which they joined: it numbers those who share a name. */
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

/** The ids of the members of a pool who have no account: imported players. */
export async function paperPlayers(db: Db, poolId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('pool_members')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .select('users.id')
    .where('pool_members.pool_id', '=', poolId)
    .where('users.account_id', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The ids of the members of a pool who are muted in its talk. */
export async function mutedMembers(db: Db, poolId: string): Promise<ReadonlySet<string>> {
  const query = db.selectFrom('pool_members').select('user_id').where('pool_id', '=', poolId);
  const rows = await query.where('is_muted', '=', 1).execute();
  return new Set(rows.map((row) => row.user_id));
}

/** Those with an enabled account or none who were removed from a pool, by name. */
export async function removedMembers(db: Db, poolId: string): Promise<{ id: string; name: string }[]> {
  const rows = await db
    .selectFrom('pool_members')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .select(['users.id', 'users.display_name as name'])
    .where('pool_members.pool_id', '=', poolId)
    .where('pool_members.enabled', '=', 0)
    .where('users.is_enabled', '=', 1)
    .where(({ not }) => not(isLinkedAway(poolId)))
    .execute();
  return rows.sort(compareNames);
}

export interface PoolSummary {
  readonly id: string;
  readonly name: string;
  readonly rules: PoolRules;
}

/** What a member is told of their own part in a pool: how far they have read its talk, and whether they may say something there. */
type Membership = AnnouncementReader & { readonly readUntil: number; readonly isMuted: boolean };

/** Since when a user is an enabled member of each pool, and how far they have read its announcements and its talk. */
export async function membershipsOfUser(db: Db, userId: string): Promise<ReadonlyMap<string, Membership>> {
  const rows = await db
    .selectFrom('pool_members')
    .select(['pool_id', 'joined_at as joinedAt', 'told_until as toldUntil'])
    .select(['read_until as readUntil', 'is_muted'])
    .where('user_id', '=', userId)
    .where('enabled', '=', 1)
    .execute();
  return new Map(rows.map(({ pool_id, is_muted, ...told }) => [pool_id, { ...told, isMuted: is_muted === 1 }]));
}

/** The living pools that a user is an enabled member of, in the order of the list: the `Pools` map of specification section 3. */
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
