import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { asksFor, traitsOf } from '#core/formats/traits.ts';
import { gameCounts } from '#core/game.ts';
import { isLocked } from '#core/locks.ts';
import { admits } from '#core/permissions.ts';
import { asksForOrder, openGames } from '#core/reminders.ts';
import { weekName } from '#core/weeks.ts';
import { useClock } from '#web/lib/clock.ts';
import { lazyPart, lazyScreen } from '#web/lib/lazy.tsx';
import { EntrySwitch } from '#web/parts/entries.tsx';
import { useGuessMissing } from '#web/parts/guess-missing.ts';
import { NoWeeks } from '#web/parts/no-weeks.tsx';
import { useNow } from '#web/parts/now/use-now.ts';
import { useOwnWeekChoice } from '#web/parts/picks/pick-context.tsx';
import { usePool } from '#web/parts/pool-context.tsx';
import { PoolGate } from '#web/parts/pool-gate.tsx';
import { PoolName } from '#web/parts/pool-name.tsx';
import { standingsQuery } from '#web/parts/queries.ts';
import { useRequester } from '#web/parts/requester.ts';
import { Screen } from '#web/parts/screen.tsx';
import type { WeekData } from '#web/parts/week-data.tsx';
import { WeekLoader } from '#web/parts/week-data.tsx';
import type { WeekNotPlayedProps } from '#web/parts/week-not-played.tsx';
import { Loading, Skeleton } from '#web/ui/loaded.tsx';
import { News, NewsLink } from './announcements.tsx';
import { DeadlineBoard } from './deadline-board.tsx';
import { GameDayCard, GameDayOutlook } from './game-day-card.tsx';
import type { JoinOptionsProps } from './join-options.tsx';
import { MyRank } from './my-rank.tsx';
import { Spectator } from './spectator.tsx';
import './home.css';

const WeekNotPlayed = lazyPart<WeekNotPlayedProps>(
  async () => (await import('#web/parts/week-not-played.tsx')).WeekNotPlayed,
);

const TITLE = 'This week';

/** Only for those who run the pool. */
const WithDesk = lazyScreen(async () => (await import('./desk.tsx')).WithDesk, <HomeSkeleton />);

/** Most people are in a pool. */
const JoinOptions = lazyScreen<JoinOptionsProps>(
  async () => (await import('./join-options.tsx')).JoinOptions,
  <HomeSkeleton />,
);

/** Most pools are being played. */
const SeasonOver = lazyScreen(async () => (await import('./season-over.tsx')).SeasonOver, <HomeSkeleton />);

/** Apart from the other formats, whose pages do not need its code. */
const SurvivorHome = lazyScreen(async () => (await import('./survivor-home.tsx')).SurvivorHome, <HomeSkeleton />);

export function HomeScreen() {
  const { status, pools, pool } = usePool();
  if (status === 'ready' && !pool?.details) return <JoinOptions pools={pools} chosen={pool} />;
  return (
    <PoolGate title={TITLE} noPool="No pools available" skeleton={<HomeSkeleton />}>
      {(open, isMember) => <PoolHome pool={open} isMember={isMember} />}
    </PoolGate>
  );
}

interface PoolHomeProps {
  readonly pool: PoolReply;
  readonly isMember: boolean;
}

function PoolHome({ pool, isMember }: PoolHomeProps) {
  const standings = useQuery(standingsQuery(pool.id));
  const { id, weeks, activeWeekId } = pool;
  const playsSeason = traitsOf(pool.rules).plays === 'season';
  useEffect(() => {
    if (playsSeason) void SurvivorHome.preload().catch(() => undefined);
  }, [playsSeason]);
  const runs = admits('commissioner', useRequester());
  const announcements = isMember ? (pool.announcements ?? []) : [];
  const news = <News poolId={id} announcements={announcements} />;
  const finished = standings.data?.finishedWeeks ?? [];
  const isOver =
    standings.data?.survivors?.length || (weeks.length > 0 && weeks.every((week) => finished.includes(week)));
  function week(weekId: string, notes: ReactNode): ReactNode {
    if (playsSeason) return <SurvivorHome {...{ pool, weekId, isMember }} standings={standings.data} news={notes} />;
    if (isOver && standings.data) return <SeasonOver pool={pool} rows={standings.data.rows} news={notes} />;
    return <OpenWeek {...{ pool, weekId, isMember }} news={notes} />;
  }
  return (
    <Screen
      title={isOver ? 'Season over' : TITLE}
      over={<PoolName>{activeWeekId !== null && ` · ${isOver ? 'Final standings' : weekName(activeWeekId)}`}</PoolName>}
      tools={
        <>
          <NewsLink announcements={announcements} />
          <EntrySwitch />
        </>
      }
    >
      {activeWeekId === null && (
        <div className="grid gap-5">
          <NoWeeks />
          {news}
        </div>
      )}
      {activeWeekId !== null && standings.isPending && (
        <Loading>
          <HomeSkeleton />
        </Loading>
      )}
      {activeWeekId !== null &&
        !standings.isPending &&
        (runs ? (
          <WithDesk pool={pool} weekId={activeWeekId} skeleton={<HomeSkeleton />}>
            {(desk) =>
              week(
                activeWeekId,
                <>
                  {desk}
                  {news}
                </>,
              )
            }
          </WithDesk>
        ) : (
          week(activeWeekId, news)
        ))}
    </Screen>
  );
}

interface WeekProps extends PoolHomeProps {
  readonly weekId: string;
}

interface OpenWeekProps extends WeekProps {
  readonly news: ReactNode;
}

function OpenWeek({ pool, weekId, isMember, news }: OpenWeekProps) {
  const live = useNow(pool);
  return (
    <WeekLoader pool={pool} weekId={weekId} skeleton={<HomeSkeleton />}>
      {(week) => (
        <div className="grid grid-cols-1 gap-5 lg:grid-cols-3">
          {isMember ? (
            <DeadlineBoard
              games={week.games}
              picks={week.picks}
              rules={pool.rules}
              note={pool.rules.weekly && <WeekNotPlayed pool={pool} weekId={weekId} week={week} />}
            >
              {asksFor('order', pool.rules) && <OrderMissing pool={pool} weekId={weekId} games={week.games} />}
              {pool.rules.tiebreak !== 'none' && <GuessMissing pool={pool} weekId={weekId} />}
            </DeadlineBoard>
          ) : (
            <Spectator />
          )}
          <MyRank poolId={pool.id} live={live} />
          {news}
          <GameDay pool={pool} weekId={weekId} week={week} isMember={isMember} />
        </div>
      )}
    </WeekLoader>
  );
}

interface GameDayProps extends WeekProps {
  readonly week: WeekData;
}

/** Before the first lock there is nothing to calculate, and a person who does not play has nothing to root for. */
function GameDay({ pool, weekId, week, isMember }: GameDayProps) {
  const isOn = useClock((now) => week.games.some((game) => gameCounts(game) && isLocked(game, now)));
  if (!isOn || !isMember)
    return <GameDayCard games={week.games} picks={week.picks} rules={pool.rules} plays={isMember} />;
  return <GameDayOutlook pool={pool} weekId={weekId} week={week} />;
}

function HomeSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-3">
      <Skeleton className="h-88 sm:h-90 lg:col-span-2" />
      <Skeleton className="h-90" />
      <Skeleton className="h-96 lg:col-span-3" />
    </div>
  );
}

interface OrderMissingProps {
  readonly pool: Pick<PoolReply, 'id' | 'rules'>;
  readonly weekId: string;
  readonly games: readonly GameReply[];
}

/** Shown while games of the week can still be put in order and are not. */
function OrderMissing({ pool, weekId, games }: OrderMissingProps) {
  const { choice } = useOwnWeekChoice(pool.id, weekId, 'order');
  const isAsked = useClock((now) => asksForOrder(openGames(games, now).length, pool.rules));
  return isAsked && choice === null && <span className="text-led-red">Games not in order yet.</span>;
}

/** Shown while the tiebreak can still be guessed and is not. */
function GuessMissing({ pool, weekId }: Pick<WeekProps, 'pool' | 'weekId'>) {
  return useGuessMissing(pool, weekId) && <span className="text-led-red">Tiebreak not guessed yet.</span>;
}
