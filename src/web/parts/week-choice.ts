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
 * `offersAll` may also show all of them.
 */
export function useWeekChoice(pool: PoolReply, offersAll = false): WeekChoice {
  const week = useSearchValue('week');
  const go = useGo();
  const known =
    week !== undefined && (pool.weeks.includes(week) || (offersAll && week === ALL_WEEKS && pool.weeks.length > 0));
  const wished = known ? week : pool.activeWeekId;
  return {
    weekId: wished ?? pool.weeks[0] ?? null,
    setWeek: (weekId) => go(`${location.pathname}?week=${encodeURIComponent(weekId)}`, { replace: true }),
  };
}
