import type { ReactNode } from 'react';
import { useMemo } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { WeekData } from '#web/parts/week-data.tsx';
import { useOrder } from './use-order.ts';

export interface ValuedWeekProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly week: WeekData;
  readonly children: (week: WeekData) => ReactNode;
}

/** A week with what each of the own picks is worth: only pools with confidence load this. */
export function ValuedWeek({ pool, weekId, week, children }: ValuedWeekProps) {
  const { values } = useOrder(pool, weekId);
  const picks = useMemo(() => {
    const valued = Object.entries(week.picks).map(([gid, pick]) => [gid, { ...pick, value: values.get(gid) ?? 0 }]);
    return Object.fromEntries(valued);
  }, [week.picks, values]);
  return children({ ...week, picks });
}
