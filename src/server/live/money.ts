import type { MoneyReply, Noted, PrizeReply } from '#contract/money.ts';
import { FEE, NO_MONEY, SEASON } from '#core/money.ts';
import { compareNames } from '#core/name-order.ts';
import { compareWeeks } from '#core/weeks.ts';
import type { Db } from '#server/store/engine/connect.ts';
import { entriesById } from '../store/entry-reads.ts';
import { readPlan } from '../store/money-plans.ts';
import type { StandingPayment } from '../store/payments.ts';
import { paymentsOf } from '../store/payments.ts';
import { findPool } from '../store/pools.ts';
import type { PoolPrizes } from '../store/prizes.ts';
import { readPrizes } from '../store/prizes.ts';
import type { Loaded } from './snapshot-cache.ts';

/** A pool's money: nothing where the pool is gone. */
export async function loadMoney(db: Db, poolId: string, now: number): Promise<Loaded<MoneyReply>> {
  const pool = await findPool(db, poolId);
  if (!pool) return { state: { plan: tell(NO_MONEY), entries: [], prizes: [] }, validUntil: Number.POSITIVE_INFINITY };
  const plan = await readPlan(db, pool);
  const read = await readPrizes(db, pool, plan, now);
  const payments = await paymentsOf(db, poolId);
  const state = { plan: tell(plan), entries: await entriesOf(db, read, payments), prizes: prizesTold(read, payments) };
  return { state, validUntil: Number.POSITIVE_INFINITY };
}

function tell(plan: typeof NO_MONEY): MoneyReply['plan'] {
  return { ...plan, places: [...plan.places] };
}

async function entriesOf(
  db: Db,
  { players }: PoolPrizes,
  payments: readonly StandingPayment[],
): Promise<MoneyReply['entries']> {
  const playing = new Set(players.map(({ id }) => id));
  const gone = [...new Set(payments.map(({ entryId }) => entryId))].filter((id) => !playing.has(id));
  const all = [...players, ...(await entriesById(db, gone))].sort(compareNames);
  const fees = new Map(payments.filter(({ purpose }) => purpose === FEE).map((fee) => [fee.entryId, fee]));
  return all.map(({ id, ownerId, name }) => {
    return { id, ownerId, name, isPlaying: playing.has(id), ...paidOf(fees.get(id)) };
  });
}

/** Prizes with what was paid of each. One that was paid for a week without a prize by now, or to an entry that has none any more, stays. */
function prizesTold({ prizes, final }: PoolPrizes, payments: readonly StandingPayment[]): PrizeReply[] {
  const paid = Map.groupBy(
    payments.filter(({ purpose }) => purpose !== FEE),
    ({ purpose }) => purpose,
  );
  const ranks = new Map(final?.map(({ id, rank }) => [id, rank]));
  const known = new Set(prizes.map(({ of }) => of));
  const others = [...paid.keys()]
    .filter((of) => !known.has(of))
    .map((of) => ({ of, cents: 0, rolled: 0, isDecided: false, shares: [] }));
  return [...prizes, ...others]
    .filter(({ of, cents }) => cents > 0 || paid.has(of))
    .sort((a, b) => Number(a.of === SEASON) - Number(b.of === SEASON) || compareWeeks(a.of, b.of))
    .map(({ shares, ...prize }) => {
      const own = new Map(paid.get(prize.of)?.map((payment) => [payment.entryId, payment]));
      const formers = [...own.keys()].filter((id) => !shares.some((share) => share.id === id));
      const all = [...shares, ...formers.map((id) => ({ id, cents: 0 }))];
      const rankOf = (id: string) => (prize.of === SEASON && ranks.has(id) ? { rank: ranks.get(id) ?? 0 } : {});
      return {
        ...prize,
        shares: all.map((share) => ({ ...share, ...rankOf(share.id), ...paidOf(own.get(share.id)) })),
      };
    });
}

function paidOf(payment: StandingPayment | undefined): { paid: number; noted: Noted | null } {
  return payment === undefined
    ? { paid: 0, noted: null }
    : { paid: payment.cents, noted: { by: payment.by, at: payment.at } };
}
