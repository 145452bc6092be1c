/**
 * Writes lock receipts (decision 049). A lock is settled once no writer of picks that was judged before it is left: `settle` waits for those.
 * Its receipt is written by the next sweep (`sweep.ts`), or, if that was missed, before the pool's next correction.
 */
import { sql } from 'kysely';
import type { Covered } from '#core/receipts/check.ts';
import { foldReceipts, goneLine, slotKey } from '#core/receipts/check.ts';
import type { KeptReceipt, ReceiptLine } from '#core/receipts/receipts.ts';
import { listText, poolHash, sealed } from '#core/receipts/receipts.ts';
import { reachedLocks, visibleLines } from '#core/receipts/visible.ts';
import { compareWeeks } from '#core/weeks.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { faultOf } from '#server/platform/db/faults.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { deleteMeta, writeMeta } from '#server/platform/db/meta.ts';
import { isConflict, transact } from '#server/platform/db/transactions.ts';
import { yieldToRequests } from '#server/platform/turns.ts';
import { isWeekOfPool } from '#server/pools/reads.ts';
import type { DueScope, NotedImport, PoolWeekId } from './reads.ts';
import { IMPORTING, latestReceipt, receiptWeek, sha256, storedPicks, weeksWithoutReceipts } from './reads.ts';

/**
 * The league's time (ms), after all picks that were judged before it are stored. On PostgreSQL they share the gate, which this closes for a
 * moment; on SQLite only one transaction writes at a time.
 */
export async function settle(store: Store, clock: () => number): Promise<number> {
  const now = await timeInTransaction(store.db, store.engine, clock);
  if (store.engine === 'postgres') await transact(store, (tx) => sql`select pg_advisory_xact_lock(7, 0)`.execute(tx));
  return now;
}

/**
 * Writes the receipts of locks that were missed, before something that is visible changes.
 * @param onError called for each week that fails, which the next sweep tries again
 * @returns the pools that got a receipt
 */
export async function catchUp(
  store: Store,
  scope: DueScope,
  clock: () => number,
  onError: (error: unknown) => void = () => {},
): Promise<ReadonlySet<string>> {
  const due = await weeksWithoutReceipts(store.db, scope, clock());
  return due.length === 0 ? new Set() : writeEach(store, due, await settle(store, clock), onError);
}

/**
 * Writes the receipts around an import: first those that are missing, then one for what it stored in each week. In a pool without any, what
 * it stores is what its locks made visible; they are late. If it is cut off, or a receipt fails, the next full sweep writes them.
 * @param now the league's time, ms
 */
export async function receiptImport<T>(
  store: Store,
  { poolId, weekIds }: { readonly poolId: string; readonly weekIds: readonly string[] },
  now: number,
  act: () => Promise<T>,
): Promise<T> {
  const weeks = [...new Set(weekIds)].sort(compareWeeks).map((weekId) => ({ poolId, weekId }));
  if ((await latestReceipt(store.db, poolId)) !== null) {
    await catchUp(store, { poolId }, () => now);
    await writeEach(store, weeks, await settle(store, () => now));
  }
  const key = `${IMPORTING}${poolId}`;
  const noted: NotedImport = { poolId, weekIds: weeks.map(({ weekId }) => weekId) };
  await writeMeta(store.db, key, JSON.stringify(noted));
  const result = await act();
  let failures = 0;
  await writeEach(store, weeks, await settle(store, () => now), () => {
    failures += 1;
  });
  if (failures === 0) await deleteMeta(store.db, key);
  return result;
}

/**
 * Writes the missing receipts of weeks, each in a transaction of its own. @param now a settled time, ms @returns the pools that got one
 * @throws on a database fault; other failures of a week do not stop the others
 */
export async function writeEach(
  store: Store,
  weeks: readonly PoolWeekId[],
  now: number,
  onError: (error: unknown) => void = () => {},
): Promise<ReadonlySet<string>> {
  const pools = new Set<string>();
  for (const week of weeks) {
    await yieldToRequests();
    try {
      const written = await transact(store, (tx) => write(tx, store.engine, week, now, true));
      if (written > 0) pools.add(week.poolId);
    } catch (error) {
      if (faultOf(error) !== null) throw error;
      onError(error);
    }
  }
  return pools;
}

/**
 * Writes the missing receipts of a pool's week in the caller's transaction: one for each lock, then one for what was corrected since.
 * @param now a settled time, ms
 */
export function writeReceipts(tx: Db, engine: Engine, week: PoolWeekId, now: number): Promise<void> {
  return withoutHarm(tx, () => write(tx, engine, week, now, true));
}

/**
 * Writes a receipt of what the caller's transaction corrected in a pool's week. Leaves locks without a receipt to the next sweep, because
 * others may still be storing picks.
 */
export function receiptCorrections(tx: Db, engine: Engine, week: PoolWeekId, now: number): Promise<void> {
  return withoutHarm(tx, () => write(tx, engine, week, now, false));
}

/** A receipt that cannot be written does not undo what it is about. A sweep retries those of locks; a correction waits for the next of its week. */
async function withoutHarm(tx: Db, act: () => Promise<unknown>): Promise<void> {
  await sql`savepoint receipts`.execute(tx);
  try {
    await act();
  } catch (error) {
    if (faultOf(error) !== null || isConflict(error)) throw error;
    await sql`rollback to savepoint receipts`.execute(tx);
  }
  await sql`release savepoint receipts`.execute(tx);
}

async function write(tx: Db, engine: Engine, week: PoolWeekId, now: number, isSettled: boolean): Promise<number> {
  const { poolId, weekId } = week;
  // One writer per pool: the next number and hash follow from the last.
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(8, hashtext(${poolId}))`.execute(tx);
  const written = await receiptsOfWeek(tx, week);
  if (written.length === 0 && !(await isWeekOfPool(tx, poolId, weekId))) return 0;
  const known = new Set(written.map(({ lockAt }) => lockAt));
  const covered: Covered = foldReceipts(written).covered.get(weekId) ?? new Map();
  const games = await receiptWeek(tx, week);
  // A lock with a receipt was reached, even if the caller began before it.
  const reached = Math.max(now, ...written.map(({ lockAt }) => lockAt ?? 0));
  const visible = visibleLines(games, await storedPicks(tx, week, games), reached);
  const news = visible.filter(({ line }) => !isSame(covered.get(slotKey(line))?.line, line));
  const seen = new Set(visible.map(({ line }) => slotKey(line)));
  const gone = [...covered].flatMap(([key, { line }]) => (seen.has(key) ? [] : [goneLine(line)]));
  const corrected = [...news.filter(({ lockAt }) => known.has(lockAt)).map(({ line }) => line), ...gone];
  const missing = isSettled ? reachedLocks(games, now).filter((lockAt) => !known.has(lockAt)) : [];
  let last = await latestReceipt(tx, poolId);
  if (corrected.length > 0) last = await insert(tx, week, { lockAt: null, list: corrected }, last, now);
  for (const lockAt of missing) {
    const list = news.filter((each) => each.lockAt === lockAt).map(({ line }) => line);
    last = await insert(tx, week, { lockAt, list }, last, now);
  }
  return missing.length + Number(corrected.length > 0);
}

function isSame(line: ReceiptLine | undefined, other: ReceiptLine): boolean {
  return line?.every((part, at) => part === other[at]) ?? false;
}

async function insert(
  tx: Db,
  { poolId, weekId }: PoolWeekId,
  { lockAt, list }: { readonly lockAt: number | null; readonly list: readonly ReceiptLine[] },
  last: KeptReceipt | null,
  madeAt: number,
): Promise<KeptReceipt> {
  const { number, hash: previous } = last ?? { number: 0, hash: await poolHash(sha256, poolId) };
  const link = await sealed(sha256, { number: number + 1, weekId, lockAt, madeAt, previous }, list);
  await tx
    .insertInto('lock_receipts')
    .values({
      pool_id: poolId,
      number: link.number,
      week_id: weekId,
      lock_at: lockAt,
      made_at: madeAt,
      list: listText(list),
      list_hash: link.listHash,
      previous,
      hash: link.hash,
    })
    .execute();
  return link;
}

/** The receipts of a pool's week, in order, as they add up. */
async function receiptsOfWeek(tx: Db, { poolId, weekId }: PoolWeekId) {
  const query = tx.selectFrom('lock_receipts').select(['number', 'lock_at', 'made_at', 'list']);
  const rows = await query.where('pool_id', '=', poolId).where('week_id', '=', weekId).orderBy('number').execute();
  return rows.map(({ number, lock_at: lockAt, made_at: madeAt, list }) => {
    return { number, weekId, lockAt, madeAt, list: JSON.parse(list) as readonly ReceiptLine[] };
  });
}
