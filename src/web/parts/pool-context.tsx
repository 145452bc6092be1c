import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createContext, use, useEffect, useMemo, useState } from 'react';
import type { Me } from '#contract/accounts.ts';
import type { PoolListing } from '#contract/pools.ts';
import { choosePool } from '#core/pools.ts';
import { call } from '#web/lib/api.ts';
import { limitPrefetch } from '#web/lib/prefetch.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { readItem, writeItem } from '#web/lib/storage.ts';
import { confirmLeave } from '#web/lib/unsaved-changes.ts';
import { poolQuery, poolsQuery } from './queries.ts';

/** The pools, and the chosen one. */
export interface PoolChoice {
  readonly status: 'loading' | 'failed' | 'ready';
  readonly error: unknown;
  readonly retry: () => void;
  readonly pools: readonly PoolListing[];
  readonly pool: PoolListing | null;
  readonly select: (poolId: string) => void;
}

const PoolContext = createContext<PoolChoice | null>(null);

const noPools: readonly PoolListing[] = [];

export function PoolProvider({ children }: { readonly children: ReactNode }) {
  const me = useMe();
  const { data: pools = noPools, error, status, refetch } = useQuery(poolsQuery);
  const [selected, setSelected] = useState<string | null>(null);
  const memoryKey = `pool:${me.id}`;
  useLikelyPool(me, readItem(memoryKey), pools === noPools);
  useEffect(() => {
    if (pools !== noPools) limitPrefetch(pools.filter(({ details }) => details !== null).map(({ id }) => id));
  }, [pools]);

  const choice = useMemo<PoolChoice>(() => {
    const ids = pools.map((pool) => pool.id);
    const memberOf = pools.filter(({ isMember }) => isMember).map(({ id }) => id);
    const runs = pools.filter(({ isCommissioner }) => isCommissioner).map(({ id }) => id);
    const chosen = choosePool(ids, { memberOf, runs }, selected, readItem(memoryKey), me.defaultPool);
    return {
      status: status === 'pending' ? 'loading' : pools === noPools ? 'failed' : 'ready',
      error,
      retry: () => void refetch(),
      pools,
      pool: pools.find((pool) => pool.id === chosen) ?? null,
      select: (poolId) => {
        if (!confirmLeave()) return;
        setSelected(poolId);
        writeItem(memoryKey, poolId);
        // Other devices start with the pool chosen last. This device does not need it, so a failure is ignored.
        call('PATCH /api/profile', { body: { defaultPool: poolId } }).catch(() => undefined);
      },
    };
  }, [pools, me, selected, memoryKey, status, error, refetch]);

  return <PoolContext value={choice}>{children}</PoolContext>;
}

/** Reads the pool that will be chosen while the list of pools is still loading. */
function useLikelyPool({ pools, defaultPool }: Me, remembered: string | null, isWaiting: boolean): void {
  const own = Object.keys(pools);
  const likely = choosePool(own, { memberOf: own }, null, remembered, defaultPool);
  useQuery({ ...poolQuery(likely ?? ''), enabled: isWaiting && likely !== null, notifyOnChangeProps: [] });
}

export function usePool(): PoolChoice {
  const choice = use(PoolContext);
  if (choice === null) throw new Error('usePool must be used within a PoolProvider');
  return choice;
}
