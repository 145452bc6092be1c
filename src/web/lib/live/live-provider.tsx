import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createContext, use, useEffect, useState } from 'react';
import { startLiveUpdates } from './live-client.ts';

const LostContext = createContext(false);

/** Opens the page's live connection. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const stopping = new AbortController();
    startLiveUpdates(client, setLost, stopping.signal);
    return () => stopping.abort();
  }, [client]);
  return <LostContext value={isLost}>{children}</LostContext>;
}

/** Whether the live connection has been lost for a while. */
export function useConnectionLost(): boolean {
  return use(LostContext);
}
