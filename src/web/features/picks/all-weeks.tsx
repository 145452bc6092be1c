import type { Query } from '@tanstack/react-query';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { compareGames, kickoffSlots } from '#core/game.ts';
import { MINUTE_MS } from '#core/time.ts';
import { isUnfinished, weekName } from '#core/weeks.ts';
import { usePrinting } from '#web/lib/printing.ts';
import { isLiveTopic } from '#web/lib/query.ts';
import { useEntries } from '#web/parts/entries.tsx';
import { shownPicks, usePickSync } from '#web/parts/picks/pick-context.tsx';
import type { PickQueue, SavingState } from '#web/parts/picks/pick-queue.ts';
import { gamesQuery, ownPicksQuery } from '#web/parts/queries.ts';
import type { WeekData } from '#web/parts/week-data.tsx';
import { useCountedPicks } from '#web/parts/week-data.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loading } from '#web/ui/loaded.tsx';
import { Failure } from '#web/ui/notice.tsx';
import { afterPaint, weekSectionId } from './moving.tsx';
import { LeftOutGames } from './out-of-week.tsx';
import { PicksBoard } from './picks-board.tsx';
import { PicksSkeleton } from './picks-skeleton.tsx';
import type { Board } from './slot-grid.tsx';
import { SlotGrid } from './slot-grid.tsx';
import { Tiebreak } from './tiebreak.tsx';
import './all-weeks.css';

/** A week is rendered once it is this close to the viewport. */
const NEAR_MARGIN = '900px 0px';
/** The approximate heights of a row of cards and of the heading of a slot, with the gaps around them. */
const ROW_PX = 170;
const HEAD_PX = 84;

interface AllWeeksProps {
  readonly pool: PoolReply;
  readonly isMember: boolean;
}

/** The games of all weeks, by week. */
export function AllWeeks({ pool, isMember }: AllWeeksProps) {
  const { data: season, failure } = useSeason(pool);
  const { entry } = useEntries();
  if (failure) return <Failure title="Couldn't load games" error={failure.error} onRetry={failure.retry} />;
  if (season === null) {
    return (
      <Loading>
        <PicksSkeleton />
      </Loading>
    );
  }
  return (
    <PicksBoard key={entry?.id} poolId={pool.id} week={season} rules={pool.rules} isMember={isMember} beside={null}>
      {(board) =>
        pool.weeks.map((weekId, at) => (
          <WeekPart
            key={weekId}
            pool={pool}
            weekId={weekId}
            before={pool.weeks[at - 1]}
            after={pool.weeks[at + 1]}
            isActive={weekId === pool.activeWeekId}
            games={season.games.filter((game) => game.weekId === weekId)}
            board={board}
          />
        ))
      }
    </PicksBoard>
  );
}

interface WeekPartProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Whether the list opens at this week. */
  readonly isActive: boolean;
  readonly games: readonly GameReply[];
  readonly board: Board;
}

/** One week under its name. Until it is near the viewport it is an empty box of its height, unless the week is over and therefore short. */
function WeekPart({ pool, weekId, before, after, isActive, games, board }: WeekPartProps) {
  const { entry } = useEntries();
  const part = useRef<HTMLElement>(null);
  const isPrinting = usePrinting();
  const [isShort] = useState(() => !games.some(isUnfinished));
  const isNear = useNear(part, isShort);
  const opensHere = useRef(isActive && before !== undefined);
  useLayoutEffect(() => {
    if (opensHere.current) afterPaint(() => part.current?.scrollIntoView());
    opensHere.current = false;
  }, []);
  return (
    <section
      ref={part}
      id={weekSectionId(weekId)}
      aria-label={weekName(weekId)}
      className={`week-part -mx-2 px-2 pb-10 ${isShort ? '' : 'long'}`}
    >
      <div className="panel sticky top-16 low:top-0 z-10 -mx-2 mb-3 flex items-center gap-1 px-2">
        <h2 className="heading flex-1 text-2xl text-amber">{weekName(weekId)}</h2>
        <Step icon="arrowUp" label="Previous week" weekId={before} />
        <Step icon="arrowDown" label="Next week" weekId={after} />
      </div>
      {games.length === 0 && <p className="text-ink-soft">No games yet.</p>}
      {isNear || isPrinting ? (
        <>
          <SlotGrid games={games} board={board} heading="h3" />
          <Tiebreak pool={pool} weekId={weekId} games={games} isMember={board.isMember} />
          <LeftOutGames
            pool={pool}
            weekId={weekId}
            picks={shownPicks(entry?.picks ?? {})}
            heading="h3"
            className="mt-4"
          />
        </>
      ) : (
        <div aria-hidden="true" style={{ height: `${heightOf(games)}px` }} />
      )}
    </section>
  );
}

interface StepProps {
  readonly icon: 'arrowUp' | 'arrowDown';
  readonly label: string;
  readonly weekId: string | undefined;
}

/** Goes to the previous or next week and focuses the same button there, for the next step. */
function Step({ icon, label, weekId }: StepProps) {
  const go = () => {
    const week = weekId === undefined ? null : document.getElementById(weekSectionId(weekId));
    week?.scrollIntoView();
    const [same, other] = [icon, icon === 'arrowUp' ? 'arrowDown' : 'arrowUp'];
    const button =
      week?.querySelector<HTMLElement>(`[data-step="${same}"]:enabled`) ??
      week?.querySelector<HTMLElement>(`[data-step="${other}"]`);
    button?.focus({ preventScroll: true });
  };
  return (
    <button
      type="button"
      aria-label={label}
      data-step={icon}
      disabled={weekId === undefined}
      onClick={go}
      className="grid size-11 place-items-center rounded-lg disabled:opacity-60"
    >
      <Icon name={icon} />
    </button>
  );
}

function heightOf(games: readonly GameReply[]): number {
  const columns = innerWidth >= 1280 ? 3 : innerWidth >= 768 ? 2 : 1;
  const slots = kickoffSlots(games);
  const rows = slots.reduce((sum, slot) => sum + Math.ceil(slot.games.length / columns), 0);
  // Short slots share a row.
  const headed = columns === 1 ? slots.length : slots.filter((slot) => slot.games.length >= columns).length + 1;
  return rows * ROW_PX + headed * HEAD_PX;
}

/** Becomes true when an element comes near the viewport, and stays true. */
function useNear(element: { readonly current: Element | null }, isAtOnce: boolean): boolean {
  const [isNear, setNear] = useState(isAtOnce);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: NEAR_MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}

/** How often weeks without live updates are read: little happens in most of them. */
const SLOW_READ_MS = MINUTE_MS;

const slowQuery = {
  refetchInterval: ({ meta }: Pick<Query, 'meta'>) => (isLiveTopic(meta?.topic) ? false : SLOW_READ_MS),
  refetchOnMount: true,
} as const;

interface Season {
  /**
   * The games of all weeks by kick-off, with the viewer's picks and the state of their saving, as if they were one week; null until all are
   * loaded.
   */
  readonly data: WeekData | null;
  /** Why some of it could not be read, and how to try again. */
  readonly failure: { readonly error: unknown; readonly retry: () => void } | null;
}

/** All weeks of a pool. */
function useSeason(pool: PoolReply): Season {
  const { id: poolId, weeks, activeWeekId, rules } = pool;
  // The active week comes first: the live connection is limited to a few weeks, and most changes happen in this one.
  const weekIds = useMemo(
    () => weeks.toSorted((a, b) => Number(b === activeWeekId) - Number(a === activeWeekId)),
    [weeks, activeWeekId],
  );
  const games = useQueries({
    queries: weekIds.map((weekId) => ({ ...gamesQuery(poolId, weekId, pool), ...slowQuery })),
  });
  const own = useQuery(ownPicksQuery(poolId));
  const { entry } = useEntries();
  const entryId = entry?.id;
  const sync = usePickSync();
  const queues = useMemo(
    () => (entryId === undefined ? [] : weekIds.map((weekId) => sync.queueOf({ poolId, weekId, entryId }))),
    [sync, poolId, weekIds, entryId],
  );
  const saving = combined(useStates(queues));
  const loaded = games.flatMap(({ data }) => data ?? []).sort(compareGames);
  const pick = usePick(weekIds, queues, loaded);
  const counted = useCountedPicks(loaded, shownPicks(entry?.picks ?? {}, saving.pending), rules);

  const queries = [...games, own];
  const failed = queries.filter(({ data, isError, isFetching }) => data === undefined && isError && !isFetching);
  const retry = () => {
    for (const { refetch } of failed) void refetch();
  };
  const failure = failed.length > 0 ? { error: failed[0]?.error, retry } : null;
  if (failure || queries.some(({ data }) => data === undefined)) return { data: null, failure };
  return { data: { games: loaded, picks: counted, saving, pick }, failure };
}

/** The states of several queues, as they change. */
function useStates(queues: readonly PickQueue[]): readonly SavingState[] {
  const last = useRef<readonly SavingState[]>([]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribes = queues.map((queue) => queue.subscribe(listener));
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe();
      };
    },
    [queues],
  );
  return useSyncExternalStore(subscribe, () => {
    const states = queues.map((queue) => queue.state());
    const isSame = states.length === last.current.length && states.every((state, at) => state === last.current[at]);
    if (!isSame) last.current = states;
    return last.current;
  });
}

/** Adds a choice to the queue of its week. The function stays the same, so that no card renders again for it. */
function usePick(
  weekIds: readonly string[],
  queues: readonly PickQueue[],
  games: readonly GameReply[],
): PickQueue['pick'] {
  /** By what a choice is about: a week or a game. */
  const queueOf = useRef(new Map<string, PickQueue | undefined>());
  for (const [at, weekId] of weekIds.entries()) queueOf.current.set(weekId, queues[at]);
  for (const { gid, weekId } of games) queueOf.current.set(gid, queues[weekIds.indexOf(weekId)]);
  return useCallback((choice) => queueOf.current.get(choice.about)?.pick(choice), []);
}

function combined(states: readonly SavingState[]): SavingState {
  const pending = new Map(states.flatMap((state) => [...state.pending]));
  return {
    pending,
    waiting: states.flatMap((state) => state.waiting),
    failures: new Map(states.flatMap((state) => [...state.failures])),
    saved: states.some((state) => state.saved) && pending.size === 0,
  };
}
