import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { ADMIN_KEY, SESSION_KEY } from '#web/lib/query.ts';
import { poolsQuery } from '#web/parts/queries.ts';

/** What admins read about all pools: each query about them has a key that begins with this. */
export const ALL_POOLS_KEY = [...ADMIN_KEY, 'pools'] as const;

/** The pools of the league in numbers, and how far it is set up. */
export const summaryQuery = queryOptions({
  queryKey: [...ALL_POOLS_KEY, 'summary'],
  queryFn: ({ signal }) => call('GET /api/admin/summary', {}, signal),
  refetchOnMount: 'always',
  meta: { failure: 'Error fetching the summary of the league' },
});

/** The pool as its commissioners and admins see it. */
export function poolEditQuery(poolId: string) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'pool', poolId],
    queryFn: ({ signal }) => call('GET /api/admin/pools/:poolId', { params: { poolId } }, signal),
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching the pool' },
  });
}

/** After a change to pools: reads the lists again, and then the other data of the pools that still exist and are open to the person. */
export function usePoolsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const lists = [ALL_POOLS_KEY, poolsQuery.queryKey];
    await Promise.all(lists.map((queryKey) => client.invalidateQueries({ queryKey })));
    const open = client.getQueryData(poolsQuery.queryKey)?.pools.filter(({ details }) => details !== null);
    const there = new Set(open?.map(({ id }) => id));
    await Promise.all([
      client.invalidateQueries({ predicate: ({ queryKey: [name, id] }) => name === 'pool' && there.has(String(id)) }),
      client.invalidateQueries({ queryKey: SESSION_KEY }),
    ]);
  };
}
