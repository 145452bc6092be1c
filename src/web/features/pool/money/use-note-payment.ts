import { useQueryClient } from '@tanstack/react-query';
import type { MoneyReply } from '#contract/money.ts';
import type { Cents, Due } from '#core/money.ts';
import { FEE } from '#core/money.ts';
import { call } from '#web/lib/api.ts';
import { useOptimisticAct } from '#web/parts/panel/optimistic.ts';
import { moneyQuery } from './money-query.ts';

/** What a commissioner notes a payment of. */
export interface PaymentOf extends Due {
  readonly entryId: string;
  /** A week, `FEE` or `SEASON`. */
  readonly purpose: string;
}

/** Notes that somebody has paid, or was paid, so much in all; 0 takes it back. */
export function useNotePayment(poolId: string): (payment: PaymentOf, paid: Cents) => void {
  const client = useQueryClient();
  const { queryKey } = moneyQuery(poolId);
  const act = useOptimisticAct<MoneyReply>(queryKey);
  return ({ entryId, purpose, cents: due, paid: before }, paid) => {
    const body = { purpose, cents: paid, seen: { paid: before, due } };
    act({
      thing: `${purpose} ${entryId}`,
      show: (money) => withPaid(money, { entryId, purpose }, paid),
      undo: (money) => withPaid(money, { entryId, purpose }, before),
      send: () =>
        call('PUT /api/pools/:poolId/money/payments/:entryId', { params: { poolId, entryId }, body }).finally(
          () => void client.invalidateQueries({ queryKey }),
        ),
      failure: "Couldn't note that",
    });
  };
}

function withPaid(money: MoneyReply, { entryId, purpose }: Pick<PaymentOf, 'entryId' | 'purpose'>, paid: Cents) {
  const set = <T extends { readonly id: string }>(each: T): T => (each.id === entryId ? { ...each, paid } : each);
  if (purpose === FEE) return { ...money, entries: money.entries.map(set) };
  const prizes = money.prizes.map((prize) =>
    prize.of === purpose ? { ...prize, shares: prize.shares.map(set) } : prize,
  );
  return { ...money, prizes };
}
