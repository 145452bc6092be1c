import type { HookTopic } from '#core/hooks/hooks.ts';
import { HOOKS_EACH, hookLabel } from '#core/hooks/hooks.ts';
import type { HookKind } from '#core/hooks/kinds.ts';
import type { Actor } from './audit.ts';
import { writeAudit } from './audit.ts';
import type { Db, Store } from './engine/connect.ts';
import type { PoolHookTable } from './engine/schema.ts';
import { transact } from './engine/transactions.ts';
import { newId } from './ids.ts';
import { holdPool } from './pools.ts';

/** A hook of a pool. Its address is a secret: anybody who knows it can post there. */
export interface Hook {
  readonly id: string;
  readonly poolId: string;
  readonly kind: HookKind;
  readonly address: string;
  readonly secret: string | null;
  readonly topics: readonly HookTopic[];
  /** How many hours before a lock it is told of it. */
  readonly hours: number;
  /** On the league's clock, ms. */
  readonly madeAt: number;
  readonly isOff: boolean;
}

/** What somebody sets of a hook. */
export type NewHook = Pick<Hook, 'poolId' | 'kind' | 'address' | 'secret' | 'topics' | 'hours'>;

export function toHook(row: Omit<PoolHookTable, 'made_by' | 'rests_until'>): Hook {
  return {
    id: row.id,
    poolId: row.pool_id,
    kind: row.kind,
    address: row.address,
    secret: row.secret,
    topics: JSON.parse(row.topics) as HookTopic[],
    hours: row.hours,
    madeAt: row.made_at,
    isOff: row.off_at !== null,
  };
}

/** The hooks of a pool in the order in which they were added. */
export async function hooksOfPool(db: Db, poolId: string): Promise<Hook[]> {
  const query = db.selectFrom('pool_hooks').selectAll().where('pool_id', '=', poolId);
  return (await query.orderBy('made_at').orderBy('id').execute()).map(toHook);
}

/** The hooks of living pools, also those that are off. */
export async function hooksToTell(db: Db): Promise<Hook[]> {
  const rows = await db
    .selectFrom('pool_hooks')
    .innerJoin('pools', 'pools.id', 'pool_hooks.pool_id')
    .selectAll('pool_hooks')
    .where('pools.deleted_at', 'is', null)
    .orderBy('pool_hooks.pool_id')
    .orderBy('pool_hooks.id')
    .execute();
  return rows.map(toHook);
}

/** Adds a hook to a pool, and notes it. The first one begins with `told`, so that it hears no old news. */
export function addHook(
  store: Store,
  { adminId, now }: Actor & { readonly adminId: string },
  hook: NewHook,
  told: (tx: Db) => Promise<string>,
): Promise<{ readonly id: string } | 'pool_not_found' | 'too_many_hooks' | 'known_address'> {
  return transact(store, async (tx) => {
    const { poolId, topics, kind, address, secret, hours } = hook;
    if ((await holdPool(tx, store, poolId)) === null) return 'pool_not_found';
    const standing = await hooksOfPool(tx, poolId);
    if (standing.some((each) => each.address === address)) return 'known_address';
    if (standing.length >= HOOKS_EACH) return 'too_many_hooks';
    if (standing.length === 0) await replaceTold(tx, poolId, await told(tx));
    const id = newId();
    const set = { kind, address, secret, hours, topics: JSON.stringify(topics) };
    await tx
      .insertInto('pool_hooks')
      .values({ id, pool_id: poolId, ...set, made_by: adminId, made_at: now, off_at: null })
      .execute();
    await writeAudit(tx, { act: 'hook.add', actorId: adminId, poolId, after: { hook: hookLabel(address) } }, now);
    return { id };
  });
}

/** Removes a hook with all that was sent by it, and notes it. @returns false where there is none */
export function removeHook(store: Store, { adminId, now }: Actor, poolId: string, hookId: string): Promise<boolean> {
  return transact(store, async (tx) => {
    const hook = await holdHook(tx, store, poolId, hookId);
    if (hook === null) return false;
    await tx.deleteFrom('pool_hooks').where('id', '=', hookId).execute();
    const before = { hook: hookLabel(hook.address) };
    await writeAudit(tx, { act: 'hook.remove', actorId: adminId, poolId, before }, now);
    return true;
  });
}

/** Turns a hook off whose address is gone, and notes it once. */
export function turnOff(store: Store, hook: Hook, now: number): Promise<void> {
  return transact(store, async (tx) => {
    const update = tx.updateTable('pool_hooks').set({ off_at: now }).where('id', '=', hook.id);
    const turned = await update.where('off_at', 'is', null).returning('id').execute();
    if (turned.length === 0) return;
    const entry = { actorId: null, poolId: hook.poolId, after: { hook: hookLabel(hook.address) } };
    await writeAudit(tx, { act: 'hook.off', ...entry }, now);
  });
}

/** A hook whose address has taken a message is on again. */
export async function turnOn(db: Db, hookId: string): Promise<void> {
  const update = db.updateTable('pool_hooks').set({ off_at: null }).where('id', '=', hookId);
  await update.where('off_at', 'is not', null).execute();
}

/** Leaves an address alone for a while. @param until in real time, ms */
export async function letRest(db: Db, hookId: string, until: number): Promise<void> {
  await db.updateTable('pool_hooks').set({ rests_until: until }).where('id', '=', hookId).execute();
}

/** A hook of a pool, held until the transaction ends; null where there is none. */
export async function holdHook(
  tx: Db,
  { engine }: Pick<Store, 'engine'>,
  poolId: string,
  hookId: string,
): Promise<Hook | null> {
  let query = tx.selectFrom('pool_hooks').selectAll().where('id', '=', hookId).where('pool_id', '=', poolId);
  if (engine === 'postgres') query = query.forUpdate();
  const row = await query.executeTakeFirst();
  return row ? toHook(row) : null;
}

/** What the hooks of a pool know of it, as it was stored; null where nothing is. */
export async function readTold(db: Db, poolId: string): Promise<string | null> {
  const query = db.selectFrom('hook_pools').select('told').where('pool_id', '=', poolId);
  return (await query.executeTakeFirst())?.told ?? null;
}

/** Stores what the hooks of a pool know of it. @returns false where it is not what was `seen` any more: another node told them */
export async function claimTold(tx: Db, poolId: string, seen: string, told: string): Promise<boolean> {
  const update = tx.updateTable('hook_pools').set({ told }).where('pool_id', '=', poolId).where('told', '=', seen);
  return (await update.returning('pool_id').execute()).length > 0;
}

async function replaceTold(tx: Db, poolId: string, told: string): Promise<void> {
  await tx
    .insertInto('hook_pools')
    .values({ pool_id: poolId, told })
    .onConflict((c) => c.column('pool_id').doUpdateSet({ told }))
    .execute();
}
