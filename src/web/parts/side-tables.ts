import { queryOptions } from '@tanstack/react-query';
import type { SideTableReply } from '#contract/side-tables.ts';
import type { Cents } from '#core/money.ts';
import { formatDollars } from '#core/money.ts';
import { call } from '#web/lib/api.ts';
import { liveQuery } from '#web/lib/query.ts';

/** The side tables of a pool with their standings. Apart from the other queries: few screens need it. */
export function sideTablesQuery(poolId: string) {
  return queryOptions({
    ...liveQuery,
    queryKey: ['sideTables', poolId],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId/side-tables', { params: { poolId } }, signal),
    meta: { failure: 'Error fetching side tables', topic: { kind: 'sideTables', poolId } },
  });
}

/** The prize of a side table: `Prize: $20`, `Prize: $12.50`; null if it has none. */
export function prizeText(cents: Cents): string | null {
  return cents === 0 ? null : `Prize: ${formatDollars(cents)}`;
}

/** The state of a side table as its badge shows it. */
export function stateOf({ isFixed, isDecided }: Pick<SideTableReply, 'isFixed' | 'isDecided'>) {
  if (isDecided) return { tone: 'good', text: 'Decided' } as const;
  return isFixed ? ({ tone: 'warn', text: 'Running' } as const) : ({ tone: 'plain', text: 'Still to come' } as const);
}
