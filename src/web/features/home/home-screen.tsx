import type { PoolReply } from '#contract/pools.ts';
import { weekName } from '#core/weeks.ts';
import { PoolGate } from '#web/parts/pool-gate.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { WeekLoader } from '#web/parts/week-data.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DeadlineBoard } from './deadline-board.tsx';
import { LiveGames } from './live-games.tsx';
import { MyRank } from './my-rank.tsx';

export function HomeScreen() {
  return (
    <PoolGate title="This week" noPool="Please select a pool" skeleton={<HomeSkeleton />}>
      {(pool) => <ThisWeek pool={pool} />}
    </PoolGate>
  );
}

function ThisWeek({ pool }: { readonly pool: PoolReply }) {
  const { activeWeekId } = pool;
  return (
    <Screen title="This week" over={activeWeekId === null ? pool.name : `${pool.name} · ${weekName(activeWeekId)}`}>
      {activeWeekId === null ? (
        <Notice icon="ball" title="The season has not begun">
          <p>This pool has no weeks yet. They appear when an admin opens them.</p>
        </Notice>
      ) : (
        <WeekLoader poolId={pool.id} weekId={activeWeekId} skeleton={<HomeSkeleton />}>
          {({ games, picks }) => (
            <div className="grid grid-cols-1 gap-5 lg:grid-cols-3">
              <DeadlineBoard games={games} picks={picks} />
              <MyRank poolId={pool.id} />
              <LiveGames games={games} picks={picks} rule={pool} />
            </div>
          )}
        </WeekLoader>
      )}
    </Screen>
  );
}

function HomeSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-3">
      <Skeleton className="h-124 sm:h-90 lg:col-span-2" />
      <Skeleton className="h-90" />
      <Skeleton className="h-96 lg:col-span-3" />
    </div>
  );
}
