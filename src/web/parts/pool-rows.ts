import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';

/** The key of everything that the admins' screens read. Others change it too, so it is read again whenever a screen opens. */
export const ADMIN_KEY = ['admin'] as const;

/** All pools as admins see them, and the season that is loaded. */
export const poolRowsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'pools'],
  queryFn: ({ signal }) => call('GET /api/admin/pools', {}, signal),
  refetchOnMount: 'always',
  meta: { failure: 'Error fetching pools' },
});
