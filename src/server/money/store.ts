import { isDeepStrictEqual } from 'node:util';
import { changedFields } from '#core/audit.ts';
import type { Cents, MoneyPlan, Prize, Share } from '#core/money.ts';
import {
  FEE,
  fixedFlaw,
  formatDollars,
  hasMoney,
  isSidePurpose,
  NO_MONEY,
  placeText,
  planFor,
  SEASON,
  sidePurpose,
  tidyPlan,
} from '#core/money.ts';
import type { Named } from '#core/name-order.ts';
import type { FixedFees, PlanFlaw } from '#core/prize-shares.ts';
import { fixFees, hasShares, planFlaw, weekPlaces } from '#core/prize-shares.ts';
import type { SideTable } from '#core/side-tables.ts';
import { parseWeekId } from '#core/weeks.ts';
import { entryNames } from '#server/entries/reads.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { findPool, holdPool, isWeekOfPool, poolsWithSidePrizes, sideTablesOf } from '#server/pools/reads.ts';
import type { MoneyPool } from './reads.ts';
import { feeOf, paymentsOf, readPlan, readPrizes } from './reads.ts';

/** Why nothing was written. */
export type MoneyRefusal = 'pool_not_found' | 'changed_meanwhile' | 'entry_not_found' | 'week_not_found';

/** The outcome of an act; `isChanged` is false if nothing changed. */
export type MoneyOutcome<R extends MoneyRefusal = MoneyRefusal> =
  | { readonly isChanged: boolean }
  | { readonly refusal: R };

/** The columns of a plan. */
export function planColumns({ fee, buyBack = 0, week, places }: MoneyPlan) {
  const listed =
    typeof week === 'number' ? { week, week_places: '[]' } : { week: 0, week_places: JSON.stringify(week) };
  return { fee, buy_back: buyBack, ...listed, places: JSON.stringify(places) };
}

/** Stores the plan of a pool, in the caller's transaction. */
export async function writePlan(tx: Db, poolId: string, plan: MoneyPlan): Promise<void> {
  const set = planColumns(plan);
  await tx
    .insertInto('pool_money')
    .values({ pool_id: poolId, ...set })
    .onConflict((c) => c.column('pool_id').doUpdateSet(set))
    .execute();
}

/** Copies the plan of another pool, in the transaction that creates the pool. What is fixed of its fees is not part of it. */
export async function copyPlan(tx: Db, fromId: string, toId: string): Promise<void> {
  const row = await tx.selectFrom('pool_money').selectAll().where('pool_id', '=', fromId).executeTakeFirst();
  if (row !== undefined)
    await tx
      .insertInto('pool_money')
      .values({ ...row, pool_id: toId, fixed: '{}' })
      .execute();
}

/**
 * Fixes what the shares of ended weeks, and of a season that is over, are of, in the caller's transaction, which holds the pool (decision
 * 070). Does nothing for a pool without shares.
 */
export async function fixShares(tx: Db, pool: MoneyPool, now: number): Promise<void> {
  const fixed = await feesToFix(tx, pool, now);
  if (fixed !== null) await writeFixed(tx, pool.id, fixed);
}

/**
 * `fixShares` before a change of who pays fees or which weeks count, in the caller's transaction: what is decided must not change with it.
 * The pool is locked.
 */
export async function fixSharesOf(tx: Db, store: Pick<Store, 'engine'>, poolId: string, now: number): Promise<void> {
  const pool = await holdPool(tx, store, poolId);
  if (pool !== null) await fixShares(tx, pool, now);
}

/** Whether `fixShares` would fix something. */
export async function hasSharesToFix(db: Db, poolId: string, now: number): Promise<boolean> {
  const pool = await findPool(db, poolId);
  return pool !== null && (await feesToFix(db, pool, now)) !== null;
}

/** What the shares of a pool are of for good; null if that is stored. */
async function feesToFix(db: Db, pool: MoneyPool, now: number): Promise<FixedFees | null> {
  const plan = await readPlan(db, pool);
  if (!hasShares(plan)) return null;
  const { season } = await readPrizes(db, pool, plan, now);
  const fixed = fixFees(plan, season);
  return isDeepStrictEqual(fixed, season.fixed) ? null : fixed;
}

async function writeFixed(tx: Db, poolId: string, fixed: FixedFees): Promise<void> {
  const set = { fixed: JSON.stringify(fixed) };
  await tx.updateTable('pool_money').set(set).where('pool_id', '=', poolId).execute();
}

/** A payment to record, by an entry or to its owner. */
export interface Payment {
  readonly poolId: string;
  readonly entryId: string;
  readonly purpose: string;
  /** 0 undoes the payment. */
  readonly cents: Cents;
  readonly actorId: string;
}

/** Replaces the current payment, which stays in the table as undone. Runs in the caller's transaction. */
export async function replacePayment(tx: Db, payment: Payment, now: number): Promise<void> {
  const { poolId, entryId, purpose, cents, actorId } = payment;
  await tx
    .updateTable('pool_payments')
    .set({ undone_by: actorId, undone_at: now })
    .where('pool_id', '=', poolId)
    .where('entry_id', '=', entryId)
    .where('purpose', '=', purpose)
    .where('undone_at', 'is', null)
    .execute();
  if (cents === 0) return;
  const noted = { noted_by: actorId, noted_at: now, undone_by: null, undone_at: null };
  await tx
    .insertInto('pool_payments')
    .values({ pool_id: poolId, entry_id: entryId, purpose, cents, ...noted })
    .execute();
}

/**
 * Sets the plan of a pool, and logs it. It applies to the whole season, decided weeks included; what their shares are of stays as it is
 * fixed, unless one of the plans has no such shares. Writes nothing if the plan was changed since it was `seen`, or has a flaw.
 */
export function savePlan(
  store: Store,
  actorId: string,
  poolId: string,
  { plan, seen }: { readonly plan: MoneyPlan; readonly seen: MoneyPlan },
  clock: () => number,
): Promise<MoneyOutcome<'pool_not_found' | 'changed_meanwhile'> | { readonly flaw: PlanFlaw }> {
  return transact(store, async (tx) => {
    const pool = await holdPool(tx, store, poolId);
    if (!pool) return { refusal: 'pool_not_found' };
    const before = await readPlan(tx, pool);
    const after = planFor(tidyPlan(plan), pool.rules);
    const fields = changedFields(planFields(before), planFields(after));
    if (Object.keys(fields.after).length === 0) return { isChanged: false };
    if (JSON.stringify(planFields(before)) !== JSON.stringify(planFields(tidyPlan(seen))))
      return { refusal: 'changed_meanwhile' };
    const now = await timeInTransaction(tx, store.engine, clock);
    const flaw = await replacePlan(tx, actorId, pool, { before, after }, now);
    return flaw === null ? { isChanged: true } : { flaw };
  });
}

/** Sets the plan of a new pool, and logs it, in the caller's transaction. @returns what is wrong with it; null if it is stored */
export async function setFirstPlan(
  tx: Db,
  actorId: string | null,
  pool: MoneyPool,
  plan: MoneyPlan,
  now: number,
): Promise<PlanFlaw | null> {
  const after = planFor(tidyPlan(plan), pool.rules);
  return hasMoney(after) ? replacePlan(tx, actorId, pool, { before: NO_MONEY, after }, now) : null;
}

async function replacePlan(
  tx: Db,
  actorId: string | null,
  pool: MoneyPool,
  { before, after }: { readonly before: MoneyPlan; readonly after: MoneyPlan },
  now: number,
): Promise<PlanFlaw | null> {
  const { season: was } = await readPrizes(tx, pool, before, now);
  const { season: is } = await readPrizes(tx, pool, after, now);
  // Decided weeks are fixed by the plan that they were decided under. What it had no shares of is not fixed.
  const fixed = fixFees(before, was);
  const flaw =
    planFlaw(after, pool.rules, before) ??
    fixedFlaw({ plan: before, season: { ...was, fixed } }, { plan: after, season: { ...is, fixed } });
  if (flaw !== null) return flaw;
  const fields = changedFields(planFields(before), planFields(after));
  await writePlan(tx, pool.id, after);
  const toFix = fixFees(after, { ...is, fixed });
  if (!isDeepStrictEqual(toFix, was.fixed)) await writeFixed(tx, pool.id, toFix);
  await writeAudit(tx, { act: 'money.plan', actorId, poolId: pool.id, ...fields }, now);
  await setAnnouncedPrizes(tx, pool.id, (await readPrizes(tx, pool, after, now)).prizes);
  return null;
}

/** What a commissioner saw when they recorded a payment: the amounts paid and due. */
export interface SeenPayment {
  readonly paid: Cents;
  readonly due: Cents;
}

/**
 * Records the total paid by an entry as its fee, or paid out of a prize, and logs it; 0 undoes it. Writes nothing if the amounts paid or
 * due differ from those `seen`, because of another payment or a corrected score.
 */
export function notePayment(
  store: Store,
  payment: Payment,
  seen: SeenPayment,
  clock: () => number,
): Promise<MoneyOutcome> {
  return transact(store, async (tx): Promise<MoneyOutcome> => {
    const { poolId, entryId, purpose, cents } = payment;
    const pool = await holdPool(tx, store, poolId);
    if (!pool) return { refusal: 'pool_not_found' };
    const standing = (await paymentsOf(tx, poolId)).filter((each) => each.entryId === entryId);
    const paid = standing.find((each) => each.purpose === purpose)?.cents ?? 0;
    if (paid === 0 && !(await isPurpose(tx, poolId, purpose))) return { refusal: 'week_not_found' };
    const ownerId = await ownerIn(tx, poolId, entryId);
    if (ownerId === null) return { refusal: 'entry_not_found' };
    if (paid === cents) return { isChanged: false };
    const now = await timeInTransaction(tx, store.engine, clock);
    if (paid !== seen.paid || (await dueOf(tx, pool, payment, now)) !== seen.due)
      return { refusal: 'changed_meanwhile' };
    await fixShares(tx, pool, now);
    await replacePayment(tx, payment, now);
    await note(tx, payment, ownerId, paid, now);
    return { isChanged: true };
  });
}

/** The owner of an entry of a pool, including entries that left the standings; null if there is none. */
async function ownerIn(tx: Db, poolId: string, entryId: string): Promise<string | null> {
  const query = tx.selectFrom('entries').select('owner_id').where('pool_id', '=', poolId).where('id', '=', entryId);
  return (await query.executeTakeFirst())?.owner_id ?? null;
}

/** The amount due from an entry, or to its owner, for a purpose. */
async function dueOf(tx: Db, pool: MoneyPool, { entryId, purpose }: Payment, now: number): Promise<Cents> {
  const plan = await readPlan(tx, pool);
  const read = await readPrizes(tx, pool, plan, now);
  if (purpose === FEE) return feeOf(entryId, plan, read);
  const shares = read.prizes.find((prize) => prize.of === purpose)?.shares ?? [];
  return shares.find(({ id }) => id === entryId)?.cents ?? 0;
}

async function isPurpose(tx: Db, poolId: string, purpose: string): Promise<boolean> {
  if (purpose === FEE || purpose === SEASON) return true;
  return isSidePurpose(purpose)
    ? (await sideTableOf(tx, poolId, purpose)) !== undefined
    : isWeekOfPool(tx, poolId, purpose);
}

/** The side table that a payment is for; undefined if it is for something else, or the table was removed. */
async function sideTableOf(db: Db, poolId: string, purpose: string): Promise<SideTable | undefined> {
  return (await sideTablesOf(db, poolId)).find(({ id }) => sidePurpose(id) === purpose);
}

async function note(tx: Db, payment: Payment, userId: string, paid: Cents, now: number): Promise<void> {
  const { poolId, entryId, purpose, cents, actorId } = payment;
  const [kind, way] = [purpose === FEE ? 'fee' : 'payout', cents === 0 ? 'undo' : 'note'] as const;
  const week = parseWeekId(purpose) === null ? {} : { weekId: purpose };
  const table = await sideTableOf(tx, poolId, purpose);
  const states = { before: paidState(paid), after: { ...nameState(table), ...paidState(cents) } };
  await writeAudit(tx, { act: `${kind}.${way}`, actorId, poolId, userId, entryId, ...week, ...states }, now);
}

function paidState(cents: Cents): object {
  return cents === 0 ? {} : { paid: formatDollars(cents) };
}

/** The name of a side table, in records about its prize. */
function nameState(table: Pick<SideTable, 'name'> | undefined): object {
  return table === undefined ? {} : { sideTable: table.name };
}

/** The fields of a plan in the log. */
function planFields(plan: MoneyPlan) {
  const { fee, buyBack = 0, places } = plan;
  return {
    entryFee: formatDollars(fee),
    buyBackFee: formatDollars(buyBack),
    weeklyPrize: weekPlaces(plan).map(placeText).join(', ') || formatDollars(0),
    placePrizes: places.map(placeText).join(', '),
  };
}

/** A decided prize whose recipients or amount differ from what was announced. */
interface ChangedPrize {
  readonly of: string;
  /** The name of its side table. */
  readonly name: string | undefined;
  readonly shares: readonly Share[];
  /** Undefined if nothing was announced yet. */
  readonly announced: readonly Share[] | undefined;
}

/** Stores decided prizes as announced without logging them: the act that changed them is logged itself. */
async function setAnnouncedPrizes(tx: Db, poolId: string, prizes: readonly Prize[]): Promise<void> {
  for (const { of, shares, isDecided } of prizes) {
    if (!isDecided) continue;
    const set = { shares: JSON.stringify(shares) };
    await tx
      .insertInto('announced_prizes')
      .values({ pool_id: poolId, purpose: of, ...set })
      .onConflict((c) => c.columns(['pool_id', 'purpose']).doUpdateSet(set))
      .execute();
  }
}

/**
 * Logs the decided prizes of a pool that differ from what was announced, because a score, a guess or a membership was corrected. The
 * announced prizes are stored, so that nothing is logged twice; a prize that is decided for the first time is not logged.
 * @param unsettled weeks whose results are not announced: their prizes wait, and so do those of side tables and the season
 */
export async function notePrizes(tx: Db, pool: MoneyPool, unsettled: ReadonlySet<string>, now: number): Promise<void> {
  const plan = await readPlan(tx, pool);
  if (!hasMoney(plan) && (await poolsWithSidePrizes(tx, [pool.id])).length === 0) return;
  await fixShares(tx, pool, now);
  const { prizes, players, changed } = await changedPrizes(tx, pool, plan, now);
  const names = new Map(players.map(({ id, name }) => [id, name]));
  const gone = changed.flatMap(({ announced = [] }) => announced.map(({ id }) => id)).filter((id) => !names.has(id));
  const all = new Map([...(await entryNames(tx, gone)), ...names]);
  const isSettled = ({ of }: { readonly of: string }) =>
    parseWeekId(of) === null ? unsettled.size === 0 : !unsettled.has(of);
  for (const { of, name, shares, announced } of changed.filter(isSettled)) {
    if (announced === undefined) continue;
    const week = parseWeekId(of) === null ? {} : { weekId: of };
    const after = { ...(name !== undefined && nameState({ name })), prize: sharesText(shares, all) };
    const states = { before: { prize: sharesText(announced, all) }, after };
    await writeAudit(tx, { act: 'prize.change', actorId: null, poolId: pool.id, ...week, ...states }, now);
  }
  await setAnnouncedPrizes(tx, pool.id, prizes.filter(isSettled));
}

async function changedPrizes(
  db: Db,
  pool: MoneyPool,
  plan: MoneyPlan,
  now: number,
): Promise<{ prizes: readonly Prize[]; players: readonly Named[]; changed: ChangedPrize[] }> {
  const { prizes, players } = await readPrizes(db, pool, plan, now);
  const rows = await db.selectFrom('announced_prizes').selectAll().where('pool_id', '=', pool.id).execute();
  const announced = new Map(rows.map(({ purpose, shares }) => [purpose, JSON.parse(shares) as Share[]]));
  const changed = prizes
    .filter(({ isDecided }) => isDecided)
    .map(({ of, name, shares }) => ({ of, name, shares, announced: announced.get(of) }))
    .filter((prize) => prize.announced === undefined || keyOf(prize.announced) !== keyOf(prize.shares));
  return { prizes, players, changed };
}

/** Equal for equal shares, in any order. */
function keyOf(shares: readonly Share[]): string {
  return shares
    .map(({ id, cents }) => `${id} ${cents}`)
    .sort()
    .join();
}

function sharesText(shares: readonly Share[], names: ReadonlyMap<string, string>): string {
  if (shares.length === 0) return 'nobody';
  return shares.map(({ id, cents }) => `${names.get(id) ?? ''} ${formatDollars(cents)}`).join(', ');
}

/** The weeks of a pool whose prizes were announced. */
export async function weeksWithPrizes(db: Db, poolId: string): Promise<string[]> {
  const rows = await db.selectFrom('announced_prizes').select('purpose').where('pool_id', '=', poolId).execute();
  return rows.map(({ purpose }) => purpose).filter((purpose) => parseWeekId(purpose) !== null);
}
