import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Fragment, useMemo } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { countsMissed, withAutoPicks } from '#core/auto-picks.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { isLocked } from '#core/locks.ts';
import { gamesOfEntry } from '#core/newcomers.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { CountedPick, Picks } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';
import { Loaded } from '#web/ui/loaded.tsx';
import { ValuedWeek } from './confidence.tsx';
import { useEntries, useOwnWeek } from './entries.tsx';
import type { OwnPick } from './picks/pick-context.tsx';
import { shownPicks, usePickSaving } from './picks/pick-context.tsx';
import type { PickQueue, SavingState } from './picks/pick-queue.ts';
import { gamesQuery } from './queries.ts';
import './counted-week.css';

/** A pick of the viewer, or the auto pick that counts in its place. */
export type CountedShown = CountedPick & Partial<OwnPick>;

/** The games of a week with the picks of the chosen entry, as tapped, and the state of their saving. */
export interface WeekData {
  readonly games: readonly GameReply[];
  /** The viewer's picks, including those of other weeks, and the auto picks for games that locked without one. */
  readonly picks: Readonly<Record<string, CountedShown>>;
  readonly saving: SavingState;
  readonly pick: PickQueue['pick'];
}

interface WeekLoaderProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly skeleton: ReactNode;
  readonly children: (week: WeekData) => ReactNode;
}

export function WeekLoader({ pool, weekId, skeleton, children }: WeekLoaderProps) {
  const poolId = pool.id;
  const games = useQuery(gamesQuery(poolId, weekId, pool));
  const own = useOwnWeek(poolId, weekId);
  const { entry } = useEntries();
  const { pick, ...saving } = usePickSaving(poolId, weekId);
  const confirmed = own.data?.picks;
  const picks = useMemo(() => confirmed && shownPicks(confirmed, saving.pending), [confirmed, saving.pending]);
  // Text being typed, undo and fill state belong to one entry, so each entry has its own.
  const show = (loaded: readonly GameReply[]) => {
    if (picks === undefined) return null;
    const week = { games: loaded, picks, saving, pick };
    const { rules } = pool;
    if (traitsOf(rules).hasValues) return <ValuedWeek {...{ pool, weekId, week, children }} />;
    if (countsMissed(rules)) return <CountedWeek {...{ week, rules, children }} />;
    return children(week);
  };
  return (
    <Loaded query={games} failure="Couldn't load games" skeleton={skeleton}>
      {(loaded) => (
        <Loaded query={own} failure="Couldn't load your picks" skeleton={skeleton}>
          {() => <Fragment key={entry?.id}>{show(loaded)}</Fragment>}
        </Loaded>
      )}
    </Loaded>
  );
}

interface CountedWeekProps {
  readonly week: WeekData;
  readonly rules: PoolRules;
  readonly children: (week: WeekData) => ReactNode;
}

/** A week with the auto picks of the chosen pool. Loaded only for pools that count any. */
function CountedWeek({ week, rules, children }: CountedWeekProps) {
  return children({ ...week, picks: useCountedPicks(week.games, week.picks, rules) });
}

/** The games that count for the chosen entry: not those that locked before it joined. */
export function useGamesOfEntry<G extends GameReply>(games: readonly G[], picks: Picks): readonly G[] {
  const joinedAt = useEntries().entry?.joinedAt ?? 0;
  return useMemo(() => gamesOfEntry(games, picks, joinedAt), [games, picks, joinedAt]);
}

/** The viewer's picks, completed by the auto picks of the chosen pool. */
export function useCountedPicks(
  games: WeekData['games'],
  picks: WeekData['picks'],
  rules: PoolRules,
): WeekData['picks'] {
  const { joinedAt, autoUntil = null } = useEntries().entry ?? {};
  const lastLock = useClock((now) => Math.max(...games.map((game) => (isLocked(game, now) ? game.lockAt : 0))));
  return useMemo(() => {
    if (joinedAt === undefined) return picks;
    const locked = games.filter((game) => isLocked(game, lastLock));
    return withAutoPicks(locked, picks, rules, { joinedAt, autoUntil });
  }, [games, joinedAt, autoUntil, lastLock, picks, rules]);
}
