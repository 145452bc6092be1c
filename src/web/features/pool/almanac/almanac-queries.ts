import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';

/** What the almanac reads. It changes once a week is decided, so it is read again whenever the section opens. */

export function almanacQuery(poolId: string) {
  return queryOptions({
    queryKey: ['pool', poolId, 'almanac'],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId/almanac', { params: { poolId } }, signal),
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching the almanac' },
  });
}

export function courseQuery(poolId: string) {
  return queryOptions({
    queryKey: ['pool', poolId, 'almanac', 'chart'],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId/almanac/chart', { params: { poolId } }, signal),
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching the course of the season' },
  });
}

export function ownRecordQuery(poolId: string) {
  return queryOptions({
    queryKey: ['pool', poolId, 'almanac', 'own'],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId/almanac/own', { params: { poolId } }, signal),
    refetchOnMount: 'always',
    meta: { failure: "Error fetching one's own record" },
  });
}

export function rivalsQuery(poolId: string, person: string) {
  return queryOptions({
    queryKey: ['pool', poolId, 'almanac', 'rivals', person],
    queryFn: ({ signal }) =>
      call('GET /api/pools/:poolId/almanac/rivals', { params: { poolId }, query: { person } }, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching rivals' },
  });
}
