import type { Query } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCallback, useMemo, useRef } from 'react';
import type { OwnPicksReply } from '#contract/picks.ts';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { compareGames } from '#core/game.ts';
import { isFed } from '#web/lib/live-topics.ts';
import type { PickDesk } from '#web/parts/pick-desk.ts';
import type { PickSaver, SavingState } from '#web/parts/pick-saver.ts';
import { shownPicks, usePickDesk, usePickSaving } from '#web/parts/pick-saving.tsx';
import { gamesQuery, ownPicksQuery } from '#web/parts/queries.ts';
import type { WeekData } from '#web/parts/week-data.tsx';
import { Loading } from '#web/ui/loaded.tsx';
import { Failure } from '#web/ui/notice.tsx';
import { PicksSkeleton } from './picks-skeleton.tsx';

/** Weeks that the live connection does not bring are read so often: little happens in most of them. */
const CALM_MS = 60_000;

const calm = {
  refetchInterval: ({ meta }: Pick<Query, 'meta'>) => (isFed(meta?.topic) ? false : CALM_MS),
  refetchOnMount: true,
} as const;

/** What is known of one week so far. */
interface Part {
  readonly games: readonly GameReply[] | undefined;
  readonly picks: OwnPicksReply['picks'] | undefined;
  readonly saving: SavingState;
  /** Why it could not be read, and how to try again; null while it is being read. */
  readonly failure: { readonly error: unknown; readonly retry: () => void } | null;
}

interface SeasonProps {
  readonly pool: PoolReply;
  readonly children: (season: WeekData) => ReactNode;
}

/** The games of all weeks of a pool, by kick-off, with the own picks and the saving of them, as if they were one week. */
export function Season({ pool, children }: SeasonProps) {
  const { id, weeks, activeWeekId } = pool;
  // The active week first: the live connection brings only so many, and most happens in this one.
  const weekIds = useMemo(
    () => weeks.toSorted((a, b) => Number(b === activeWeekId) - Number(a === activeWeekId)),
    [weeks, activeWeekId],
  );
  return (
    <Weeks poolId={id} weekIds={weekIds} known={[]}>
      {(parts) => <Whole poolId={id} parts={parts} show={children} />}
    </Weeks>
  );
}

interface WeeksProps {
  readonly poolId: string;
  readonly weekIds: readonly string[];
  readonly known: readonly Part[];
  readonly children: (parts: readonly Part[]) => ReactNode;
}

/** Reads one week after the other has been asked for, one within the other: all are under way at once. */
function Weeks({ poolId, weekIds, known, children }: WeeksProps) {
  const [weekId, ...rest] = weekIds;
  if (weekId === undefined) return children(known);
  return (
    <OneOfThem poolId={poolId} weekId={weekId}>
      {(part) => (
        <Weeks poolId={poolId} weekIds={rest} known={[...known, part]}>
          {children}
        </Weeks>
      )}
    </OneOfThem>
  );
}

interface OneOfThemProps {
  readonly poolId: string;
  readonly weekId: string;
  readonly children: (part: Part) => ReactNode;
}

function OneOfThem({ poolId, weekId, children }: OneOfThemProps) {
  const games = useQuery({ ...gamesQuery(poolId, weekId), ...calm });
  const own = useQuery({ ...ownPicksQuery(poolId, weekId), ...calm });
  const saving = usePickSaving(poolId, weekId);
  const failed = [games, own].find((query) => query.data === undefined && query.isError && !query.isFetching);
  const failure = failed ? { error: failed.error, retry: () => void failed.refetch() } : null;
  return children({ games: games.data, picks: own.data?.picks, saving, failure });
}

interface WholeProps {
  readonly poolId: string;
  readonly parts: readonly Part[];
  readonly show: (season: WeekData) => ReactNode;
}

function Whole({ poolId, parts, show }: WholeProps) {
  const desk = usePickDesk();
  const games = parts.flatMap((part) => part.games ?? []).sort(compareGames);
  const pick = useRouted(desk, poolId, games);
  const failures = parts.flatMap(({ failure }) => failure ?? []);
  if (failures.length > 0) {
    const retry = () => {
      for (const failure of failures) failure.retry();
    };
    return <Failure title="The games could not be loaded" error={failures[0]?.error} onRetry={retry} />;
  }
  if (parts.some((part) => part.games === undefined || part.picks === undefined)) {
    return (
      <Loading>
        <PicksSkeleton />
      </Loading>
    );
  }
  const saving = together(parts.map((part) => part.saving));
  const confirmed = Object.assign({}, ...parts.map((part) => part.picks));
  return show({ games, picks: shownPicks(confirmed, saving.pending), saving, pick });
}

/** Hands a pick to the saver of its week. One function for good, so that no card is drawn again for it. */
function useRouted(desk: PickDesk, poolId: string, games: readonly GameReply[]): PickSaver['pick'] {
  const weekOf = useRef(new Map<string, string>());
  for (const { gid, weekId } of games) weekOf.current.set(gid, weekId);
  return useCallback(
    (gid, side) => {
      const weekId = weekOf.current.get(gid);
      if (weekId !== undefined) desk.saverOf(poolId, weekId).pick(gid, side);
    },
    [desk, poolId],
  );
}

/** The saving of several weeks as of one. */
function together(states: readonly SavingState[]): SavingState {
  const pending = Object.assign({}, ...states.map((state) => state.pending));
  return {
    pending,
    waiting: states.flatMap((state) => state.waiting),
    isPutOff: states.some((state) => state.isPutOff),
    failures: Object.assign({}, ...states.map((state) => state.failures)),
    saved: states.some((state) => state.saved) && Object.keys(pending).length === 0,
  };
}
