import { sql } from 'kysely';
import type { HookTopic } from '#core/hooks/hooks.ts';
import { HOOKS_EACH, hookLabel } from '#core/hooks/hooks.ts';
import type { HookKind } from '#core/hooks/kinds.ts';
import type { HookNews } from '#core/hooks/news.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Actor } from '#server/journal/audit-store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { newId } from '#server/platform/db/ids.ts';
import type { DeliveryState, HookDeliveryTable, PoolHookTable } from '#server/platform/db/schema.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { holdPool } from '#server/pools/reads.ts';
import { latestReceipt } from '#server/receipts/reads.ts';

/** A webhook of a pool. Its address is a secret, because anyone who knows it can post there. */
export interface Hook {
  readonly id: string;
  readonly poolId: string;
  readonly kind: HookKind;
  readonly address: string;
  readonly secret: string | null;
  readonly topics: readonly HookTopic[];
  /** How many hours before a lock it is notified. */
  readonly hours: number;
  /** On the league's clock, ms. */
  readonly madeAt: number;
  readonly isOff: boolean;
}

/** The fields of a new hook. */
export type NewHook = Pick<Hook, 'poolId' | 'kind' | 'address' | 'secret' | 'topics' | 'hours'>;

function toHook(row: Omit<PoolHookTable, 'made_by' | 'rests_until'>): Hook {
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

/** The hooks of all pools that are not deleted, including those that are off. */
export async function allHooks(db: Db): Promise<Hook[]> {
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

/** Adds a hook to a pool, and logs it. The first one starts with the given `state`, so that it gets no old news. */
export function addHook(
  store: Store,
  { adminId, now }: Actor & { readonly adminId: string },
  hook: NewHook,
  state: (tx: Db) => Promise<string>,
): Promise<{ readonly id: string } | 'pool_not_found' | 'too_many_hooks' | 'known_address'> {
  return transact(store, async (tx) => {
    const { poolId, topics, kind, address, secret, hours } = hook;
    if ((await holdPool(tx, store, poolId)) === null) return 'pool_not_found';
    const standing = await hooksOfPool(tx, poolId);
    if (standing.some((each) => each.address === address)) return 'known_address';
    if (standing.length >= HOOKS_EACH) return 'too_many_hooks';
    if (standing.length === 0) await replaceHookState(tx, poolId, await state(tx));
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

/** Removes a hook with its deliveries, and logs it. @returns false if there is none */
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

/** Turns off a hook whose address is gone, and logs it once. */
export function turnOff(store: Store, hook: Hook, now: number): Promise<void> {
  return transact(store, async (tx) => {
    const update = tx.updateTable('pool_hooks').set({ off_at: now }).where('id', '=', hook.id);
    const turned = await update.where('off_at', 'is', null).returning('id').execute();
    if (turned.length === 0) return;
    const entry = { actorId: null, poolId: hook.poolId, after: { hook: hookLabel(hook.address) } };
    await writeAudit(tx, { act: 'hook.off', ...entry }, now);
  });
}

/** Turns a hook on again after its address has accepted a message. */
export async function turnOn(db: Db, hookId: string): Promise<void> {
  const update = db.updateTable('pool_hooks').set({ off_at: null }).where('id', '=', hookId);
  await update.where('off_at', 'is not', null).execute();
}

/** Pauses calls to an address. @param until in real time, ms */
export async function letRest(db: Db, hookId: string, until: number): Promise<void> {
  await db.updateTable('pool_hooks').set({ rests_until: until }).where('id', '=', hookId).execute();
}

/** Locks a hook of a pool until the transaction ends; null if there is none. */
async function holdHook(
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

/** The stored state that was already sent to the hooks of a pool; null if there is none. */
export async function readHookState(db: Db, poolId: string): Promise<string | null> {
  const query = db.selectFrom('hook_pools').select('told').where('pool_id', '=', poolId);
  return (await query.executeTakeFirst())?.told ?? null;
}

/**
 * Stores the state that is sent to the hooks of a pool. @returns false if the stored state is no longer `seen`, because another node sent
 * it
 */
export async function claimHookState(tx: Db, poolId: string, seen: string, state: string): Promise<boolean> {
  const update = tx
    .updateTable('hook_pools')
    .set({ told: state })
    .where('pool_id', '=', poolId)
    .where('told', '=', seen);
  return (await update.returning('pool_id').execute()).length > 0;
}

async function replaceHookState(tx: Db, poolId: string, state: string): Promise<void> {
  await tx
    .insertInto('hook_pools')
    .values({ pool_id: poolId, told: state })
    .onConflict((c) => c.column('pool_id').doUpdateSet({ told: state }))
    .execute();
}

/** Maximum duration of a delivery, in ms: one that is still being sent after that was lost with its process. */
const SENDING_MS = MINUTE_MS;
/** Maximum number of stored tests of a hook. */
const TESTS_KEPT = 10;
/** Number of deliveries shown per hook. */
const SHOWN = 10;
const TEST = 'test ';

/** One message to one hook, as a commissioner sees it. Times are real, ms. */
export interface Delivery {
  readonly id: string;
  readonly news: HookNews;
  readonly at: number;
  readonly until: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly nextAt: number;
  readonly status: number | null;
  /** An `OutsideFailure`, `interrupted`, or `outdated`, if its content is no longer valid. */
  readonly failure: string | null;
}

/** A delivery that only this process sends. */
export interface ClaimedDelivery extends Delivery {
  readonly hook: Hook;
}

/** The destination of a delivery, and the id of the user who added its hook. */
export interface Destination {
  readonly address: string;
  readonly madeBy: string;
}

/** A delivery that can be sent now. */
export interface DueDelivery extends Destination {
  readonly id: string;
  readonly hookId: string;
}

/** News to send to the given hooks. */
export interface NewsToSend {
  readonly once: string;
  readonly news: HookNews;
  readonly at: number;
  readonly until: number;
  readonly hookIds: readonly string[];
}

function toDelivery(row: Omit<HookDeliveryTable, 'attempts'> & { readonly attempts: number }): Delivery {
  const { id, at, until, state, attempts, status, failure } = row;
  return {
    id,
    news: JSON.parse(row.news) as HookNews,
    at,
    until,
    state,
    attempts,
    nextAt: row.next_at,
    status,
    failure,
  };
}

/** Adds deliveries with the pool's latest lock receipt; news that was already sent to a hook is not added again. */
export async function addDeliveries(tx: Db, poolId: string, all: readonly NewsToSend[]): Promise<void> {
  if (all.every(({ hookIds }) => hookIds.length === 0)) return;
  // Stored with the news, so that every attempt sends the same receipt.
  const receipt = (await latestReceipt(tx, poolId)) ?? undefined;
  // They are sent in order.
  const rows = all.flatMap(({ once, news, at, until, hookIds }, place) =>
    hookIds.map((hook_id) => newRow({ hook_id, once, news: { ...news, receipt }, at: at + place, until })),
  );
  await tx
    .insertInto('hook_deliveries')
    .values(rows)
    .onConflict((c) => c.columns(['hook_id', 'once']).doNothing())
    .execute();
}

function newRow(of: Pick<HookDeliveryTable, 'hook_id' | 'once' | 'at' | 'until'> & { readonly news: HookNews }) {
  const { hook_id, once, news, at, until } = of;
  const made = { id: `msg_${newId()}`, state: 'waiting', next_at: at, status: null, failure: null } as const;
  return { ...made, hook_id, once, news: JSON.stringify(news), at, until };
}

/** The hooks that already have the given news, as `hook once`. */
export async function alreadySent(db: Db, hookIds: readonly string[], once: readonly string[]): Promise<Set<string>> {
  if (hookIds.length === 0 || once.length === 0) return new Set();
  const query = db.selectFrom('hook_deliveries').select(['hook_id', 'once']).where('hook_id', 'in', hookIds);
  const rows = await query.where('once', 'in', once).execute();
  return new Set(rows.map((row) => `${row.hook_id} ${row.once}`));
}

/** Whether a hook received a different result of a week before a delivery. */
export async function hasOtherResult(
  db: Db,
  { id, hook }: Pick<ClaimedDelivery, 'id' | 'hook'>,
  weekId: string,
): Promise<boolean> {
  const query = db.selectFrom('hook_deliveries').select('id').where('hook_id', '=', hook.id).where('id', '<>', id);
  const first = `decided ${weekId}`;
  const sent = query
    .where('state', '=', 'sent')
    .where((q) => q.or([q('once', '=', first), q('once', 'like', `${first} %`)]));
  return (await sent.limit(1).executeTakeFirst()) !== undefined;
}

/** The latest deliveries of the given hooks, by hook, newest first. */
export async function deliveriesOf(db: Db, hookIds: readonly string[]): Promise<ReadonlyMap<string, Delivery[]>> {
  const found = new Map<string, Delivery[]>();
  for (const id of hookIds) {
    const query = db.selectFrom('hook_deliveries').selectAll().where('hook_id', '=', id);
    const rows = await query.orderBy('at', 'desc').orderBy('id').limit(SHOWN).execute();
    found.set(id, rows.map(toDelivery));
  }
  return found;
}

/** Adds a test of a hook, and logs it. @returns its id; null if there is no such hook */
export function addTest(
  store: Store,
  { adminId, now }: Actor,
  { poolId, hookId }: { readonly poolId: string; readonly hookId: string },
  { at, until }: { readonly at: number; readonly until: number },
): Promise<string | null> {
  return transact(store, async (tx) => {
    const hook = await holdHook(tx, store, poolId, hookId);
    if (hook === null) return null;
    const news = { topic: 'test' } as const;
    const row = newRow({ hook_id: hookId, once: `${TEST}${newId()}`, news, at, until });
    await tx.insertInto('hook_deliveries').values(row).execute();
    await forgetOldTests(tx, hookId);
    const after = { hook: hookLabel(hook.address) };
    await writeAudit(tx, { act: 'hook.test', actorId: adminId, poolId, after }, now);
    return row.id;
  });
}

async function forgetOldTests(tx: Db, hookId: string): Promise<void> {
  const tests = tx
    .selectFrom('hook_deliveries')
    .select('id')
    .where('hook_id', '=', hookId)
    .where('once', 'like', `${TEST}%`);
  const rows = await tests.orderBy('at', 'desc').orderBy('id').execute();
  const old = rows.slice(TESTS_KEPT).map(({ id }) => id);
  if (old.length > 0) await tx.deleteFrom('hook_deliveries').where('id', 'in', old).execute();
}

/** Schedules a finished delivery again, and logs it. @returns false if there is none, or it has not ended */
export function replay(
  store: Store,
  { adminId, now }: Actor,
  { poolId, hookId, deliveryId }: { readonly poolId: string; readonly hookId: string; readonly deliveryId: string },
  { at, until }: { readonly at: number; readonly until: number },
): Promise<boolean> {
  return transact(store, async (tx) => {
    const hook = await holdHook(tx, store, poolId, hookId);
    if (hook === null) return false;
    const replayed = await tx
      .updateTable('hook_deliveries')
      .set({ state: 'waiting', attempts: 0, next_at: at, until, status: null, failure: null })
      .where('id', '=', deliveryId)
      .where('hook_id', '=', hookId)
      .where('state', 'in', ['sent', 'failed'])
      .returning('id')
      .execute();
    if (replayed.length === 0) return false;
    const after = { hook: hookLabel(hook.address) };
    await writeAudit(tx, { act: 'hook.replay', actorId: adminId, poolId, after }, now);
    return true;
  });
}

/**
 * The deliveries to send now: the oldest of each hook that is on, not paused, not being called, and whose pool is not deleted. @param
 * hookId all hooks by default
 */
export function dueDeliveries(db: Db, now: number, hookId?: string): Promise<DueDelivery[]> {
  const due = db
    .selectFrom('hook_deliveries')
    .innerJoin('pool_hooks', 'pool_hooks.id', 'hook_deliveries.hook_id')
    .innerJoin('pools', 'pools.id', 'pool_hooks.pool_id')
    .select([
      'hook_deliveries.id',
      'hook_deliveries.hook_id as hookId',
      'pool_hooks.address',
      'pool_hooks.made_by as madeBy',
    ])
    .where('hook_deliveries.state', '=', 'waiting')
    .where('hook_deliveries.next_at', '<=', now)
    .where('pool_hooks.off_at', 'is', null)
    .where('pool_hooks.rests_until', '<=', now)
    .where('pools.deleted_at', 'is', null)
    .where(
      sql<boolean>`not exists (
        select 1 from hook_deliveries as other
        where other.hook_id = hook_deliveries.hook_id and (
          other.state = 'sending' or
          (other.state = 'waiting' and (other.next_at, other.id) < (hook_deliveries.next_at, hook_deliveries.id))
        )
      )`,
    )
    .orderBy('hook_deliveries.next_at')
    .orderBy('hook_deliveries.id');
  return (hookId === undefined ? due : due.where('hook_deliveries.hook_id', '=', hookId)).execute();
}

/** The destination of a delivery; null if there is no such delivery. */
export async function destinationOf(db: Db, id: string): Promise<Destination | null> {
  const row = await db
    .selectFrom('hook_deliveries')
    .innerJoin('pool_hooks', 'pool_hooks.id', 'hook_deliveries.hook_id')
    .select(['pool_hooks.address', 'pool_hooks.made_by as madeBy'])
    .where('hook_deliveries.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Claims a delivery for this process before it is sent. @returns null if it is not waiting, because another process has it */
export async function claimDelivery(db: Db, id: string, now: number): Promise<ClaimedDelivery | null> {
  const row = await db
    .updateTable('hook_deliveries')
    .set((eb) => ({ state: 'sending', attempts: eb('attempts', '+', 1), next_at: now + SENDING_MS }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return null;
  const hook = await db.selectFrom('pool_hooks').selectAll().where('id', '=', row.hook_id).executeTakeFirstOrThrow();
  return { ...toDelivery(row), hook: toHook(hook) };
}

/** Stores the outcome of a claimed delivery. */
export async function endAttempt(
  db: Db,
  id: string,
  end: Pick<Delivery, 'state' | 'nextAt' | 'status' | 'failure'>,
): Promise<void> {
  const { state, nextAt, status, failure } = end;
  const update = db.updateTable('hook_deliveries').set({ state, next_at: nextAt, status, failure });
  await update.where('id', '=', id).where('state', '=', 'sending').execute();
}

/** Postpones a claimed delivery without counting an attempt. */
export async function postponeDelivery(db: Db, id: string, nextAt: number): Promise<void> {
  await db
    .updateTable('hook_deliveries')
    .set((eb) => ({ state: 'waiting', attempts: eb('attempts', '-', 1), next_at: nextAt }))
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
}

/** Ends expired deliveries, and those whose process died while sending, which may have arrived. */
export async function endForgotten(db: Db, now: number): Promise<void> {
  const isForgotten = sql<boolean>`(state = 'sending' and next_at < ${now}) or (state = 'waiting' and until <= ${now})`;
  const forgotten = await db.selectFrom('hook_deliveries').select('id').where(isForgotten).limit(1).execute();
  if (forgotten.length === 0) return;
  await sql`
    update hook_deliveries set state = 'failed',
      status = case when state = 'sending' then null else status end,
      failure = case when state = 'sending' then 'interrupted' else failure end
    where ${isForgotten}`.execute(db);
}

/** A delivery of a hook; null if there is none. */
export async function findDelivery(db: Db, id: string): Promise<Delivery | null> {
  const row = await db.selectFrom('hook_deliveries').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toDelivery(row) : null;
}
