import { missedPicks } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Game, Picks } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';

interface MissedProps {
  readonly games: readonly Game[];
  readonly picks: Picks;
  readonly rules: PoolRules;
}

/** How many games closed without a pick, where there are any. */
export function MissedCount({ games, picks, rules }: MissedProps) {
  const missed = useClock((now) => missedPicks(games, picks, now, rules));
  return missed > 0 && <span className="whitespace-nowrap">{missed} missed</span>;
}
