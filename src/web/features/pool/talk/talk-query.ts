import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { liveQuery } from '#web/lib/query.ts';

/** The latest messages of a pool. */
export function talkQuery(poolId: string) {
  return queryOptions({
    ...liveQuery,
    queryKey: ['talk', poolId],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId/talk', { params: { poolId }, query: {} }, signal),
    meta: { failure: 'Error fetching the talk', topic: { kind: 'talk', poolId } },
  });
}
