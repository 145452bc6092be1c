import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';

export const playersQuery = queryOptions({
  queryKey: ['admin', 'players'],
  queryFn: ({ signal }) => call('GET /api/admin/players', {}, signal),
  refetchOnMount: 'always',
  meta: { failure: 'Error fetching players' },
});

/** Everybody there is; the same data as the Users screen's. */
export const peopleQuery = queryOptions({
  queryKey: ['admin', 'users'],
  queryFn: ({ signal }) => call('GET /api/users', {}, signal),
  refetchOnMount: 'always',
  meta: { failure: 'Error fetching users' },
});

/** How often an open screen asks how the feed is. */
const FEED_MS = 15_000;

export const feedQuery = queryOptions({
  queryKey: ['admin', 'feed'],
  queryFn: ({ signal }) => call('GET /api/feed', {}, signal),
  refetchOnMount: 'always',
  refetchInterval: FEED_MS,
  meta: { failure: 'Error fetching the state of the feed' },
});
