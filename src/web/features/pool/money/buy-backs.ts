import type { MoneyReply } from '#contract/money.ts';
import { counted } from '#core/listed.ts';
import type { Cents } from '#core/money.ts';

type Plan = MoneyReply['plan'];

/** How many buy-backs are part of what an entry owes: `incl. 1 buy-back`; null if none is. @param due what it owes in all */
export function buyBacksText(due: Cents, { fee, buyBack = 0 }: Plan): string | null {
  if (due <= fee || buyBack === 0) return null;
  return `incl. ${counted((due - fee) / buyBack, 'buy-back')}`;
}

/** The same for all entries of a person together. */
export function buyBacksOf(own: readonly Pick<MoneyReply['entries'][number], 'due'>[], plan: Plan): string | null {
  const over = own.map(({ due }) => Math.max(0, due - plan.fee));
  return buyBacksText(plan.fee + over.reduce((sum, each) => sum + each, 0), plan);
}
