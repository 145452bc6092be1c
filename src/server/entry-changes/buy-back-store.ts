/** Buys entries of survivor pools back, and takes that back (decision 052). Whether a buy-back has an effect is derived from the results. */
import { undoEnd } from '#core/formats/survivor/buy-backs.ts';
import type { SurvivorRow, SurvivorTable } from '#core/formats/survivor/table.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { entryNames } from '#server/entries/reads.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { openGate, refuseLate } from '#server/platform/db/gate.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { findPool } from '#server/pools/reads.ts';
import { readSurvivorTable } from '#server/standings/season-reads.ts';
import { storeWindows } from '#server/standings/windows-store.ts';

/** An entry, the week that put it out, and who buys it back or takes that back. */
export interface BuyBack {
  readonly entryId: string;
  readonly weekId: string;
  readonly userId: string;
  /** Whether they are a commissioner of the pool or an admin. */
  readonly runsPool: boolean;
}

/** Why nothing was written. */
export type BuyBackRefusal = 'entry_not_found' | 'buy_back_impossible' | 'buy_back_closed' | 'buy_back_by_commissioner';

/** The outcome; `isChanged` is false if it was so before. */
export type BuyBackOutcome = { readonly isChanged: boolean } | { readonly refusal: BuyBackRefusal };

/** A verdict: change something before a moment (ms), leave it, or refuse. */
type Verdict = { readonly closesAt: number } | { readonly stays: true } | { readonly refusal: BuyBackRefusal };

/** Buys an entry back into its pool, and logs it. */
export function buyBack(store: Store, asked: BuyBack, clock: () => number): Promise<BuyBackOutcome> {
  const { weekId } = asked;
  return decide(store, asked, clock, async (tx, { row, poolId, now }) => {
    if (row.boughtBack.includes(weekId)) return { stays: true };
    if (row.outWeekId !== weekId || row.buyBackEnd === null) return { refusal: 'buy_back_impossible' };
    if (now >= row.buyBackEnd) return { refusal: 'buy_back_closed' };
    await storeBuyBack(tx, { ...asked, poolId, ownerId: row.ownerId }, now);
    return { closesAt: row.buyBackEnd };
  });
}

/** Takes the last buy-back of an entry back, and logs it. Teams that it has chosen since stay, but don't count. */
export function takeBuyBackBack(store: Store, asked: BuyBack, clock: () => number): Promise<BuyBackOutcome> {
  const { entryId, weekId } = asked;
  return decide(store, asked, clock, async (tx, { row, weeks, poolId, now }) => {
    if (row.mayBuyBack?.weekId === weekId) return { stays: true };
    if (!row.boughtBack.includes(weekId)) return { refusal: 'buy_back_impossible' };
    const closesAt = undoEnd(weeks, weekId, row.buyBacks.get(weekId)?.madeAt ?? 0) ?? Number.POSITIVE_INFINITY;
    if (row.boughtBack.at(-1) !== weekId || now >= closesAt) return { refusal: 'buy_back_closed' };
    await tx.deleteFrom('buy_backs').where('entry_id', '=', entryId).where('week_id', '=', weekId).execute();
    await note(tx, 'entry.buy-back.undo', { ...asked, poolId, ownerId: row.ownerId }, now);
    return { closesAt };
  });
}

/** A buy-back with its pool and the owner of its entry. */
type StoredBuyBack = Omit<BuyBack, 'runsPool'> & { readonly poolId: string; readonly ownerId: string };

/** Stores a buy-back and logs it, without asking whether it is allowed. @param madeAt ms */
export async function storeBuyBack(tx: Db, bought: StoredBuyBack, now: number, madeAt = now): Promise<void> {
  const made = { made_at: madeAt, made_by: bought.userId };
  // An earlier one that a correction made needless may be there.
  await tx
    .insertInto('buy_backs')
    .values({ entry_id: bought.entryId, week_id: bought.weekId, ...made })
    .onConflict((c) => c.columns(['entry_id', 'week_id']).doUpdateSet(made))
    .execute();
  await note(tx, 'entry.buy-back', bought, now);
}

async function note(
  tx: Db,
  act: 'entry.buy-back' | 'entry.buy-back.undo',
  { poolId, entryId, ownerId, weekId, userId }: StoredBuyBack,
  now: number,
): Promise<void> {
  const after = { entryName: (await entryNames(tx, [entryId])).get(entryId) ?? '' };
  await writeAudit(tx, { act, actorId: userId, poolId, weekId, userId: ownerId, entryId, after }, now);
}

interface Facts {
  readonly poolId: string;
  readonly row: SurvivorRow;
  readonly weeks: SurvivorTable['weeks'];
  readonly now: number;
}

/**
 * Judges and writes in one transaction. It shares the gate, so locks and rules can't change before the commit; picks of the entry wait for
 * its row.
 */
function decide(
  store: Store,
  { entryId, userId, runsPool }: BuyBack,
  clock: () => number,
  act: (tx: Db, facts: Facts) => Promise<Verdict>,
): Promise<BuyBackOutcome> {
  const { engine } = store;
  return transact(store, async (tx): Promise<BuyBackOutcome> => {
    await openGate(tx, engine);
    const entry = await holdEntry(tx, store, entryId);
    const pool = entry && (await findPool(tx, entry.pool_id));
    if (entry === null || pool === null) return { refusal: 'entry_not_found' };
    const isOwn = entry.owner_id === userId;
    if (!runsPool && !(isOwn && pool.rules.buyBackBy === 'owner')) return { refusal: 'buy_back_by_commissioner' };
    if (!traitsOf(pool.rules).rules.has('buyBacks')) return { refusal: 'buy_back_impossible' };
    const now = await timeInTransaction(tx, engine, clock);
    const { rows, weeks } = await readSurvivorTable(tx, pool, now);
    const row = rows.find(({ id }) => id === entryId);
    if (row === undefined) return { refusal: 'entry_not_found' };
    const verdict = await act(tx, { poolId: pool.id, row, weeks, now });
    if ('refusal' in verdict) return verdict;
    if ('stays' in verdict) return { isChanged: false };
    // A later week may put the entry out at once.
    await storeWindows(tx, engine, pool, clock);
    await refuseLate(tx, engine, verdict.closesAt, clock());
    return { isChanged: true };
  });
}

/** An entry that plays, locked until the transaction ends; null if there is none. */
async function holdEntry(tx: Db, { engine }: Store, entryId: string) {
  const query = tx.selectFrom('entries').select(['pool_id', 'owner_id']).where('id', '=', entryId);
  const playing = query.where('out_at', 'is', null);
  return (await (engine === 'postgres' ? playing.forNoKeyUpdate() : playing).executeTakeFirst()) ?? null;
}
