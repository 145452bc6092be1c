import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { ADMIN_KEY } from '#web/lib/query.ts';

/** What a commissioner edits of the almanac. */
export function planQuery(poolId: string) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'almanac', poolId],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId/almanac/plan', { params: { poolId } }, signal),
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching the plan of the almanac' },
  });
}

/** After a change of the almanac: reads again what was read of it. */
export function useAlmanacChanged(poolId: string): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: planQuery(poolId).queryKey }),
      client.invalidateQueries({ queryKey: ['pool', poolId, 'almanac'] }),
    ]);
}
