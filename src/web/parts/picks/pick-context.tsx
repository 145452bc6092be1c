import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createContext, use, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { OwnPicksReply } from '#contract/picks.ts';
import type { GamePick, Picks, Side } from '#core/types.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import type { PickQueue, SavingState } from './pick-queue.ts';
import type { PickSync } from './pick-sync.ts';
import { createPickSync } from './pick-sync.ts';

const PickSyncContext = createContext<PickSync | null>(null);

/** Stands above the screens, so that a save goes on, and its failure is still shown, when a person leaves the screen. */
export function PickSyncProvider({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const { id } = useMe();
  const sync = useMemo(() => createPickSync(client, id), [client, id]);
  useEffect(() => sync.start(), [sync]);
  return <PickSyncContext value={sync}>{children}</PickSyncContext>;
}

export function usePickSync(): PickSync {
  const sync = use(PickSyncContext);
  if (sync === null) throw new Error('usePickSync must be used within a PickSyncProvider');
  return sync;
}

/** Saving for one week of a pool. */
export function usePickSaving(poolId: string, weekId: string): SavingState & { readonly pick: PickQueue['pick'] } {
  const queue = usePickSync().queueOf(poolId, weekId);
  return { ...useSyncExternalStore(queue.subscribe, queue.state), pick: queue.pick };
}

/** One object for each side, so that a card whose pick stays the same is not drawn again. */
const own: Readonly<Record<Side, GamePick>> = {
  home: { side: 'home', bus: false },
  away: { side: 'away', bus: false },
};

/** The own picks as the person sees them: what the server confirmed, under what was tapped since. */
export function shownPicks(confirmed: OwnPicksReply['picks'], pending: SavingState['pending']): Picks {
  const sides = Object.entries(confirmed).map(([gid, { side }]) => [gid, side] as const);
  const shown = new Map([...sides, ...Object.entries(pending)]);
  return Object.fromEntries([...shown].flatMap(([gid, side]) => (side ? [[gid, own[side]]] : [])));
}
