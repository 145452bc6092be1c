import { asksFor } from '#core/formats/traits.ts';
import type { SideTable } from '#core/side-tables.ts';
import type { Pool } from '#core/types.ts';
import { compareWeeks } from '#core/weeks.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { inList } from '#server/platform/db/json-rows.ts';
import type { PoolTable } from '#server/platform/db/schema.ts';
import { readRules } from '#server/platform/db/values.ts';
import { yieldToRequests } from '#server/platform/turns.ts';

export function toPool(row: Omit<PoolTable, 'has_talk' | 'made_by' | 'format' | 'side_tables' | 'stored_at'>): Pool {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    moneyUrl: row.money_url,
    rules: readRules(row.rules),
    activeWeekId: row.active_week_id,
    isListed: row.is_listed === 1,
    template: row.template,
    createdAt: row.created_at,
    deletedAt: row.deleted_at,
  };
}

/** How many pools a user created, without deleted ones. */
export async function countPoolsMadeBy(db: Db, userId: string): Promise<number> {
  const query = db.selectFrom('pools').select((q) => q.fn.countAll<number>().as('number'));
  const row = await query.where('made_by', '=', userId).where('deleted_at', 'is', null).executeTakeFirst();
  return Number(row?.number ?? 0);
}

/** Every pool that is not deleted, in no particular order. */
export async function livingPools(db: Db): Promise<Pool[]> {
  const rows = await db.selectFrom('pools').selectAll().where('deleted_at', 'is', null).execute();
  return rows.map(toPool);
}

export async function findPool(db: Db, poolId: string): Promise<Pool | null> {
  const query = db.selectFrom('pools').selectAll().where('id', '=', poolId).where('deleted_at', 'is', null);
  const row = await query.executeTakeFirst();
  return row ? toPool(row) : null;
}

/** The pools with these ids, by id, without deleted ones. */
export async function findPools(db: Db, poolIds: readonly string[]): Promise<Pool[]> {
  const query = db.selectFrom('pools').selectAll().where('id', 'in', inList(poolIds)).where('deleted_at', 'is', null);
  return (await query.orderBy('id').execute()).map(toPool);
}

/** Whether a pool asks for sides of games. */
export async function asksForSides(db: Db, poolId: string): Promise<boolean> {
  const pool = await db.selectFrom('pools').select('rules').where('id', '=', poolId).executeTakeFirst();
  return pool === undefined || asksFor('pick', readRules(pool.rules));
}

/** The side tables of a pool, in the order in which a commissioner put them; none if it is deleted. */
export async function sideTablesOf(db: Db, poolId: string): Promise<SideTable[]> {
  const query = db.selectFrom('pools').select('side_tables').where('id', '=', poolId).where('deleted_at', 'is', null);
  const row = await query.executeTakeFirst();
  return row === undefined ? [] : parseTables(row.side_tables);
}

function parseTables(stored: string): SideTable[] {
  return JSON.parse(stored) as SideTable[];
}

/** Those of the pools that have a side table with a prize. */
export async function poolsWithSidePrizes(db: Db, poolIds: readonly string[]): Promise<string[]> {
  if (poolIds.length === 0) return [];
  const query = db.selectFrom('pools').select(['id', 'side_tables']).where('id', 'in', poolIds);
  const rows = await query.where('side_tables', '!=', '[]').execute();
  return rows.filter((row) => parseTables(row.side_tables).some(({ cents }) => cents > 0)).map(({ id }) => id);
}

/** A pool that is locked until a transaction ends. */
export type HeldPool = Pool & { readonly hasTalk: boolean };

/** Locks a pool until the transaction ends; null if it is deleted. */
export async function holdPool(tx: Db, { engine }: Pick<Store, 'engine'>, poolId: string): Promise<HeldPool | null> {
  let query = tx.selectFrom('pools').selectAll().where('id', '=', poolId).where('deleted_at', 'is', null);
  if (engine === 'postgres') query = query.forNoKeyUpdate();
  const row = await query.executeTakeFirst();
  return row ? { ...toPool(row), hasTalk: row.has_talk === 1 } : null;
}

/**
 * Locks several pools in the order of their ids. More can be added while it waits for a lock, so it asks again until no id is new.
 * @param idsOf the ids, as they are now @returns the pools by id; null for a deleted one
 */
export async function holdPools(
  tx: Db,
  store: Pick<Store, 'engine'>,
  idsOf: () => Promise<readonly string[]>,
): Promise<ReadonlyMap<string, HeldPool | null>> {
  const held = new Map<string, HeldPool | null>();
  for (;;) {
    const more = (await idsOf()).filter((id) => !held.has(id)).toSorted();
    if (more.length === 0) return held;
    for (const id of more) held.set(id, await holdPool(tx, store, id));
  }
}

/** Pools with exactly this name, without deleted ones; names need not be unique. */
export async function findPoolsByName(db: Db, name: string): Promise<Pool[]> {
  return (await livingPools(db)).filter((pool) => pool.name === name);
}

/** The enabled weeks of a pool in playing order. */
export async function poolWeeks(db: Db, poolId: string): Promise<string[]> {
  const query = db.selectFrom('pool_weeks').select('week_id').where('pool_id', '=', poolId).where('enabled', '=', 1);
  return (await query.execute()).map((row) => row.week_id).sort(compareWeeks);
}

/** Pools in which a week is enabled, without deleted ones. */
export async function poolsOfWeek(db: Db, weekId: string): Promise<Pool[]> {
  return (await playingWeek(db, weekId).selectAll('pools').execute()).map(toPool);
}

/** The ids of `poolsOfWeek`. */
export async function poolIdsOfWeek(db: Db, weekId: string): Promise<string[]> {
  return (await playingWeek(db, weekId).select('pools.id').execute()).map(({ id }) => id);
}

function playingWeek(db: Db, weekId: string) {
  return db
    .selectFrom('pool_weeks')
    .innerJoin('pools', 'pools.id', 'pool_weeks.pool_id')
    .where('pool_weeks.week_id', '=', weekId)
    .where('pool_weeks.enabled', '=', 1)
    .where('pools.deleted_at', 'is', null)
    .orderBy('pools.id');
}

/** Whether a week is one of a pool's enabled weeks. */
export async function isWeekOfPool(db: Db, poolId: string, weekId: string): Promise<boolean> {
  const query = db.selectFrom('pool_weeks').select('week_id').where('pool_id', '=', poolId).where('enabled', '=', 1);
  return (await query.where('week_id', '=', weekId).executeTakeFirst()) !== undefined;
}

/** How many pools one statement reads the rules of. On SQLite it blocks all other requests. */
const POOLS_AT_A_TIME = 200;

/**
 * The ids of pools, some at a time. Outside transactions requests run in between.
 * @param of null for all @param most how many pools one statement reads something of
 */
export async function* poolIdsInSlices(
  db: Db,
  of: readonly string[] | null = null,
  most = POOLS_AT_A_TIME,
): AsyncGenerator<readonly string[]> {
  let [at, last] = [0, ''];
  for (;;) {
    const slice = of === null ? await poolIdsAfter(db, last, most) : of.slice(at, at + most);
    if (slice.length > 0) yield slice;
    if (slice.length < most) return;
    [at, last] = [at + slice.length, slice.at(-1) ?? ''];
    if (!db.isTransaction) await yieldToRequests();
  }
}

async function poolIdsAfter(db: Db, last: string, most: number): Promise<string[]> {
  const query = db.selectFrom('pools').select('id').where('id', '>', last).orderBy('id').limit(most);
  return (await query.execute()).map(({ id }) => id);
}
