import { useQuery } from '@tanstack/react-query';
import { slotIn } from '#contract/live.ts';
import type { PoolReply } from '#contract/pools.ts';
import { isPickable } from '#core/locks.ts';
import { useClock } from '#web/lib/clock.ts';
import { useOwnWeek } from './entries.tsx';
import { shownGuess, usePickSaving } from './picks/pick-context.tsx';
import { pendingOf } from './picks/pick-queue.ts';
import { gamesQuery } from './queries.ts';

/** Whether the chosen entry can still guess the tiebreak of a week and has not. */
export function useGuessMissing(pool: PoolReply, weekId: string): boolean {
  const games = useQuery(gamesQuery(pool.id, weekId, pool)).data;
  const week = useOwnWeek(pool.id, weekId).data;
  const own = week && slotIn(week, 'guess', weekId);
  const pending = pendingOf(usePickSaving(pool.id, weekId), 'guess', weekId);
  const gid = pool.tiebreaks?.[weekId];
  const isOpen = useClock((now) => games?.some((game) => game.gid === gid && isPickable(game, now)) ?? false);
  return isOpen && gid !== undefined && shownGuess(gid, own, pending) === null;
}
