import type { Query, QueryCache, QueryState } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useConnectionLost } from '#web/lib/live/live-provider.tsx';
import { isRefusal } from '#web/lib/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useReservedHeight } from '#web/ui/reserved-height.ts';

/** Data older than this was not read in time, in ms: a page without a live connection reads every ten seconds. */
const LATE_MS = 12_000;

/** Shows when the page is not up to date. It floats, so nothing moves but what lies at the bottom of the window. */
export function ConnectionStatus() {
  const isLost = useConnectionLost();
  const ref = useReservedHeight('--status');
  return (
    <div
      ref={ref}
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(var(--bars)+var(--hints))] z-40 flex flex-col items-center *:mb-2"
    >
      {isLost ? <LostStatus /> : <StaleStatus />}
    </div>
  );
}

/** Shown only if the page does not read in time by itself. */
function LostStatus() {
  const isOutOfDate = useQueryCache((cache) => {
    const changing = cache.findAll({ type: 'active', predicate: ({ meta }) => meta?.topic !== undefined });
    return !isReadInTime(
      changing.map(({ state }) => state),
      Date.now(),
    );
  });
  if (!isOutOfDate) return <StaleStatus />;
  return (
    <p className="panel flex items-center gap-2 px-4 py-2 text-sm text-ink-soft">
      <Icon name="clock" className="lamp size-5 text-amber" />
      Connection lost, trying again
    </p>
  );
}

/** Shown if something on the page could not be read again. A refusal is shown by the screen it concerns. */
function StaleStatus() {
  const client = useQueryClient();
  const isShown = useQueryCache((cache) => cache.findAll(staleFilter).length > 0);
  if (!isShown) return null;
  return (
    <div className="panel pointer-events-auto flex items-center gap-3 py-2 pr-2 pl-4">
      <Icon name="alert" className="size-5 text-red" />
      <span className="text-sm">Not up to date: can't reach the server.</span>
      <Button tone="plain" className="shrink-0" onClick={() => void client.refetchQueries(staleFilter)}>
        Try again
      </Button>
    </div>
  );
}

function useQueryCache(read: (cache: QueryCache) => boolean): boolean {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => read(cache),
  );
}

/** Selects data that is shown but could not be read again. */
const staleFilter = {
  type: 'active',
  predicate: ({ state }: Query) => state.status === 'error' && state.data !== undefined && !isRefusal(state.error),
} as const;

/** The part of a query's state that shows whether it is up to date. */
export type ReadState = Pick<QueryState, 'status' | 'fetchStatus' | 'fetchFailureCount' | 'dataUpdatedAt'>;

/**
 * Whether a page without a live connection is up to date anyway, because everything on it was read a moment ago: some networks allow
 * requests but refuse lasting connections.
 */
export function isReadInTime(states: readonly ReadState[], now: number): boolean {
  return states.every(({ status, fetchStatus, fetchFailureCount, dataUpdatedAt }) => {
    const isLate = fetchStatus === 'fetching' && now - dataUpdatedAt > LATE_MS;
    return status === 'success' && fetchFailureCount === 0 && !isLate;
  });
}
