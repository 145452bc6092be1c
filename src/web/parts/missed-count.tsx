import { countAuto, missedPicks } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { CountedPicks, Game } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';

interface MissedProps {
  readonly games: readonly Game[];
  /** The picks that count. */
  readonly picks: CountedPicks;
  readonly rules: PoolRules;
}

/** How many games closed without a pick, if any, and for how many of them an auto pick counts. */
export function MissedCount({ games, picks, rules }: MissedProps) {
  const missed = useClock((now) => missedPicks(games, picks, now, rules));
  const auto = countAuto(games, picks);
  return (
    <>
      {missed > 0 && <span className="whitespace-nowrap">{missed} missed</span>}
      {missed > 0 && auto > 0 && ' '}
      {auto > 0 && <span className="whitespace-nowrap">{auto} auto</span>}
    </>
  );
}
