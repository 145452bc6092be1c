import type { HookTopic } from '#core/hooks/hooks.ts';
import { HOOKS_EACH, hookLabel } from '#core/hooks/hooks.ts';
import type { HookKind } from '#core/hooks/kinds.ts';
import type { HookNews } from '#core/hooks/news.ts';
import type { Actor } from '#server/journal/audit-store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { newId } from '#server/platform/db/ids.ts';
import type { PoolHookTable } from '#server/platform/db/schema.ts';
import { transact } from '#server/platform/db/transactions.ts';
import type { NewMessage, OutboxMessage } from '#server/platform/outbox/store.ts';
import { addMessages, INTERRUPTED, removeMessagesTo, toMessage } from '#server/platform/outbox/store.ts';
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
  /** The user who added it. */
  readonly madeBy: string;
  /** Calls pause until then at its address's request; real time, ms. */
  readonly restsUntil: number;
}

/** The fields of a new hook. */
export type NewHook = Pick<Hook, 'poolId' | 'kind' | 'address' | 'secret' | 'topics' | 'hours'>;

function toHook(row: Omit<PoolHookTable, 'rests_until'> & { readonly rests_until: number }): Hook {
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
    madeBy: row.made_by,
    restsUntil: row.rests_until,
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

export async function findHook(db: Db, id: string): Promise<Hook | null> {
  const row = await db.selectFrom('pool_hooks').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toHook(row) : null;
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

/** Removes a hook with its messages, and logs it. @returns false if there is none */
export function removeHook(store: Store, { adminId, now }: Actor, poolId: string, hookId: string): Promise<boolean> {
  return transact(store, async (tx) => {
    const hook = await holdHook(tx, store, poolId, hookId);
    if (hook === null) return false;
    await tx.deleteFrom('pool_hooks').where('id', '=', hookId).execute();
    await removeMessagesTo(tx, hookId);
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

/** Maximum number of stored tests of a hook. */
const TESTS_KEPT = 10;
/** Number of messages shown per hook. */
const SHOWN = 10;
const TEST = 'test ';

/** News to send to the given hooks. */
export interface NewsToSend extends Pick<NewMessage, 'at' | 'until'> {
  readonly once: string;
  readonly news: HookNews;
  readonly hookIds: readonly string[];
}

/** Adds messages with the pool's latest lock receipt; news that was already sent to a hook is not added again. */
export async function addNews(tx: Db, poolId: string, all: readonly NewsToSend[]): Promise<void> {
  if (all.every(({ hookIds }) => hookIds.length === 0)) return;
  // Stored with the news, so that every attempt sends the same receipt.
  const receipt = (await latestReceipt(tx, poolId)) ?? undefined;
  const messages = all.flatMap(({ news, hookIds, ...of }) =>
    hookIds.map((recipient) => messageTo(recipient, { ...of, content: { ...news, receipt } })),
  );
  await addMessages(tx, messages);
}

function messageTo(recipient: string, of: Omit<NewMessage, 'id' | 'kind' | 'lane' | 'recipient'>) {
  return { ...of, id: `msg_${newId()}`, kind: 'hook', lane: 'scheduled', recipient } as const;
}

/** The hooks that already have the given news, as `hook once`. */
export async function alreadySent(db: Db, hookIds: readonly string[], once: readonly string[]): Promise<Set<string>> {
  if (hookIds.length === 0 || once.length === 0) return new Set();
  const query = db.selectFrom('outbox').select(['recipient', 'once']).where('recipient', 'in', hookIds);
  const rows = await query.where('once', 'in', once).execute();
  return new Set(rows.map((row) => `${row.recipient} ${row.once}`));
}

/** Whether a hook received a different result of a week before a message, or may have: its process ended while it was sent. */
export async function hasOtherResult(
  db: Db,
  { id, recipient }: Pick<OutboxMessage, 'id' | 'recipient'>,
  weekId: string,
): Promise<boolean> {
  const query = db.selectFrom('outbox').select('id').where('recipient', '=', recipient).where('id', '<>', id);
  const first = `decided ${weekId}`;
  const sent = query
    .where((q) => q.or([q('state', '=', 'sent'), q('failure', '=', INTERRUPTED)]))
    .where((q) => q.or([q('once', '=', first), q('once', 'like', `${first} %`)]));
  return (await sent.limit(1).executeTakeFirst()) !== undefined;
}

/** The latest messages to the given hooks, by hook, newest first. */
export async function deliveriesOf(
  db: Db,
  hookIds: readonly string[],
): Promise<ReadonlyMap<string, readonly OutboxMessage[]>> {
  const found = new Map<string, readonly OutboxMessage[]>();
  for (const id of hookIds) {
    const query = db.selectFrom('outbox').selectAll().where('recipient', '=', id);
    const rows = await query.orderBy('at', 'desc').orderBy('id').limit(SHOWN).execute();
    found.set(id, rows.map(toMessage));
  }
  return found;
}

/** Adds a test of a hook, and logs it. @returns its id; null if there is no such hook */
export function addTest(
  store: Store,
  { adminId, now }: Actor,
  { poolId, hookId }: { readonly poolId: string; readonly hookId: string },
  times: Pick<NewMessage, 'at' | 'until'>,
): Promise<string | null> {
  return transact(store, async (tx) => {
    const hook = await holdHook(tx, store, poolId, hookId);
    if (hook === null) return null;
    const test = messageTo(hookId, { ...times, once: `${TEST}${newId()}`, content: { topic: 'test' } });
    await addMessages(tx, [test]);
    await forgetOldTests(tx, hookId);
    const after = { hook: hookLabel(hook.address) };
    await writeAudit(tx, { act: 'hook.test', actorId: adminId, poolId, after }, now);
    return test.id;
  });
}

async function forgetOldTests(tx: Db, hookId: string): Promise<void> {
  const tests = tx.selectFrom('outbox').select('id').where('recipient', '=', hookId).where('once', 'like', `${TEST}%`);
  const rows = await tests.orderBy('at', 'desc').orderBy('id').execute();
  const old = rows.slice(TESTS_KEPT).map(({ id }) => id);
  if (old.length > 0) await tx.deleteFrom('outbox').where('id', 'in', old).execute();
}

/** Schedules a message that has ended again, and logs it. @returns false if there is none, or it has not ended */
export function replay(
  store: Store,
  { adminId, now }: Actor,
  { poolId, hookId, deliveryId }: { readonly poolId: string; readonly hookId: string; readonly deliveryId: string },
  { at, until }: Pick<NewMessage, 'at' | 'until'>,
): Promise<boolean> {
  return transact(store, async (tx) => {
    const hook = await holdHook(tx, store, poolId, hookId);
    if (hook === null) return false;
    const replayed = await tx
      .updateTable('outbox')
      .set({ state: 'waiting', attempts: 0, next_at: at, until, status: null, failure: null })
      .where('id', '=', deliveryId)
      .where('recipient', '=', hookId)
      .where('state', 'in', ['sent', 'failed'])
      .returning('id')
      .execute();
    if (replayed.length === 0) return false;
    const after = { hook: hookLabel(hook.address) };
    await writeAudit(tx, { act: 'hook.replay', actorId: adminId, poolId, after }, now);
    return true;
  });
}
