import { sql } from 'kysely';
import { hookLabel } from '#core/hooks/hooks.ts';
import type { HookNews } from '#core/hooks/news.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Actor } from './audit.ts';
import { writeAudit } from './audit.ts';
import type { Db, Store } from './engine/connect.ts';
import type { DeliveryState, HookDeliveryTable } from './engine/schema.ts';
import { transact } from './engine/transactions.ts';
import type { Hook } from './hooks.ts';
import { holdHook, toHook } from './hooks.ts';
import { newId } from './ids.ts';

/** No delivery takes longer than this, in ms: one that is still being sent was lost with its process. */
const SENDING_MS = MINUTE_MS;
/** So many tests of a hook are kept. */
const TESTS_KEPT = 10;
/** So many deliveries of a hook are shown. */
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
  /** An `OutsideFailure`, `interrupted`, or `outdated`: what it says does not stand any more. */
  readonly failure: string | null;
}

/** A delivery that this process, and no other, sends now. */
export interface ClaimedDelivery extends Delivery {
  readonly hook: Hook;
}

/** Where a delivery goes, and the id of the person who added its hook. */
export interface Destination {
  readonly address: string;
  readonly madeBy: string;
}

/** A delivery that can be sent now. */
export interface DueDelivery extends Destination {
  readonly id: string;
  readonly hookId: string;
}

/** News that is to be told by some hooks. */
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

/** Adds what is to be sent; what a hook was told already is not told again. */
export async function addDeliveries(tx: Db, all: readonly NewsToSend[]): Promise<void> {
  // They are sent in their order.
  const rows = all.flatMap(({ once, news, at, until, hookIds }, place) =>
    hookIds.map((hook_id) => newRow({ hook_id, once, news, at: at + place, until })),
  );
  if (rows.length === 0) return;
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

/** What hooks were told already, of some things: `hook once`. */
export async function toldAlready(db: Db, hookIds: readonly string[], once: readonly string[]): Promise<Set<string>> {
  if (hookIds.length === 0 || once.length === 0) return new Set();
  const query = db.selectFrom('hook_deliveries').select(['hook_id', 'once']).where('hook_id', 'in', hookIds);
  const rows = await query.where('once', 'in', once).execute();
  return new Set(rows.map((row) => `${row.hook_id} ${row.once}`));
}

/** Whether another result of a week has arrived at a hook before one delivery. */
export async function hasHeardOtherwise(
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

/** The latest deliveries of some hooks, by hook, the latest first. */
export async function deliveriesOf(db: Db, hookIds: readonly string[]): Promise<ReadonlyMap<string, Delivery[]>> {
  const found = new Map<string, Delivery[]>();
  for (const id of hookIds) {
    const query = db.selectFrom('hook_deliveries').selectAll().where('hook_id', '=', id);
    const rows = await query.orderBy('at', 'desc').orderBy('id').limit(SHOWN).execute();
    found.set(id, rows.map(toDelivery));
  }
  return found;
}

/** Adds a test of a hook, and notes it. @returns its id; null where there is no such hook */
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

/** Lets a delivery that has ended be sent once more, and notes it. @returns false where there is none, or it has not ended */
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
 * What is to be sent now: the oldest delivery of each hook that is on, does not rest, is not being called, and is of a living pool.
 * @param hookId default: of all hooks
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

/** Where a delivery goes; null if there is no such delivery. */
export async function destinationOf(db: Db, id: string): Promise<Destination | null> {
  const row = await db
    .selectFrom('hook_deliveries')
    .innerJoin('pool_hooks', 'pool_hooks.id', 'hook_deliveries.hook_id')
    .select(['pool_hooks.address', 'pool_hooks.made_by as madeBy'])
    .where('hook_deliveries.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Takes a delivery for this process before it is sent. @returns null where it is not waiting: another one has it */
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

/** Notes how a claimed delivery went. */
export async function endAttempt(
  db: Db,
  id: string,
  end: Pick<Delivery, 'state' | 'nextAt' | 'status' | 'failure'>,
): Promise<void> {
  const { state, nextAt, status, failure } = end;
  const update = db.updateTable('hook_deliveries').set({ state, next_at: nextAt, status, failure });
  await update.where('id', '=', id).where('state', '=', 'sending').execute();
}

/** Lets a claimed delivery wait; this was no attempt. */
export async function postponeDelivery(db: Db, id: string, nextAt: number): Promise<void> {
  await db
    .updateTable('hook_deliveries')
    .set((eb) => ({ state: 'waiting', attempts: eb('attempts', '-', 1), next_at: nextAt }))
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
}

/** Ends deliveries that are old news, and those whose process died while sending: they may have arrived. */
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

/** A delivery of a hook; null where there is none. */
export async function findDelivery(db: Db, id: string): Promise<Delivery | null> {
  const row = await db.selectFrom('hook_deliveries').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toDelivery(row) : null;
}
