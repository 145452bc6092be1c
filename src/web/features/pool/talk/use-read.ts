import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#web/lib/api.ts';
import { poolsQuery } from '#web/parts/queries.ts';

/** How long a message is in view before it is read, in ms: several that come together are one note. */
const READ_MS = 800;

interface Reading {
  readonly poolId: string;
  /** The id of the last message that is known to be read; null where nobody keeps that. */
  readonly readUntil: number | null;
  /** The id of the latest message. */
  readonly latest: number;
  readonly isAtEnd: boolean;
}

/** Notes how far the person has read while they look at the end of the talk. */
export function useRead({ poolId, readUntil, latest, isAtEnd }: Reading): void {
  const client = useQueryClient();
  useEffect(() => {
    if (readUntil === null || latest <= readUntil || !isAtEnd) return;
    const read = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      try {
        await call('PUT /api/pools/:poolId/talk/read', { params: { poolId }, body: { until: latest } });
        client.setQueryData(poolsQuery.queryKey, (reply) => {
          const pools = reply?.pools.map((pool) => (pool.id === poolId ? { ...pool, readUntil: latest } : pool));
          return pools && { pools };
        });
      } catch (error) {
        console.error('Error marking the talk as read', error);
      }
    };
    const timer = setTimeout(() => void read(), READ_MS);
    const look = (): void => void read();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [client, poolId, readUntil, latest, isAtEnd]);
}
