import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isReadInTime } from '#web/lib/live-reading.ts';
import { importAgain } from '#web/parts/import-again.ts';
import { Icon } from '#web/ui/icon.tsx';
import { StaleNotice } from './stale-notice.tsx';

/** When code that could not be fetched is fetched again. */
const AGAIN_MS = 5000;

/** Keeps the page up to date, and says so when it cannot. It floats, so that nothing moves. */
export function ConnectionSign() {
  const client = useQueryClient();
  const [lost, setLost] = useState(false);
  useEffect(() => connect(client, setLost), [client]);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-4 bottom-36 z-40 flex justify-center md:bottom-6">
      {lost ? <LostSign /> : <StaleSign />}
    </div>
  );
}

/** Nothing to say where the page reads by itself in time. */
function LostSign() {
  const cache = useQueryClient().getQueryCache();
  const isOutOfDate = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => {
      const changing = cache.findAll({ type: 'active', predicate: ({ meta }) => meta?.topic !== undefined });
      return !isReadInTime(
        changing.map(({ state }) => state),
        Date.now(),
      );
    },
  );
  if (!isOutOfDate) return <StaleSign />;
  return (
    <p className="panel flex items-center gap-2 px-4 py-2 text-sm text-ink-soft">
      <Icon name="clock" className="lamp size-5 text-amber" />
      Connection lost, trying again
    </p>
  );
}

function StaleSign() {
  return (
    <div className="pointer-events-auto">
      <StaleNotice />
    </div>
  );
}

/**
 * The connection comes after the page: it is not needed to show it. Where it cannot be fetched, the page reads by itself, and
 * fetches it again.
 */
function connect(client: QueryClient, onLost: (lost: boolean) => void): () => void {
  const leaving = new AbortController();
  let again: ReturnType<typeof setTimeout> | undefined;
  const load = importAgain(() => import('#web/parts/live.ts'));
  const begin = (): void => {
    load().then(
      ({ keepUpToDate }) => keepUpToDate(client, onLost, leaving.signal),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        console.error('The live connection could not be loaded', error);
        onLost(true);
        again = setTimeout(begin, AGAIN_MS);
      },
    );
  };
  begin();
  return () => {
    leaving.abort();
    clearTimeout(again);
  };
}
