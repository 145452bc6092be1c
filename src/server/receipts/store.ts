/** Writes lock receipts into their chain (decision 049). lock-store.ts says when those of locks are written. */
import { sql } from 'kysely';
import type { Covered } from '#core/receipts/check.ts';
import { foldReceipts, goneLine, slotKey } from '#core/receipts/check.ts';
import type { KeptReceipt, ReceiptLine } from '#core/receipts/receipts.ts';
import { listText, poolHash, sealed } from '#core/receipts/receipts.ts';
import { reachedLocks, visibleLines } from '#core/receipts/visible.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { faultOf } from '#server/platform/db/faults.ts';
import { announce, isConflict } from '#server/platform/db/transactions.ts';
import { isWeekOfPool } from '#server/pools/reads.ts';
import type { PoolWeekId } from './reads.ts';
import { latestReceipt, receiptWeek, sha256, storedPicks } from './reads.ts';

/**
 * Writes a receipt of what the caller's transaction corrected in a pool's week. Leaves locks without a receipt to the next sweep, because
 * others may still be storing picks.
 */
export function receiptCorrections(tx: Db, engine: Engine, week: PoolWeekId, now: number): Promise<void> {
  return withoutHarm(tx, () => writeWeek(tx, engine, week, now, false));
}

/** A receipt that cannot be written does not undo what it is about. A sweep retries those of locks; a correction waits for the next of its week. */
export async function withoutHarm(tx: Db, act: () => Promise<unknown>): Promise<void> {
  await sql`savepoint receipts`.execute(tx);
  try {
    await act();
  } catch (error) {
    if (faultOf(error) !== null || isConflict(error)) throw error;
    await sql`rollback to savepoint receipts`.execute(tx);
  }
  await sql`release savepoint receipts`.execute(tx);
}

/**
 * Writes the missing receipts of a pool's week. @param now a settled time, ms, if `isSettled` @param isSettled whether receipts of locks are
 * written, not only of corrections
 */
export async function writeWeek(
  tx: Db,
  engine: Engine,
  week: PoolWeekId,
  now: number,
  isSettled: boolean,
): Promise<void> {
  const { poolId, weekId } = week;
  // One writer per pool: the next number and hash follow from the last.
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(8, hashtext(${poolId}))`.execute(tx);
  const written = await receiptsOfWeek(tx, week);
  if (written.length === 0 && !(await isWeekOfPool(tx, poolId, weekId))) return;
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
  announce(tx, { kind: 'receipts', poolIds: [poolId] });
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
