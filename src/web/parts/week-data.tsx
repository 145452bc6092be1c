import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { Loaded } from '#web/ui/loaded.tsx';
import type { ShownPicks } from './picks/pick-context.tsx';
import { shownPicks, usePickSaving } from './picks/pick-context.tsx';
import type { PickQueue, SavingState } from './picks/pick-queue.ts';
import { gamesQuery, ownPicksQuery } from './queries.ts';

/** The games of a week with the own picks, as tapped, and the saving of them. */
export interface WeekData {
  readonly games: readonly GameReply[];
  readonly picks: ShownPicks;
  readonly saving: SavingState;
  readonly pick: PickQueue['pick'];
}

interface WeekLoaderProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly skeleton: ReactNode;
  readonly children: (week: WeekData) => ReactNode;
}

export function WeekLoader({ pool, weekId, skeleton, children }: WeekLoaderProps) {
  const poolId = pool.id;
  const games = useQuery(gamesQuery(poolId, weekId, pool));
  const own = useQuery(ownPicksQuery(poolId, weekId));
  const { pick, ...saving } = usePickSaving(poolId, weekId);
  const confirmed = own.data?.picks;
  const picks = useMemo(() => confirmed && shownPicks(confirmed, saving.pending), [confirmed, saving.pending]);
  return (
    <Loaded query={games} failure="Couldn't load games" skeleton={skeleton}>
      {(loaded) => (
        <Loaded query={own} failure="Couldn't load your picks" skeleton={skeleton}>
          {() => picks && children({ games: loaded, picks, saving, pick })}
        </Loaded>
      )}
    </Loaded>
  );
}
