import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { ADMIN_KEY } from '#web/lib/query.ts';

/** All pools as admins see them, and the season that is loaded. */
export const poolRowsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'pools'],
  queryFn: ({ signal }) => call('GET /api/admin/pools', {}, signal),
  refetchOnMount: 'always',
  meta: { failure: 'Error fetching pools' },
});
