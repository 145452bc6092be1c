import { sql } from 'kysely';
import type { BuyBackWindow } from '#core/formats/survivor/buy-backs.ts';
import { pastWindow, windowOf } from '#core/formats/survivor/buy-backs.ts';
import type { SurvivorTable } from '#core/formats/survivor/table.ts';
import { hasBuyBacks } from '#core/rules/pool-rules.ts';
import { decidedWeeks } from '#core/scoring.ts';
import type { Pool } from '#core/types.ts';
import { buyBackWindowsOf } from '#server/entries/reads.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { writeRows } from '#server/platform/db/json-rows.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { readSurvivorTable, weeksShownAsDecided } from './season-reads.ts';

/**
 * Stores until when the entries that are out can be bought back, and the weeks that are decided, in the transaction after which pages show
 * both. Does nothing in a pool without buy-backs.
 * @param clock the league's
 */
export async function storeWindows(
  tx: Db,
  engine: Engine,
  pool: Pick<Pool, 'id' | 'rules'>,
  clock: () => number,
): Promise<void> {
  if (!hasBuyBacks(pool.rules)) return;
  await holdWindows(tx, engine, pool.id);
  const now = await timeInTransaction(tx, engine, clock);
  const shown = await weeksShownAsDecided(tx, pool.id);
  await write(tx, engine, pool, now, (weeks, weekId, before, isBoughtBack) =>
    windowOf(weeks, weekId, before, shown.has(weekId), now, isBoughtBack),
  );
}

/** Each week that is rescored writes the windows of all weeks. Transactions lock their weeks first, so no two wait for each other. */
export async function holdWindows(tx: Db, engine: Engine, poolId: string): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(9, hashtext(${poolId}))`.execute(tx);
}

/**
 * Stores the windows of entries that went out before this server stored any, as if pages had shown it in time: of a pool from a file without
 * windows.
 */
export async function storePastWindows(
  tx: Db,
  engine: Engine,
  pool: Pick<Pool, 'id' | 'rules'>,
  now: number,
): Promise<void> {
  if (!hasBuyBacks(pool.rules)) return;
  await write(tx, engine, pool, now, (weeks, weekId, before) => before ?? pastWindow(weeks, weekId, now));
}

type Weeks = SurvivorTable['weeks'];

async function write(
  tx: Db,
  engine: Engine,
  pool: Pick<Pool, 'id' | 'rules'>,
  now: number,
  next: (weeks: Weeks, weekId: string, before: BuyBackWindow | undefined, isBoughtBack: boolean) => BuyBackWindow,
): Promise<void> {
  const { rows, weeks } = await readSurvivorTable(tx, pool, now);
  const stored = await buyBackWindowsOf(tx, pool.id);
  const changed = rows.flatMap(({ id, outWeekId, boughtBack }) => {
    const own = stored.get(id) ?? new Map<string, BuyBackWindow>();
    const outIn = new Set(outWeekId === null ? boughtBack : [...boughtBack, outWeekId]);
    const gone = [...own].flatMap(([weekId, window]) =>
      window.stands && !outIn.has(weekId) ? [windowRow(id, weekId, { ...window, stands: false })] : [],
    );
    const standing = [...outIn].flatMap((weekId) => {
      const before = own.get(weekId);
      const window = next(weeks, weekId, before, boughtBack.includes(weekId));
      return isSame(before, window) ? [] : [windowRow(id, weekId, window)];
    });
    return [...gone, ...standing];
  });
  await writeRows(tx, engine, 'buy_back_windows', windowColumns, changed, ['entry_id', 'week_id']);
  const decided = decidedWeeks(weeks.map(({ games }) => games));
  const decidedIds = weeks.flatMap(({ id }, at) => (decided[at] ? [id] : []));
  if (decidedIds.length === 0) return;
  const unseen = tx.updateTable('pool_weeks').set({ decided_at: now }).where('pool_id', '=', pool.id);
  await unseen.where('week_id', 'in', decidedIds).where('decided_at', 'is', null).execute();
}

function isSame(before: BuyBackWindow | undefined, after: BuyBackWindow): boolean {
  return before !== undefined && before.stands === after.stands && before.closesAt === after.closesAt;
}

export const windowColumns = {
  entry_id: 'text',
  week_id: 'text',
  shown_at: 'integer',
  closes_at: 'integer',
  corrected: 'integer',
  stands: 'integer',
} as const;

/** A row of `buy_back_windows`. */
export function windowRow(entryId: string, weekId: string, { shownAt, closesAt, isCorrected, stands }: BuyBackWindow) {
  return {
    entry_id: entryId,
    week_id: weekId,
    shown_at: shownAt,
    closes_at: closesAt,
    corrected: isCorrected ? (1 as const) : (0 as const),
    stands: stands ? (1 as const) : (0 as const),
  };
}
