import { missedPicks } from '#core/picks.ts';
import type { Game, Picks } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';

interface MissedProps {
  readonly games: readonly Game[];
  readonly picks: Picks;
}

/** How many games closed without a pick, where there are any. */
export function MissedCount({ games, picks }: MissedProps) {
  const missed = useClock((now) => missedPicks(games, picks, now));
  return missed > 0 && <span className="whitespace-nowrap">{missed} missed</span>;
}
