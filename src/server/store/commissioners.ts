import { sql } from 'kysely';
import { MIN_COMMISSIONERS } from '#core/permissions.ts';
import { transact } from '#server/store/engine/transactions.ts';
import type { Actor } from './audit.ts';
import { writeAudit } from './audit.ts';
import type { Db, Store } from './engine/connect.ts';
import { commissionersOf } from './members.ts';
import { wasMember } from './pool-members.ts';
import { holdPool } from './pools.ts';

/** Why a commissioner was not named or removed. */
export type CommissionerRefusal = 'pool_not_found' | 'player_not_found' | 'last_commissioner';

interface OfPool {
  readonly poolId: string;
  readonly userId: string;
}

/**
 * Names a commissioner of a pool, or removes one, and notes it where that changed something. Only an enabled member with an
 * enabled account is named, and one such account remains when another is removed, whatever others do at the same moment.
 * @returns null once it is as asked for
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

/** Makes somebody a commissioner of a pool, in the transaction of an act. @returns whether that changed something */
export async function addCommissioner(tx: Db, { adminId, now }: Actor, { poolId, userId }: OfPool): Promise<boolean> {
  const added = await tx
    .insertInto('pool_commissioners')
    .values({ pool_id: poolId, user_id: userId, named_at: now, named_by: adminId })
    .onConflict((c) => c.doNothing())
    .returning('user_id')
    .execute();
  return added.length > 0;
}

/** Gives a pool the commissioners of another; where that has none, whoever makes the pool is its commissioner. */
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
