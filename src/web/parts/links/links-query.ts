import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { ADMIN_KEY } from '#web/lib/query.ts';

/** The links of entries in a pool, for those who run it. */
export function linksQuery(poolId: string) {
  return queryOptions({
    queryKey: ['pool', poolId, 'links'],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId/links', { params: { poolId } }, signal),
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching links' },
  });
}

/** After a link was made or undone: all that is known of the pool is read again, and what the admins' screens show. */
export function useLinksChanged(): (poolId: string) => Promise<void> {
  const client = useQueryClient();
  return (poolId) =>
    client.invalidateQueries({ predicate: ({ queryKey: [name, of] }) => name === ADMIN_KEY[0] || of === poolId });
}
