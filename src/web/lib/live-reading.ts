import type { QueryState } from '@tanstack/react-query';

/** What is older than this was not read in time, in ms: a page without a live connection reads every ten seconds. */
const LATE_MS = 12_000;

/** The part of a query's state that tells how its reading goes. */
export type ReadingState = Pick<QueryState, 'status' | 'fetchStatus' | 'fetchFailureCount' | 'dataUpdatedAt'>;

/**
 * Whether a page without a live connection is up to date all the same, because everything on it was read a moment ago:
 * some networks let requests through and refuse lasting connections.
 */
export function isReadInTime(states: readonly ReadingState[], now: number): boolean {
  return states.every(({ status, fetchStatus, fetchFailureCount, dataUpdatedAt }) => {
    const isUnderWay = fetchStatus === 'fetching' && now - dataUpdatedAt > LATE_MS;
    return status === 'success' && fetchFailureCount === 0 && !isUnderWay;
  });
}
