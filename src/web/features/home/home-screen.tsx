import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import { gameCounts, isLocked } from '#core/game.ts';
import { weekName } from '#core/weeks.ts';
import { useClock } from '#web/lib/clock.ts';
import { lazyPart } from '#web/lib/lazy.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { usePool } from '#web/parts/pool-context.tsx';
import { PoolGate } from '#web/parts/pool-gate.tsx';
import { PoolName } from '#web/parts/pool-name.tsx';
import { standingsQuery } from '#web/parts/queries.ts';
import { Screen } from '#web/parts/screen.tsx';
import type { WeekData } from '#web/parts/week-data.tsx';
import { WeekLoader } from '#web/parts/week-data.tsx';
import { Loading } from '#web/ui/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DeadlineBoard } from './deadline-board.tsx';
import { GameDayCard } from './game-day-card.tsx';
import type { GameDayOutlookProps } from './game-day-outlook.tsx';
import { MyRank } from './my-rank.tsx';
import type { OrderMissingProps } from './order-missing.tsx';
import type { SurvivorHomeProps } from './survivor-home.tsx';
import './home.css';

const TITLE = 'This week';

const WayIn = lazyPart(async () => (await import('./way-in.tsx')).WayIn);
const SeasonOver = lazyPart(async () => (await import('./season-over.tsx')).SeasonOver);
const NoWeeks = lazyPart(async () => (await import('#web/parts/no-weeks.tsx')).NoWeeks);
const Announcements = lazyPart(async () => (await import('./announcements.tsx')).Announcements);
const ScoresMissing = lazyPart(async () => (await import('./scores-missing.tsx')).ScoresMissing);
const OrderMissing = lazyPart<OrderMissingProps>(async () => (await import('./order-missing.tsx')).OrderMissing);
const GameDayOutlook = lazyPart<GameDayOutlookProps>(
  async () => (await import('./game-day-outlook.tsx')).GameDayOutlook,
);
const Spectator = lazyPart(async () => (await import('./spectator.tsx')).Spectator);
const SurvivorHome = lazyPart<SurvivorHomeProps>(async () => (await import('./survivor-home.tsx')).SurvivorHome);

export function HomeScreen() {
  const { status, pools, pool } = usePool();
  return (
    <Suspense
      fallback={
        <Screen title={TITLE} over={<PoolName />}>
          <Loading>
            <HomeSkeleton />
          </Loading>
        </Screen>
      }
    >
      {status === 'ready' && !pool?.details ? (
        <WayIn pools={pools} chosen={pool} />
      ) : (
        <PoolGate title={TITLE} noPool="No pools available" skeleton={<HomeSkeleton />}>
          {(open, isMember) => <PoolHome pool={open} isMember={isMember} />}
        </PoolGate>
      )}
    </Suspense>
  );
}

interface PoolHomeProps {
  readonly pool: PoolReply;
  readonly isMember: boolean;
}

function PoolHome({ pool, isMember }: PoolHomeProps) {
  const standings = useQuery(standingsQuery(pool.id));
  const { id, weeks, activeWeekId, announcements } = pool;
  const finished = standings.data?.finishedWeeks ?? [];
  const isOver =
    standings.data?.survivors?.length || (weeks.length > 0 && weeks.every((week) => finished.includes(week)));
  return (
    <Screen
      title={isOver ? 'Season over' : TITLE}
      over={<PoolName>{activeWeekId !== null && ` · ${isOver ? 'Final standings' : weekName(activeWeekId)}`}</PoolName>}
    >
      {isMember && announcements && <Announcements poolId={id} announcements={announcements} />}
      {activeWeekId === null && <NoWeeks />}
      {activeWeekId !== null && standings.isPending && (
        <Loading>
          <HomeSkeleton />
        </Loading>
      )}
      {activeWeekId !== null &&
        !standings.isPending &&
        (pool.rules.format === 'survivor' ? (
          <SurvivorHome pool={pool} weekId={activeWeekId} isMember={isMember} standings={standings.data} />
        ) : isOver && standings.data ? (
          <SeasonOver poolId={id} rows={standings.data.rows} />
        ) : (
          <OpenWeek pool={pool} weekId={activeWeekId} isMember={isMember} />
        ))}
    </Screen>
  );
}

interface OpenWeekProps extends PoolHomeProps {
  readonly weekId: string;
}

function OpenWeek({ pool, weekId, isMember }: OpenWeekProps) {
  const me = useMe();
  return (
    <WeekLoader pool={pool} weekId={weekId} skeleton={<HomeSkeleton />}>
      {(week) => (
        <div className="grid grid-cols-1 gap-5 lg:grid-cols-3">
          {isMember ? (
            <DeadlineBoard games={week.games} picks={week.picks} rules={pool.rules}>
              <Suspense>
                {pool.rules.format === 'confidence' && <OrderMissing pool={pool} weekId={weekId} games={week.games} />}
              </Suspense>
            </DeadlineBoard>
          ) : (
            <Spectator />
          )}
          <MyRank poolId={pool.id} />
          {pool.unscoredWeekId !== null && me.isAdmin && <ScoresMissing weekId={pool.unscoredWeekId} />}
          <GameDay pool={pool} weekId={weekId} week={week} isMember={isMember} />
        </div>
      )}
    </WeekLoader>
  );
}

interface GameDayProps extends OpenWeekProps {
  readonly week: WeekData;
}

/** Before the first lock there is nothing to work out, and for somebody who does not play nothing to root for. */
function GameDay({ pool, weekId, week, isMember }: GameDayProps) {
  const isOn = useClock((now) => week.games.some((game) => gameCounts(game) && isLocked(game, now)));
  const card = <GameDayCard games={week.games} picks={week.picks} rules={pool.rules} plays={isMember} />;
  if (!isOn || !isMember) return card;
  return (
    <Suspense fallback={card}>
      <GameDayOutlook pool={pool} weekId={weekId} week={week} />
    </Suspense>
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
