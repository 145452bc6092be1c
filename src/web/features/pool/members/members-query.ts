import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';

/** How often an open page reads the list of members. */
const REFRESH_MS = 30_000;

/** Who plays in a pool and who runs it. */
export function membersQuery(poolId: string) {
  return queryOptions({
    queryKey: ['pool', poolId, 'members'],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId/members', { params: { poolId } }, signal),
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
    meta: { failure: 'Error fetching the members' },
  });
}
