import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AuditEntry, AuditReply } from '#contract/log.ts';
import type { QueryOf } from '#contract/index.ts';
import { call } from '#web/lib/api.ts';

/** What the log is filtered by. */
export type AuditFilters = Omit<QueryOf<'GET /api/admin/audit'>, 'before' | 'limit'>;

const page = {
  initialPageParam: null as number | null,
  getNextPageParam: (last: AuditReply) => last.next,
  select: ({ pages }: { readonly pages: readonly AuditReply[] }): readonly AuditEntry[] =>
    pages.flatMap(({ entries }) => entries),
  refetchOnMount: 'always',
  meta: { failure: 'Error fetching the log' },
} as const;

export function auditQuery(filters: AuditFilters) {
  return infiniteQueryOptions({
    ...page,
    queryKey: ['admin', 'audit', filters],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/admin/audit', { query: { ...filters, ...before(pageParam) } }, signal),
  });
}

/** What admins did that touched the own picks and scores. */
export const ownAuditQuery = infiniteQueryOptions({
  ...page,
  queryKey: ['audit', 'mine'],
  queryFn: ({ pageParam, signal }) => call('GET /api/audit/mine', { query: before(pageParam) }, signal),
});

/** What was entered, corrected and changed in a pool. */
export function poolAuditQuery(poolId: string) {
  return infiniteQueryOptions({
    ...page,
    queryKey: ['pool', poolId, 'log'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/pools/:poolId/log', { params: { poolId }, query: before(pageParam) }, signal),
  });
}

/** What can have touched the scores of an entry in a pool: of a week, or of all. */
export function scoreAuditQuery(poolId: string, entryId: string, weekId: string | null) {
  const filters = { entryId, ...(weekId !== null && { weekId }) };
  return infiniteQueryOptions({
    ...page,
    queryKey: ['pool', poolId, 'log', filters],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/pools/:poolId/log', { params: { poolId }, query: { ...filters, ...before(pageParam) } }, signal),
  });
}

function before(id: number | null): { before?: string } {
  return id === null ? {} : { before: String(id) };
}
