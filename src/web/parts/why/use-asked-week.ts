import { useMemo } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { MatchupReply, StandingsReply } from '#contract/standings.ts';
import { lateMembers } from '#core/recap/decided-week.ts';
import type { AskedWeek } from '#core/why/week.ts';
import { useToldWeek } from '#web/parts/told-week.ts';
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
  const told = useToldWeek(pool, weekId, week, nothingFixed);
  return useMemo(() => {
    return told && { ...told, rows, lines: pool.lines, late: lateMembers(weekId, standings.rows) };
  }, [told, rows, pool.lines, standings.rows, weekId]);
}
