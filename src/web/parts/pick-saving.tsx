import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createContext, use, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { OwnPicksReply } from '#contract/picks.ts';
import type { GamePick, Picks, Side } from '#core/types.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import type { PickDesk } from './pick-desk.ts';
import { createPickDesk } from './pick-desk.ts';
import type { PickSaver, SavingState } from './pick-saver.ts';

const SavingContext = createContext<PickDesk | null>(null);

/** Stands above the screens, so that a save goes on, and its failure is still told, when a person leaves the screen. */
export function PickSavingProvider({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const { id } = useMe();
  const desk = useMemo(() => createPickDesk(client, id), [client, id]);
  useEffect(() => desk.open(), [desk]);
  return <SavingContext value={desk}>{children}</SavingContext>;
}

export function usePickDesk(): PickDesk {
  const desk = use(SavingContext);
  if (desk === null) throw new Error('usePickDesk must be used within a PickSavingProvider');
  return desk;
}

/** Saving for one week of a pool. */
export function usePickSaving(poolId: string, weekId: string): SavingState & { readonly pick: PickSaver['pick'] } {
  const saver = usePickDesk().saverOf(poolId, weekId);
  return { ...useSyncExternalStore(saver.subscribe, saver.state), pick: saver.pick };
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
