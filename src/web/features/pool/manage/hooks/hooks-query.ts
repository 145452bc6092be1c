import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';

/** The hooks of a pool, with what was sent by each. */
export function hooksQuery(poolId: string) {
  return queryOptions({
    queryKey: ['hooks', poolId],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId/hooks', { params: { poolId } }, signal),
  });
}
