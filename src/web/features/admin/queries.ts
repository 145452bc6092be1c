import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { SESSION_KEY } from '#web/lib/query.ts';

/** What the admins' screens read. It changes by other hands, so it is read anew whenever a screen opens. */

export const usersQuery = queryOptions({
  queryKey: ['admin', 'users'],
  queryFn: ({ signal }) => call('GET /api/users', {}, signal),
  refetchOnMount: 'always',
  meta: { failure: 'Error fetching users' },
});

export const poolRowsQuery = queryOptions({
  queryKey: ['admin', 'pools'],
  queryFn: ({ signal }) => call('GET /api/admin/pools', {}, signal),
  refetchOnMount: 'always',
  meta: { failure: 'Error fetching pools' },
});

export function poolEditQuery(poolId: string) {
  return queryOptions({
    queryKey: ['admin', 'pool', poolId],
    queryFn: ({ signal }) => call('GET /api/admin/pools/:poolId', { params: { poolId } }, signal),
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching the pool' },
  });
}

export function missingQuery(poolId: string, weekId: string) {
  return queryOptions({
    queryKey: ['admin', 'missing', poolId, weekId],
    queryFn: ({ signal }) =>
      call('GET /api/pools/:poolId/weeks/:weekId/missing', { params: { poolId, weekId } }, signal),
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching missing picks' },
  });
}

/** After an act on pools: what players' screens know of them is read anew, and the lists of admins. */
export function usePoolsChanged(): () => void {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [poolRowsQuery.queryKey, ['pools'], ['pool'], SESSION_KEY]) {
      void client.invalidateQueries({ queryKey });
    }
  };
}
