import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { liveQuery } from '#web/lib/query.ts';

/** A pool's money: its plan, who has paid, and who has won what. */
export function moneyQuery(poolId: string) {
  return queryOptions({
    ...liveQuery,
    queryKey: ['money', poolId],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId/money', { params: { poolId } }, signal),
    meta: { failure: 'Error fetching the money', topic: { kind: 'money', poolId } },
  });
}
