import { useQuery } from '@tanstack/react-query';
import type { PoolReply } from '#contract/pools.ts';
import { lazyScreen } from '#web/lib/lazy.tsx';
import { PoolName } from '#web/parts/pool-name.tsx';
import { standingsQuery } from '#web/parts/queries.ts';
import { Screen } from '#web/parts/screen.tsx';
import { Loaded, Loading } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { SurvivorDayViewProps } from './game-day/survivor-day-view.tsx';
import { SurvivorBoard } from './survivor-board.tsx';
import { useIsGameDay, ViewTabs } from './view-tabs.tsx';

const SurvivorDayView = lazyScreen<SurvivorDayViewProps>(
  async () => (await import('./game-day/survivor-day-view.tsx')).SurvivorDayView,
  <Loading>
    <Skeleton className="h-128" />
  </Loading>,
);

export interface SurvivorMatchupProps {
  readonly pool: PoolReply;
}

/** The Matchup of a survivor pool: who has which team in which week, and who is still in. */
export function SurvivorMatchup({ pool }: SurvivorMatchupProps) {
  const isGameDay = useIsGameDay();
  const standings = useQuery(standingsQuery(pool.id));
  return (
    <Screen title="Matchup View" over={<PoolName />}>
      <Loaded query={standings} failure="Couldn't load the matchup" skeleton={<Skeleton className="h-128" />}>
        {(reply) =>
          reply.rows.length === 0 || reply.weeks.length === 0 ? (
            <Notice icon="grid" title="No Data Available">
              <p>{reply.weeks.length === 0 ? 'This pool has no weeks yet.' : 'Nobody is in this pool yet.'}</p>
            </Notice>
          ) : (
            <>
              <ViewTabs isSurvivor />
              {isGameDay ? (
                <SurvivorDayView pool={pool} standings={reply} />
              ) : (
                <SurvivorBoard pool={pool} standings={reply} />
              )}
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}
