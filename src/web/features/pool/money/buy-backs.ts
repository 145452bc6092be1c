import type { MoneyReply } from '#contract/money.ts';
import type { Cents } from '#core/money.ts';

type Plan = MoneyReply['plan'];

/** How many buy-backs are part of what an entry owes: `incl. 1 buy-back`; null if none is. @param due what it owes in all */
export function buyBacksText(due: Cents, { fee, buyBack = 0 }: Plan): string | null {
  if (due <= fee) return null;
  const count = (due - fee) / buyBack;
  // The fees may have changed between two replies.
  if (!Number.isInteger(count)) return 'incl. buy-backs';
  return `incl. ${count} buy-back${count === 1 ? '' : 's'}`;
}

/** The same for all entries of a person together. */
export function buyBacksOf(own: readonly Pick<MoneyReply['entries'][number], 'due'>[], plan: Plan): string | null {
  const over = own.map(({ due }) => Math.max(0, due - plan.fee));
  return buyBacksText(plan.fee + over.reduce((sum, each) => sum + each, 0), plan);
}
