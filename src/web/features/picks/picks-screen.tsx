import type { RefObject } from 'react';
import { useRef } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import { asksFor } from '#core/formats/traits.ts';
import { weekName } from '#core/weeks.ts';
import { useClock } from '#web/lib/clock.ts';
import { lazyPart, lazyScreen } from '#web/lib/lazy.tsx';
import { EntrySwitch, useEntries } from '#web/parts/entries.tsx';
import { useGuessMissing } from '#web/parts/guess-missing.ts';
import { NoWeeks } from '#web/parts/no-weeks.tsx';
import { SharePicture } from '#web/parts/picture/share-picture.tsx';
import { PoolGate } from '#web/parts/pool-gate.tsx';
import { PoolName } from '#web/parts/pool-name.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { ALL_WEEKS, useWeekChoice } from '#web/parts/week-choice.ts';
import { useGamesOfEntry, WeekLoader } from '#web/parts/week-data.tsx';
import type { WeekNotPlayedProps } from '#web/parts/week-not-played.tsx';
import { WeekSelect, WeekSelectSkeleton } from '#web/parts/week-select.tsx';
import { Deferred } from '#web/ui/deferred.tsx';
import { Loading } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { AllWeeks } from './all-weeks.tsx';
import type { ConfidenceWeekProps } from './confidence-week.tsx';
import { Copy } from './copy.tsx';
import { DefaultPick } from './default-pick.tsx';
import { Opening } from './moving.tsx';
import { OutOfWeek } from './out-of-week.tsx';
import { PicksBoard } from './picks-board.tsx';
import { PicksSkeleton } from './picks-skeleton.tsx';
import { SlotGrid } from './slot-grid.tsx';
import type { SurvivorPicksProps } from './survivor-picks.tsx';
import { Tiebreak } from './tiebreak.tsx';

/** Only in pools with weekly play. */
const WeekNotPlayed = lazyPart<WeekNotPlayedProps>(
  async () => (await import('#web/parts/week-not-played.tsx')).WeekNotPlayed,
);

const weekSkeleton = (
  <Loading>
    <PicksSkeleton />
  </Loading>
);
/** Parts that only pools of one format show. */
const ConfidenceWeek = lazyScreen<ConfidenceWeekProps>(
  async () => (await import('./confidence-week.tsx')).ConfidenceWeek,
  weekSkeleton,
);
const SurvivorPicks = lazyScreen<SurvivorPicksProps>(
  async () => (await import('./survivor-picks.tsx')).SurvivorPicks,
  weekSkeleton,
);

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
  if (weekId === null) {
    return (
      <Screen title="Make Your Picks" over={<PoolName />}>
        <NoWeeks />
      </Screen>
    );
  }
  return (
    <Screen
      title="Make Your Picks"
      over={<PoolName> · {weekId === ALL_WEEKS ? 'All Weeks' : weekName(weekId)}</PoolName>}
      tools={
        <div className="grid grid-cols-1 gap-3 max-md:w-full md:flex md:flex-wrap md:items-end md:gap-x-6">
          <EntrySwitch />
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
      {asksFor('team', pool.rules) ? (
        <SurvivorPicks pool={pool} isMember={isMember} weekId={weekId} />
      ) : weekId === ALL_WEEKS ? (
        <AllWeeks pool={pool} isMember={isMember} />
      ) : (
        <OneWeek key={weekId} pool={pool} isMember={isMember} isOpening={isOpening} weekId={weekId} />
      )}
    </Screen>
  );
}

interface OfWeekProps extends OfPool {
  readonly weekId: string;
  /** Whether the screen was just opened. */
  readonly isOpening: RefObject<boolean>;
}

function OneWeek({ pool, isMember, isOpening, weekId }: OfWeekProps) {
  const isGuessMissing = useGuessMissing(pool, weekId);
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
              isGuessMissing={isGuessMissing}
              tools={
                <>
                  <Copy pool={pool} weekId={weekId} games={week.games} />
                  <DefaultPick pool={pool} weekId={weekId} />
                </>
              }
              note={pool.rules.weekly && <WeekNotPlayed pool={pool} weekId={weekId} week={week} />}
              shareWeek={<ShareWeek pool={pool} weekId={weekId} week={week} />}
              beside={<OutOfWeek pool={pool} weekId={weekId} picks={week.picks} />}
            >
              {(board) => (
                <>
                  <OwnView pool={pool} weekId={weekId} week={week} isMember={isMember}>
                    <SlotGrid games={week.games} board={board} heading="h2" />
                    <Opening isOpening={isOpening} />
                  </OwnView>
                  <Tiebreak pool={pool} weekId={weekId} games={week.games} isMember={isMember} />
                </>
              )}
            </PicksBoard>
          </Deferred>
        )
      }
    </WeekLoader>
  );
}

/** Shares the locked picks of the chosen entry, with what became of them. */
function ShareWeek({ pool, weekId, week }: Omit<ConfidenceWeekProps, 'children'>) {
  const { entry } = useEntries();
  const games = useGamesOfEntry(week.games, week.picks);
  const now = useClock((time) => Math.max(...games.map(({ lockAt }) => (lockAt <= time ? lockAt : 0))));
  if (!entry) return null;
  return (
    <SharePicture
      make={({ ownWeekPicture }) =>
        ownWeekPicture({ pool: pool.name, name: entry.name, weekId, games, picks: week.picks, rules: pool.rules, now })
      }
      className="-my-2.5 text-led"
    />
  );
}

/** The cards, with another view beside them if the pool's format has one. */
function OwnView({ isMember, ...week }: ConfidenceWeekProps & Pick<OfPool, 'isMember'>) {
  if (!asksFor('order', week.pool.rules) || !isMember) return week.children;
  return <ConfidenceWeek {...week} />;
}

function NoGames({ isOnlyWeek }: { readonly isOnlyWeek: boolean }) {
  return (
    <Notice icon="ball" title="No games available for this week">
      <p>{isOnlyWeek ? 'Check' : 'Choose another week, or check'} back when the schedule is out.</p>
    </Notice>
  );
}
