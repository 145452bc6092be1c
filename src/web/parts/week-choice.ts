import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PoolReply } from '#contract/pools.ts';

/** The week a screen shows: the one in the address if the pool has it, else the active one, else the first. */
export function useWeekChoice(pool: PoolReply): { weekId: string | null; setWeek: (weekId: string) => void } {
  const { week } = useSearch({ strict: false });
  const navigate = useNavigate();
  const wished = week !== undefined && pool.weeks.includes(week) ? week : pool.activeWeekId;
  return {
    weekId: wished ?? pool.weeks[0] ?? null,
    setWeek: (weekId) => void navigate({ to: '.', search: { week: weekId }, replace: true, resetScroll: false }),
  };
}
