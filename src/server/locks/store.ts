/**
 * Writes the receipts of locks, and before them the picks that own defaults make. A lock is settled once no writer of picks that was judged
 * before it is left: `settle` waits for those. Its receipt is written by the next sweep (`sweep.ts`), or, if that was missed, before the
 * pool's next correction.
 */
import { sql } from 'kysely';
import { compareWeeks } from '#core/weeks.ts';
import { fillDefaults } from '#server/picks/default-store.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { openGate } from '#server/platform/db/gate.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { deleteMeta, writeMeta } from '#server/platform/db/meta.ts';
import { inHalves, inSlices } from '#server/platform/db/slices.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { yieldToRequests } from '#server/platform/turns.ts';
import { storeScales } from '#server/pools/scale-store.ts';
import type { DueScope, NotedImport, PoolWeekId, WeekOfPools } from '#server/receipts/reads.ts';
import { IMPORTING, latestReceipt, unlistedChanges, weeksWithoutReceipts } from '#server/receipts/reads.ts';
import type { Cause } from '#server/receipts/store.ts';
import { withoutHarm, writeWeeks } from '#server/receipts/store.ts';

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
 */
export async function catchUp(
  store: Store,
  scope: DueScope,
  clock: () => number,
  onError: (error: unknown) => void = () => {},
): Promise<void> {
  const due = await weeksWithoutReceipts(store.db, scope, clock());
  if (due.length > 0) await writeEach(store, due, await settle(store, clock), onError);
}

/**
 * Writes the receipts of a pool that were missed, before they are read.
 * @returns the changes of games that it can't list, because a receipt can't be read
 */
export async function catchUpPool(store: Store, poolId: string, clock: () => number): Promise<readonly string[]> {
  const before = await unlistedChanges(store.db, poolId);
  await catchUp(store, { poolId }, clock);
  const left = await unlistedChanges(store.db, poolId);
  return left.filter((change) => before.includes(change));
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
  const noted: NotedImport = { poolId, weekIds: weeks.map(({ weekId }) => weekId), at: now };
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
 * Writes the missing receipts of weeks, those of several pools in one transaction, and the weeks of a pool in their order.
 * @param now a settled time, ms @param onError called once for each week that fails, which does not stop the others
 * @throws on a database fault
 */
export async function writeEach(
  store: Store,
  weeks: readonly PoolWeekId[],
  now: number,
  onError: (error: unknown) => void = () => {},
): Promise<void> {
  const byWeek = [...Map.groupBy(weeks, ({ weekId }) => weekId)];
  for (const [weekId, own] of byWeek.toSorted(([a], [b]) => compareWeeks(a, b)))
    await inSlices(
      store,
      [...new Set(own.map(({ poolId }) => poolId))],
      (tx, poolIds) => writeLocks(tx, store.engine, { weekId, poolIds }, now),
      {
        // A change of games, which closes the gate, locks the same pools in another order.
        hold: (tx) => openGate(tx, store.engine),
        onFailure: onError,
        between: yieldToRequests,
      },
    );
}

/** The pools whose receipts are written at once in the caller's transaction. */
const POOLS_AT_ONCE = 50;

/**
 * Writes the missing receipts of a week of pools in the caller's transaction: what was corrected since, then one for each lock. A pool whose
 * receipts cannot be written harms neither the caller nor the others.
 * @param now a settled time, ms @param cause what the caller corrected
 */
export async function writeReceipts(
  tx: Db,
  engine: Engine,
  { weekId, poolIds }: WeekOfPools,
  now: number,
  cause?: Cause,
): Promise<void> {
  for (let at = 0; at < poolIds.length; at += POOLS_AT_ONCE)
    await inHalves(poolIds.slice(at, at + POOLS_AT_ONCE), (some) =>
      withoutHarm(tx, () => writeLocks(tx, engine, { weekId, poolIds: some }, now, cause)),
    );
}

async function writeLocks(tx: Db, engine: Engine, week: WeekOfPools, now: number, cause?: Cause): Promise<void> {
  await fillDefaults(tx, engine, week, now);
  await storeScales(tx, week, now);
  await writeWeeks(tx, engine, week, { causes: cause === undefined ? [] : [cause], isSettled: true }, now);
}
