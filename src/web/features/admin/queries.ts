import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { SESSION_KEY } from '#web/lib/query.ts';
import { poolsQuery } from '#web/parts/queries.ts';

/** What the admins' screens read. It changes by other hands, so it is read anew whenever a screen opens. */

/** What all of them have in common. */
export const ADMIN_KEY = ['admin'] as const;

export const usersQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'users'],
  queryFn: ({ signal }) => call('GET /api/users', {}, signal),
  refetchOnMount: 'always',
  meta: { failure: 'Error fetching users' },
});

export const poolRowsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'pools'],
  queryFn: ({ signal }) => call('GET /api/admin/pools', {}, signal),
  refetchOnMount: 'always',
  meta: { failure: 'Error fetching pools' },
});

export function poolEditQuery(poolId: string) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'pool', poolId],
    queryFn: ({ signal }) => call('GET /api/admin/pools/:poolId', { params: { poolId } }, signal),
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching the pool' },
  });
}

export function missingQuery(poolId: string, weekId: string) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'missing', poolId, weekId],
    queryFn: ({ signal }) =>
      call('GET /api/pools/:poolId/weeks/:weekId/missing', { params: { poolId, weekId } }, signal),
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching missing picks' },
  });
}

/** After an act on pools: the lists are read anew, and then what else players' screens know of those that are still there. */
export function usePoolsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const lists = [poolRowsQuery.queryKey, poolsQuery.queryKey];
    await Promise.all(lists.map((queryKey) => client.invalidateQueries({ queryKey })));
    const there = new Set(client.getQueryData(poolsQuery.queryKey)?.pools.map(({ id }) => id));
    await Promise.all([
      client.invalidateQueries({ predicate: ({ queryKey: [name, id] }) => name === 'pool' && there.has(String(id)) }),
      client.invalidateQueries({ queryKey: SESSION_KEY }),
    ]);
  };
}
