import type { Query } from '@tanstack/react-query';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { aboutOf } from '#core/choice.ts';
import { compareGames } from '#core/game.ts';
import { MINUTE_MS } from '#core/time.ts';
import { isLiveTopic } from '#web/lib/live/topic-versions.ts';
import { useCountedPicks } from '#web/parts/counted-week.tsx';
import { useEntries } from '#web/parts/entries.tsx';
import { shownPicks, usePickSync } from '#web/parts/picks/pick-context.tsx';
import type { PickQueue, SavingState } from '#web/parts/picks/pick-queue.ts';
import { gamesQuery, ownEntriesQuery } from '#web/parts/queries.ts';
import type { WeekData } from '#web/parts/week-data.tsx';

/** Weeks that the live connection does not bring are read so often: little happens in most of them. */
const SLOW_READ_MS = MINUTE_MS;

const slowly = {
  refetchInterval: ({ meta }: Pick<Query, 'meta'>) => (isLiveTopic(meta?.topic) ? false : SLOW_READ_MS),
  refetchOnMount: true,
} as const;

interface Season {
  /** The games of all weeks by kick-off, with the own picks and the saving of them, as if they were one week; null until all are there. */
  readonly data: WeekData | null;
  /** Why some of it could not be read, and how to try again. */
  readonly failure: { readonly error: unknown; readonly retry: () => void } | null;
}

/** All weeks of a pool. */
export function useSeason(pool: PoolReply): Season {
  const { id: poolId, weeks, activeWeekId, rules } = pool;
  // The active week first: the live connection brings only so many, and most happens in this one.
  const weekIds = useMemo(
    () => weeks.toSorted((a, b) => Number(b === activeWeekId) - Number(a === activeWeekId)),
    [weeks, activeWeekId],
  );
  const games = useQueries({
    queries: weekIds.map((weekId) => ({ ...gamesQuery(poolId, weekId, pool), ...slowly })),
  });
  const own = useQuery(ownEntriesQuery(poolId));
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

/** The states of several queues, followed. */
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

/** Adds a choice to the queue of its week. The function stays the same, so that no card is drawn again for it. */
function usePick(
  weekIds: readonly string[],
  queues: readonly PickQueue[],
  games: readonly GameReply[],
): PickQueue['pick'] {
  /** By what a choice is about: a week or a game. */
  const queueOf = useRef(new Map<string, PickQueue | undefined>());
  for (const [at, weekId] of weekIds.entries()) queueOf.current.set(weekId, queues[at]);
  for (const { gid, weekId } of games) queueOf.current.set(gid, queues[weekIds.indexOf(weekId)]);
  return useCallback((choice) => queueOf.current.get(aboutOf(choice))?.pick(choice), []);
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
