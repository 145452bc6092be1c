import { changedFields } from '#core/audit.ts';
import type { Cents, MoneyPlan } from '#core/money.ts';
import { FEE, formatDollars, planFor, SEASON, tidyPlan } from '#core/money.ts';
import type { Pool } from '#core/types.ts';
import { parseWeekId } from '#core/weeks.ts';
import { writeAudit } from './audit.ts';
import type { Db, Store } from './engine/connect.ts';
import { transact } from './engine/transactions.ts';
import { timeInTransaction } from './league-time.ts';
import { readPlan, writePlan } from './money-plans.ts';
import type { Payment } from './payments.ts';
import { paymentsOf, replacePayment } from './payments.ts';
import { holdPool, isWeekOfPool } from './pools.ts';
import { setToldPrizes } from './prize-news.ts';
import { readPrizes } from './prizes.ts';

/** Why nothing was written. */
export type MoneyRefusal = 'pool_not_found' | 'changed_meanwhile' | 'entry_not_found' | 'week_not_found';

/** What came of an act; `isChanged` is false where everything was so already. */
export type MoneyOutcome<R extends MoneyRefusal = MoneyRefusal> =
  | { readonly isChanged: boolean }
  | { readonly refusal: R };

/**
 * Sets the plan of a pool, and notes it. It counts for the whole season, also for weeks that are decided. Nothing is written where somebody else changed it
 * since it was `seen`.
 */
export function savePlan(
  store: Store,
  actorId: string,
  poolId: string,
  { plan, seen }: { readonly plan: MoneyPlan; readonly seen: MoneyPlan },
  clock: () => number,
): Promise<MoneyOutcome<'pool_not_found' | 'changed_meanwhile'>> {
  return transact(store, async (tx) => {
    const pool = await holdPool(tx, store, poolId);
    if (!pool) return { refusal: 'pool_not_found' };
    const before = await readPlan(tx, pool);
    const after = tidyPlan(planFor(plan, pool.rules.format));
    const fields = changedFields(planFields(before), planFields(after));
    if (Object.keys(fields.after).length === 0) return { isChanged: false };
    if (JSON.stringify(planFields(before)) !== JSON.stringify(planFields(tidyPlan(seen))))
      return { refusal: 'changed_meanwhile' };
    const now = await timeInTransaction(tx, store.engine, clock);
    await writePlan(tx, poolId, after);
    await writeAudit(tx, { act: 'money.plan', actorId, poolId, ...fields }, now);
    await setToldPrizes(tx, poolId, (await readPrizes(tx, pool, after, now)).prizes);
    return { isChanged: true };
  });
}

/** What a commissioner saw when they noted a payment: what stood as paid, and what was due. */
export interface SeenPayment {
  readonly paid: Cents;
  readonly due: Cents;
}

/**
 * Notes what was paid for an entry as its fee, or of a prize, in all; 0 takes it back. It is noted in the log. Nothing is written where what is paid or due is
 * not what was `seen`: somebody else noted it, or a score was corrected.
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
    await replacePayment(tx, payment, now);
    await note(tx, payment, ownerId, paid, now);
    return { isChanged: true };
  });
}

/** Whose an entry of a pool is, also one that left the standings; null if there is none. */
async function ownerIn(tx: Db, poolId: string, entryId: string): Promise<string | null> {
  const query = tx.selectFrom('entries').select('owner_id').where('pool_id', '=', poolId).where('id', '=', entryId);
  return (await query.executeTakeFirst())?.owner_id ?? null;
}

/** What has to be paid for an entry, or to its owner, for a purpose. */
async function dueOf(tx: Db, pool: Pool, { entryId, purpose }: Payment, now: number): Promise<Cents> {
  const plan = await readPlan(tx, pool);
  if (purpose === FEE) return plan.fee;
  const { prizes } = await readPrizes(tx, pool, plan, now);
  const shares = prizes.find((prize) => prize.of === purpose)?.shares ?? [];
  return shares.find(({ id }) => id === entryId)?.cents ?? 0;
}

async function isPurpose(tx: Db, poolId: string, purpose: string): Promise<boolean> {
  return purpose === FEE || purpose === SEASON || isWeekOfPool(tx, poolId, purpose);
}

async function note(tx: Db, payment: Payment, userId: string, paid: Cents, now: number): Promise<void> {
  const { poolId, entryId, purpose, cents, actorId } = payment;
  const [kind, way] = [purpose === FEE ? 'fee' : 'payout', cents === 0 ? 'undo' : 'note'] as const;
  const week = parseWeekId(purpose) === null ? {} : { weekId: purpose };
  const states = { before: paidState(paid), after: paidState(cents) };
  await writeAudit(tx, { act: `${kind}.${way}`, actorId, poolId, userId, entryId, ...week, ...states }, now);
}

function paidState(cents: Cents): object {
  return cents === 0 ? {} : { paid: formatDollars(cents) };
}

/** A plan as the log tells it. */
function planFields({ fee, week, places }: MoneyPlan) {
  return {
    entryFee: formatDollars(fee),
    weeklyPrize: formatDollars(week),
    placePrizes: places.map(formatDollars).join(', '),
  };
}
