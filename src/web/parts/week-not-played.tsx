import { slotIn } from '#contract/live.ts';
import type { PoolReply } from '#contract/pools.ts';
import { isPickable } from '#core/locks.ts';
import { formatDollars } from '#core/money.ts';
import { mayPlayWeek } from '#core/weekly-play.ts';
import { useClock } from '#web/lib/clock.ts';
import { useOwnWeek } from './entries.tsx';
import type { WeekData } from './week-data.tsx';

export interface WeekNotPlayedProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly week: Pick<WeekData, 'games' | 'picks'>;
}

/** With weekly play: that the chosen entry does not play the week, and what its first pick does. */
export function WeekNotPlayed({ pool, weekId, week: { games, picks } }: WeekNotPlayedProps) {
  const own = useOwnWeek(pool.id, weekId).data;
  const hasOrder = own !== undefined && slotIn(own, 'order', weekId)?.value != null;
  const plays = useClock((now) => mayPlayWeek(games, { picks, hasOrder }, now));
  const isOpen = useClock((now) => games.some((game) => isPickable(game, now)));
  if (plays || games.length === 0) return null;
  if (!isOpen) return 'Not playing this week.';
  const fee = pool.weekFee === undefined ? '' : ` for ${formatDollars(pool.weekFee)}`;
  return `Not playing this week yet. Your first pick to lock enters you${fee}.`;
}
