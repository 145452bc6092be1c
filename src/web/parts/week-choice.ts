import type { PoolReply } from '#contract/pools.ts';
import { useGo, useSearchValue } from '#web/lib/navigation.tsx';

/** The week a screen shows: the one in the address if the pool has it, else the active one, else the first. */
export function useWeekChoice(pool: PoolReply): { weekId: string | null; setWeek: (weekId: string) => void } {
  const week = useSearchValue('week');
  const go = useGo();
  const wished = week !== undefined && pool.weeks.includes(week) ? week : pool.activeWeekId;
  return {
    weekId: wished ?? pool.weeks[0] ?? null,
    setWeek: (weekId) => go(`${location.pathname}?week=${encodeURIComponent(weekId)}`, { replace: true }),
  };
}
