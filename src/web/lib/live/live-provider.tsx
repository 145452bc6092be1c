import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createContext, use, useEffect, useState } from 'react';
import { retryableImport } from '#web/lib/retryable-import.ts';

/** When code that could not be loaded is loaded again. */
const RELOAD_MS = 5000;

const LostContext = createContext(false);

/** Opens the page's live connection. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const [isLost, setLost] = useState(false);
  useEffect(() => connect(client, setLost), [client]);
  return <LostContext value={isLost}>{children}</LostContext>;
}

/** Whether the live connection has been lost for a while. */
export function useConnectionLost(): boolean {
  return use(LostContext);
}

/**
 * The client is loaded after the page, which does not need it to be shown. While it cannot be loaded, the queries read by
 * themselves.
 */
function connect(client: QueryClient, onLost: (isLost: boolean) => void): () => void {
  const stopping = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const load = retryableImport(() => import('./live-client.ts'));
  const start = (): void => {
    load().then(
      ({ startLiveUpdates }) => startLiveUpdates(client, onLost, stopping.signal),
      (error: unknown) => {
        if (stopping.signal.aborted) return;
        console.error('The live connection could not be loaded', error);
        onLost(true);
        timer = setTimeout(start, RELOAD_MS);
      },
    );
  };
  start();
  return () => {
    stopping.abort();
    clearTimeout(timer);
  };
}
