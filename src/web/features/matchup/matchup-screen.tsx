import { useQuery } from '@tanstack/react-query';
import type { PoolReply } from '#contract/pools.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { isWeekDecided } from '#core/scoring.ts';
import { compareWeeks, weekName } from '#core/weeks.ts';
import { lazyScreen } from '#web/lib/lazy.tsx';
import { PoolGate } from '#web/parts/pool-gate.tsx';
import { PoolName } from '#web/parts/pool-name.tsx';
import { matchupQuery } from '#web/parts/queries.ts';
import { Screen } from '#web/parts/screen.tsx';
import { useWeekChoice } from '#web/parts/week-choice.ts';
import type { WeekData } from '#web/parts/week-data.tsx';
import { WeekLoader } from '#web/parts/week-data.tsx';
import { Deferred } from '#web/ui/deferred.tsx';
import { Loaded, Loading, Skeleton } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { GameDayViewProps } from './game-day/game-day-view.tsx';
import { MatchupBoard } from './matchup-board.tsx';
import type { SurvivorMatchupProps } from './survivor-matchup.tsx';
import { useIsGameDay, ViewTabs } from './view-tabs.tsx';
import { WeekStepper } from './week-stepper.tsx';

const GameDayView = lazyScreen<GameDayViewProps>(
  async () => (await import('./game-day/game-day-view.tsx')).GameDayView,
  <Loading>
    <MatchupSkeleton />
  </Loading>,
);

const SurvivorMatchup = lazyScreen<SurvivorMatchupProps>(
  async () => (await import('./survivor-matchup.tsx')).SurvivorMatchup,
  <Screen title="Matchup View" over={<PoolName />}>
    <Loading>
      <MatchupSkeleton />
    </Loading>
  </Screen>,
);

export function MatchupScreen() {
  return (
    <PoolGate
      title="Matchup View"
      noPool="No Pool Selected"
      skeleton={<MatchupSkeleton />}
      toolsSkeleton={<Skeleton className="h-11 w-32 md:hidden" />}
    >
      {(pool) =>
        traitsOf(pool.rules).plays === 'season' ? <SurvivorMatchup pool={pool} /> : <MatchupOfPool pool={pool} />
      }
    </PoolGate>
  );
}

function MatchupOfPool({ pool }: { readonly pool: PoolReply }) {
  const { weekId, setWeek } = useWeekChoice(pool);
  const isGameDay = useIsGameDay();
  if (weekId === null) {
    return (
      <Screen title="Matchup View" over={<PoolName />}>
        <Notice icon="grid" title="Please select a week to view matchups." />
      </Screen>
    );
  }
  return (
    <Screen
      title="Matchup View"
      over={<PoolName> · {weekName(weekId)}</PoolName>}
      tools={<WeekStepper weeks={pool.weeks} value={weekId} onChange={setWeek} />}
    >
      <ViewTabs />
      <WeekLoader key={weekId} pool={pool} weekId={weekId} skeleton={<MatchupSkeleton />}>
        {(week) =>
          isGameDay ? (
            <GameDayOfWeek pool={pool} weekId={weekId} week={week} />
          ) : (
            <MatchupOfWeek pool={pool} weekId={weekId} week={week} />
          )
        }
      </WeekLoader>
    </Screen>
  );
}

interface MatchupOfWeekProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly week: WeekData;
}

function GameDayOfWeek(props: MatchupOfWeekProps) {
  const matchup = useQuery(matchupQuery(props.pool.id, props.weekId));
  return (
    <Loaded query={matchup} failure="Couldn't load the matchup" skeleton={<MatchupSkeleton />}>
      {() => <GameDayView {...props} />}
    </Loaded>
  );
}

function MatchupOfWeek({ pool, weekId, week }: MatchupOfWeekProps) {
  const matchup = useQuery(matchupQuery(pool.id, weekId));
  if (week.games.length === 0) {
    return (
      <Notice icon="ball" title="No games found for this week.">
        {pool.weeks.length > 1 && <p>Choose another week.</p>}
      </Notice>
    );
  }
  return (
    <Loaded query={matchup} failure="Couldn't load the matchup" skeleton={<MatchupSkeleton />}>
      {(reply) =>
        reply.rows.length === 0 ? (
          <Notice icon="grid" title="No Data Available">
            <p>Nobody is in this pool yet.</p>
          </Notice>
        ) : (
          <Deferred placeholder={<MatchupSkeleton />}>
            <MatchupBoard
              pool={pool}
              weekId={weekId}
              matchup={reply}
              picks={week.picks}
              isFinished={isWeekDecided(week.games, hasNextBegun(pool, weekId))}
            />
          </Deferred>
        )
      }
    </Loaded>
  );
}

function MatchupSkeleton() {
  return (
    <>
      <Skeleton className="mb-2 h-11" />
      <Skeleton className="h-128" />
    </>
  );
}

/** Whether a later week has begun: the active week has moved on. */
function hasNextBegun({ activeWeekId }: Pick<PoolReply, 'activeWeekId'>, weekId: string): boolean {
  return activeWeekId !== null && compareWeeks(activeWeekId, weekId) > 0;
}
