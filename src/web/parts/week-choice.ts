import { useEffect, useState } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import { useGo, useSearchValue } from '#web/lib/navigation.tsx';

/** Stands in the address, and in place of a week, where all weeks are shown. */
export const ALL_WEEKS = 'all';

interface WeekChoice {
  readonly weekId: string | null;
  readonly setWeek: (weekId: string) => void;
}

/**
 * The week a screen shows: the one in the address if the pool has it, else the active one, else the first. A screen that
 * `offersAll` may also show all of them. It goes on showing the week it was opened with: the last game of a week makes the next
 * one active, and is what everyone looks at just then.
 */
export function useWeekChoice(pool: PoolReply, offersAll = false): WeekChoice {
  const week = useSearchValue('week');
  const go = useGo();
  const known =
    week !== undefined && (pool.weeks.includes(week) || (offersAll && week === ALL_WEEKS && pool.weeks.length > 0));
  const opened = useOpenedWeek(pool);
  const wished = known ? week : opened;
  return {
    weekId: wished ?? pool.weeks[0] ?? null,
    setWeek: (weekId) => go(`${location.pathname}?week=${encodeURIComponent(weekId)}`, { replace: true }),
  };
}

/** The active week when the screen was opened for this pool, or came back into view. */
function useOpenedWeek({ id, weeks, activeWeekId }: PoolReply): string | null {
  const [opened, setOpened] = useState({ poolId: id, weekId: activeWeekId });
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && setOpened({ poolId: id, weekId: activeWeekId });
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [id, activeWeekId]);
  const holds = opened.poolId === id && opened.weekId !== null && weeks.includes(opened.weekId);
  if (!holds && (opened.poolId !== id || opened.weekId !== activeWeekId))
    setOpened({ poolId: id, weekId: activeWeekId });
  return holds ? opened.weekId : activeWeekId;
}
