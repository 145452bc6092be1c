import type { Cents, Due } from '#core/money.ts';
import { formatDollars } from '#core/money.ts';

/** How many people are named; the rows show everybody. */
const MAX_NAMED = 6;

/** What is still to be paid. An overpayment counts as nothing to pay. */
export function restOf({ cents, paid }: Due): Cents {
  return Math.max(0, cents - paid);
}

/** `3 haven't paid: Bree Thompson, Oskar Weiss, Uncle Walt`; with amounts unless everyone owes the whole fee. Null if everybody has paid. */
export function unpaidText(dues: readonly (Due & { readonly name: string })[], fee: Cents): string | null {
  const open = dues.filter((due) => restOf(due) > 0);
  if (open.length === 0) return null;
  const isWhole = open.every((due) => restOf(due) === fee);
  const names = open
    .slice(0, MAX_NAMED)
    .map((due) => (isWhole ? due.name : `${due.name} ${formatDollars(restOf(due))}`));
  const more = open.length > MAX_NAMED ? ` and ${open.length - MAX_NAMED} more` : '';
  return `${open.length} ${open.length === 1 ? "hasn't" : "haven't"} paid: ${names.join(', ')}${more}`;
}
