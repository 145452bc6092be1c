import type { UseQueryResult } from '@tanstack/react-query';

/** Whether a screen should wait for a query that it can do without: only for the first try. */
export function isAwaited({ isLoading, failureCount }: Pick<UseQueryResult, 'isLoading' | 'failureCount'>): boolean {
  return isLoading && failureCount === 0;
}
