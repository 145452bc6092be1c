import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createContext, use, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { OwnPick, OwnPicksReply } from '#contract/picks.ts';
import type { GamePick } from '#core/types.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import type { PickQueue, SavingState } from './pick-queue.ts';
import { readPicked } from './pick-queue.ts';
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

/** An own pick; where an admin entered it with their reason, empty where they gave none. */
export type ShownPick = GamePick & { readonly reason: string | undefined };
export type ShownPicks = Readonly<Record<string, ShownPick>>;

/** One object for each side, mark and reason, so that a card whose pick stays the same is not drawn again. */
const known = new Map<string, ShownPick>();

function shownPick({ side, best, bus: reason }: Omit<OwnPick, 'revision'>): ShownPick[] {
  if (side === null) return [];
  const key = [side, best, reason].join();
  const pick = known.get(key) ?? { side, best, bus: reason !== undefined, reason };
  known.set(key, pick);
  return [pick];
}

/** The own picks as the person sees them: what the server confirmed, under what was tapped since. */
export function shownPicks(confirmed: OwnPicksReply['picks'], pending: SavingState['pending']): ShownPicks {
  const taps = Object.entries(pending).map(([gid, picked]) => [gid, readPicked(picked)] as const);
  const shown = new Map<string, Omit<OwnPick, 'revision'>>([...Object.entries(confirmed), ...taps]);
  return Object.fromEntries([...shown].flatMap(([gid, pick]) => shownPick(pick).map((each) => [gid, each])));
}
