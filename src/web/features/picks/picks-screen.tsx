import type { RefObject } from 'react';
import { Suspense, useEffect, useRef } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import { weekName } from '#core/weeks.ts';
import { lazyPart, lazyScreen } from '#web/lib/lazy.tsx';
import { PoolGate } from '#web/parts/pool-gate.tsx';
import { PoolName } from '#web/parts/pool-name.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { ALL_WEEKS, useWeekChoice } from '#web/parts/week-choice.ts';
import { WeekLoader } from '#web/parts/week-data.tsx';
import { WeekSelect, WeekSelectSkeleton } from '#web/parts/week-select.tsx';
import { Deferred } from '#web/ui/deferred.tsx';
import { Loading } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ByeTeams } from './bye-teams.tsx';
import type { ConfidenceWeekProps } from './confidence-week.tsx';
import { PicksBoard } from './picks-board.tsx';
import { PicksSkeleton } from './picks-skeleton.tsx';
import { SlotGrid } from './slot-grid.tsx';
import { preloadSpread } from './spread-parts.ts';
import type { SurvivorPicksProps } from './survivor-picks.tsx';
import { WeekTiebreak } from './week-tiebreak.tsx';

const ConfidenceWeek = lazyScreen<ConfidenceWeekProps>(
  async () => (await import('./confidence-week.tsx')).ConfidenceWeek,
);
const NoWeeks = lazyPart(async () => (await import('#web/parts/no-weeks.tsx')).NoWeeks);
const AllWeeks = lazyScreen<OfPool>(async () => (await import('./all-weeks.tsx')).AllWeeks);
const SurvivorPicks = lazyScreen<SurvivorPicksProps>(async () => (await import('./survivor-picks.tsx')).SurvivorPicks);

export function PicksScreen() {
  return (
    <PoolGate
      title="Make Your Picks"
      noPool="Please select a pool"
      skeleton={<PicksSkeleton />}
      toolsSkeleton={<WeekSelectSkeleton />}
    >
      {(pool, isMember) => <PicksOfPool pool={pool} isMember={isMember} />}
    </PoolGate>
  );
}

interface OfPool {
  readonly pool: PoolReply;
  readonly isMember: boolean;
}

function PicksOfPool({ pool, isMember }: OfPool) {
  const { weekId, setWeek } = useWeekChoice(pool, true);
  const isOpening = useRef(true);
  const { useSpread } = pool.rules;
  useEffect(() => {
    if (useSpread) preloadSpread();
  }, [useSpread]);
  if (weekId === null) {
    return (
      <Screen title="Make Your Picks" over={<PoolName />}>
        <Suspense>
          <NoWeeks />
        </Suspense>
      </Screen>
    );
  }
  return (
    <Screen
      title="Make Your Picks"
      over={<PoolName> · {weekId === ALL_WEEKS ? 'All Weeks' : weekName(weekId)}</PoolName>}
      tools={
        <div className="max-md:w-full">
          <WeekSelect
            weeks={pool.weeks}
            value={weekId}
            onChange={(week) => {
              isOpening.current = false;
              setWeek(week);
            }}
            offersAll
          />
        </div>
      }
    >
      <Suspense
        fallback={
          <Loading>
            <PicksSkeleton />
          </Loading>
        }
      >
        {pool.rules.format === 'survivor' ? (
          <SurvivorPicks pool={pool} isMember={isMember} weekId={weekId} />
        ) : weekId === ALL_WEEKS ? (
          <AllWeeks pool={pool} isMember={isMember} />
        ) : (
          <OneWeek key={weekId} pool={pool} isMember={isMember} isOpening={isOpening} weekId={weekId} />
        )}
      </Suspense>
    </Screen>
  );
}

interface OfWeekProps extends OfPool {
  readonly weekId: string;
  /** Whether the screen was opened just now. */
  readonly isOpening: RefObject<boolean>;
}

function OneWeek({ pool, isMember, isOpening, weekId }: OfWeekProps) {
  return (
    <WeekLoader pool={pool} weekId={weekId} skeleton={<PicksSkeleton />}>
      {(week) =>
        week.games.length === 0 ? (
          <NoGames isOnlyWeek={pool.weeks.length === 1} />
        ) : (
          <Deferred placeholder={<PicksSkeleton />}>
            <PicksBoard
              poolId={pool.id}
              week={week}
              rules={pool.rules}
              isMember={isMember}
              isOpening={isOpening}
              beside={<ByeTeams games={week.games} />}
            >
              {(board) => (
                <>
                  <OwnView pool={pool} weekId={weekId} week={week} isMember={isMember}>
                    <SlotGrid games={week.games} board={board} heading="h2" />
                  </OwnView>
                  <WeekTiebreak pool={pool} weekId={weekId} games={week.games} isMember={isMember} />
                </>
              )}
            </PicksBoard>
          </Deferred>
        )
      }
    </WeekLoader>
  );
}

/** The cards, where the pool's format has them another way beside. */
function OwnView({ isMember, ...week }: ConfidenceWeekProps & Pick<OfPool, 'isMember'>) {
  if (week.pool.rules.format !== 'confidence' || !isMember) return week.children;
  return (
    <Suspense fallback={<PicksSkeleton />}>
      <ConfidenceWeek {...week} />
    </Suspense>
  );
}

function NoGames({ isOnlyWeek }: { readonly isOnlyWeek: boolean }) {
  return (
    <Notice icon="ball" title="No games available for this week">
      <p>{isOnlyWeek ? 'Check' : 'Choose another week, or check'} back when the schedule is out.</p>
    </Notice>
  );
}
