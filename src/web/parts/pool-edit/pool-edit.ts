import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { ADMIN_KEY, SESSION_KEY } from '#web/lib/query.ts';
import { poolsQuery } from '#web/parts/queries.ts';

/** All pools as admins see them, and the season that is loaded. */
export const poolRowsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'pools'],
  queryFn: ({ signal }) => call('GET /api/admin/pools', {}, signal),
  refetchOnMount: 'always',
  meta: { failure: 'Error fetching pools' },
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
    const lists = [poolRowsQuery.queryKey, poolsQuery.queryKey];
    await Promise.all(lists.map((queryKey) => client.invalidateQueries({ queryKey })));
    const open = client.getQueryData(poolsQuery.queryKey)?.pools.filter(({ details }) => details !== null);
    const there = new Set(open?.map(({ id }) => id));
    await Promise.all([
      client.invalidateQueries({ predicate: ({ queryKey: [name, id] }) => name === 'pool' && there.has(String(id)) }),
      client.invalidateQueries({ queryKey: SESSION_KEY }),
    ]);
  };
}
