import type { QueryClient } from '@tanstack/react-query';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { KeptReceipt } from '#core/receipts/receipts.ts';
import { call } from '#web/lib/api.ts';
import { keepReceipt, lostReceipt } from './memory.ts';

/** Every page of a pool hears of a new receipt in the same second: their calls are spread over this time. */
const SPREAD_MS = 30_000;

type PoolReceipt = Pick<PoolReply, 'id' | 'receipt'>;

/**
 * The receipt that this browser remembers and the pool's chain no longer contains; null if there is none. It is looked for when the page is
 * opened and after each new receipt; while that fails, the last result stands.
 */
export function useLostReceipt(pool: PoolReceipt): KeptReceipt | null {
  const { data = null, refetch } = useQuery(lostQuery(pool));
  const opened = useRef(pool.receipt);
  useEffect(() => {
    if (pool.receipt === opened.current) return;
    const timer = setTimeout(() => void refetch(), Math.random() * SPREAD_MS);
    return () => clearTimeout(timer);
  }, [pool.receipt, refetch]);
  return data;
}

/** Remembers a receipt although the chain does not continue from the one before. */
export function trustReceipt(client: QueryClient, pool: PoolReceipt, receipt: KeptReceipt | null): void {
  keepReceipt(pool.id, receipt);
  client.setQueryData(lostQuery(pool).queryKey, null);
}

function lostQuery({ id: poolId, receipt }: PoolReceipt) {
  return queryOptions({
    queryKey: ['lostReceipt', poolId],
    queryFn: ({ signal }) => lostReceipt(poolId, receipt, (kept) => follow(poolId, kept, signal)),
    // Most of the time nothing is new, which takes no call.
    staleTime: 0,
    meta: { failure: 'Error checking the lock receipts' },
  });
}

async function follow(poolId: string, kept: KeptReceipt, signal: AbortSignal): Promise<KeptReceipt | null> {
  // Loaded once something is new: the screens that show a receipt have no room for it.
  const { followChain } = await import('./follow-chain.ts');
  return followChain(kept, async (from) => {
    const asked = { params: { poolId }, query: { from: String(from), version: '2' as const } };
    return (await call('GET /api/pools/:poolId/receipts/chain', asked, signal)).links;
  });
}
