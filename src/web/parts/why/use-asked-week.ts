import { useMemo } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { MatchupReply, StandingsReply } from '#contract/standings.ts';
import { lateMembers } from '#core/recap/decided-week.ts';
import type { AskedWeek } from '#core/why/week.ts';
import { useVisibleWeek } from '#web/parts/visible-week.ts';
import type { WeekData } from '#web/parts/week-data.tsx';

const nothingFixed = {};

/** A week with everything that a page knows about its scores; null until all is read. */
export function useAskedWeek(
  pool: PoolReply,
  standings: StandingsReply,
  { rows }: Pick<MatchupReply, 'rows'>,
  weekId: string,
  week: WeekData,
): AskedWeek | null {
  const visible = useVisibleWeek(pool, weekId, week, nothingFixed);
  return useMemo(() => {
    return visible && { ...visible, rows, lines: pool.lines, late: lateMembers(weekId, standings.rows) };
  }, [visible, rows, pool.lines, standings.rows, weekId]);
}
