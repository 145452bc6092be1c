import type { SideTableReply } from '#contract/side-tables.ts';
import type { Cents } from '#core/money.ts';
import { formatDollars } from '#core/money.ts';

/** The prize of a side table: `Prize: $20`, `Prize: $12.50`; null if it has none. */
export function prizeText(cents: Cents): string | null {
  return cents === 0 ? null : `Prize: ${formatDollars(cents)}`;
}

/** The state of a side table as its badge shows it. */
export function stateOf({ isFixed, isDecided }: Pick<SideTableReply, 'isFixed' | 'isDecided'>) {
  if (isDecided) return { tone: 'good', text: 'Decided' } as const;
  return isFixed ? ({ tone: 'warn', text: 'Running' } as const) : ({ tone: 'plain', text: 'Still to come' } as const);
}
