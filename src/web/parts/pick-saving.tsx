import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createContext, use, useMemo, useSyncExternalStore } from 'react';
import type { OwnPick, OwnPicksReply } from '#contract/picks.ts';
import type { Picks, Side } from '#core/types.ts';
import { call, failureText } from '#web/lib/api.ts';
import type { PickSaver, SavingState } from './pick-saver.ts';
import { createPickSaver } from './pick-saver.ts';
import { gamesQuery, ownPicksQuery } from './queries.ts';

type SaverOf = (poolId: string, weekId: string) => PickSaver;

const SavingContext = createContext<SaverOf | null>(null);

/** Stands above the screens, so that a save goes on, and its failure is still told, when a person leaves the screen. */
export function PickSavingProvider({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const saverOf = useMemo<SaverOf>(() => {
    const savers = new Map<string, PickSaver>();
    return (poolId, weekId) => {
      const key = `${poolId} ${weekId}`;
      const saver = savers.get(key) ?? saverFor(client, poolId, weekId);
      savers.set(key, saver);
      return saver;
    };
  }, [client]);
  return <SavingContext value={saverOf}>{children}</SavingContext>;
}

/** Saving for one week of a pool. */
export function usePickSaving(poolId: string, weekId: string): SavingState & { readonly pick: PickSaver['pick'] } {
  const saverOf = use(SavingContext);
  if (saverOf === null) throw new Error('usePickSaving must be used within a PickSavingProvider');
  const saver = saverOf(poolId, weekId);
  return { ...useSyncExternalStore(saver.subscribe, saver.state), pick: saver.pick };
}

/** The own picks as the person sees them: what the server confirmed, under what was tapped since. */
export function shownPicks(confirmed: OwnPicksReply['picks'], pending: Readonly<Record<string, Side>>): Picks {
  const sides = Object.entries(confirmed).flatMap(([gid, { side }]): [string, Side][] => (side ? [[gid, side]] : []));
  return Object.fromEntries([...sides, ...Object.entries(pending)].map(([gid, side]) => [gid, { side, bus: false }]));
}

function saverFor(client: QueryClient, poolId: string, weekId: string): PickSaver {
  const { queryKey } = ownPicksQuery(poolId, weekId);

  async function save(gid: string, side: Side): Promise<void> {
    const pick = await call('PUT /api/pools/:poolId/picks/:gid', { params: { poolId, gid }, body: { side } });
    // A reading that began before the save could bring back the older pick.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (last?: OwnPicksReply) => last && withPick(last, gid, pick));
  }

  function onFailure(error: unknown): void {
    console.error('Error saving pick', error);
    void client.invalidateQueries({ queryKey });
    void client.invalidateQueries({ queryKey: gamesQuery(poolId, weekId).queryKey });
  }

  return createPickSaver({ save, explain: failureText, onFailure });
}

function withPick(reply: OwnPicksReply, gid: string, pick: OwnPick): OwnPicksReply {
  return { picks: { ...reply.picks, [gid]: pick } };
}
