import { useEffect, useRef, useState } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import { MINUTE_MS } from '#core/time.ts';
import { useNavigate, useSearchValue } from '#web/lib/navigation.tsx';

/** Used in the address, and in place of a week id, to show all weeks. */
export const ALL_WEEKS = 'all';

/** For this long after a screen was opened or became visible, its pool may be out of date, in ms. */
const SETTLING_MS = 10_000;
/** How long a week stays on a screen after another became the active one, in ms. */
const HOLD_MS = 15 * MINUTE_MS;

interface WeekChoice {
  readonly weekId: string | null;
  readonly setWeek: (weekId: string) => void;
}

/**
 * The week that a screen shows: the one in the address if the pool has it, otherwise the active one, otherwise the first. If it
 * `offersAll`, a screen may also show all weeks.
 */
export function useWeekChoice(pool: PoolReply, offersAll = false): WeekChoice {
  const week = useSearchValue('week');
  const go = useNavigate();
  const known =
    week !== undefined && (pool.weeks.includes(week) || (offersAll && week === ALL_WEEKS && pool.weeks.length > 0));
  const shown = useShownWeek(pool);
  const chosen = known ? week : shown;
  return {
    weekId: chosen ?? pool.weeks[0] ?? null,
    setWeek: (weekId) => go(`${location.pathname}?week=${encodeURIComponent(weekId)}`, { replace: true }),
  };
}

/**
 * The active week, followed with a delay while the page is visible: the last game of a week makes the next one active, at the very moment
 * when everyone watches the week that ends (docs/product-notes.md).
 */
function useShownWeek({ id, weeks, activeWeekId }: PoolReply): string | null {
  const [shown, setShown] = useState({ poolId: id, weekId: activeWeekId });
  const settlesAt = useRef(0);

  useEffect(() => {
    const arrive = () => {
      settlesAt.current = performance.now() + SETTLING_MS;
    };
    const look = () => document.visibilityState === 'visible' && arrive();
    arrive();
    addEventListener('online', arrive);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('online', arrive);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);

  useEffect(() => {
    const follow = () => setShown({ poolId: id, weekId: activeWeekId });
    const timer = setTimeout(follow, performance.now() < settlesAt.current ? 0 : HOLD_MS);
    return () => clearTimeout(timer);
  }, [id, activeWeekId]);

  const holds = shown.poolId === id && shown.weekId !== null && weeks.includes(shown.weekId);
  if (!holds && (shown.poolId !== id || shown.weekId !== activeWeekId)) setShown({ poolId: id, weekId: activeWeekId });
  return holds ? shown.weekId : activeWeekId;
}
