import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { withAutoPicks } from '#core/auto-picks.ts';
import { isLocked } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { useClock } from '#web/lib/clock.ts';
import { useEntries } from './entries.tsx';
import type { WeekData } from './week-data.tsx';
import './counted-week.css';

export interface CountedWeekProps {
  readonly week: WeekData;
  readonly rules: PoolRules;
  readonly children: (week: WeekData) => ReactNode;
}

/** A week with what the chosen pool counts for games that locked without a pick: only pools that count anything load this. */
export function CountedWeek({ week, rules, children }: CountedWeekProps) {
  return children({ ...week, picks: useCountedPicks(week.games, week.picks, rules) });
}

/** The own picks, completed by the rules of the chosen pool. */
export function useCountedPicks(
  games: WeekData['games'],
  picks: WeekData['picks'],
  rules: PoolRules,
): WeekData['picks'] {
  const joinedAt = useEntries().entry?.joinedAt;
  const lastLock = useClock((now) => Math.max(...games.map((game) => (isLocked(game, now) ? game.lockAt : 0))));
  return useMemo(() => {
    if (joinedAt === undefined) return picks;
    const locked = games.filter((game) => isLocked(game, lastLock));
    return withAutoPicks(locked, picks, rules, joinedAt);
  }, [games, joinedAt, lastLock, picks, rules]);
}
