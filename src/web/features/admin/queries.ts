import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { POOL_NAME_MAX } from '#core/validation.ts';
import { call } from '#web/lib/api.ts';
import { ADMIN_KEY } from '#web/lib/query.ts';
import { ALL_POOLS_KEY } from '#web/parts/pool-edit/pool-edit.ts';

export const usersQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'users'],
  queryFn: ({ signal }) => call('GET /api/users', {}, signal),
  refetchOnMount: 'always',
  meta: { failure: 'Error fetching users' },
});

/** Who has a picture, and whose uploads are stopped. */
export const allFacesQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'faces'],
  queryFn: ({ signal }) => call('GET /api/admin/faces', {}, signal),
  refetchOnMount: 'always',
  meta: { failure: 'Error fetching pictures' },
});

export const playersQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'players'],
  queryFn: ({ signal }) => call('GET /api/admin/players', {}, signal),
  refetchOnMount: 'always',
  meta: { failure: 'Error fetching players' },
});

/** The pools whose name has a text, page by page. @param search empty for all pools */
export function poolPagesQuery(search: string) {
  const text = search.slice(0, POOL_NAME_MAX);
  return infiniteQueryOptions({
    queryKey: [...ALL_POOLS_KEY, 'pages', text],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(text === '' ? {} : { search: text }), ...(pageParam === null ? {} : { before: pageParam }) };
      return call('GET /api/admin/pools', { query }, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    select: ({ pages }) => pages.flatMap(({ pools }) => pools),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching pools' },
  });
}

/** How often a running drill is looked at. */
const DRILL_MS = 1000;

export const drillQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'drill'],
  queryFn: ({ signal }) => call('GET /api/admin/drill', {}, signal),
  refetchOnMount: 'always',
  refetchInterval: ({ state }) => (state.data?.isRunning ? DRILL_MS : false),
  meta: { failure: 'Error fetching the last drill' },
});

/** Sign-ins and other events that concern the security of accounts. @param userId empty for all users */
export function securityQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: [...ADMIN_KEY, 'security-log', userId],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...(userId === '' ? {} : { userId }),
        ...(pageParam === null ? {} : { before: String(pageParam) }),
      };
      return call('GET /api/admin/security-log', { query }, signal);
    },
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching the log' },
  });
}
