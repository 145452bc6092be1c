import type { PoolReply } from '#contract/pools.ts';
import { weekName } from '#core/weeks.ts';
import { PoolGate } from '#web/parts/pool-gate.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { useWeekChoice } from '#web/parts/week-choice.ts';
import { WeekLoader } from '#web/parts/week-data.tsx';
import { WeekSelect, WeekSelectSkeleton } from '#web/parts/week-select.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PicksBoard } from './picks-board.tsx';
import { PicksSkeleton } from './picks-skeleton.tsx';

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

function PicksOfPool({ pool, isMember }: { readonly pool: PoolReply; readonly isMember: boolean }) {
  const { weekId, setWeek } = useWeekChoice(pool);
  if (weekId === null) {
    return (
      <Screen title="Make Your Picks" over={pool.name}>
        <NoGames />
      </Screen>
    );
  }
  return (
    <Screen
      title="Make Your Picks"
      over={`${pool.name} · ${weekName(weekId)}`}
      tools={
        <div className="max-md:w-full">
          <WeekSelect weeks={pool.weeks} value={weekId} onChange={setWeek} />
        </div>
      }
    >
      <WeekLoader key={weekId} poolId={pool.id} weekId={weekId} skeleton={<PicksSkeleton />}>
        {(week) => (week.games.length === 0 ? <NoGames /> : <PicksBoard week={week} rule={pool} isMember={isMember} />)}
      </WeekLoader>
    </Screen>
  );
}

function NoGames() {
  return (
    <Notice icon="ball" title="No games available for this week">
      <p>Choose another week, or look in again when the schedule is out.</p>
    </Notice>
  );
}
