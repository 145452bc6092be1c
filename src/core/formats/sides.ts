/** What formats share in which sides are picked. */

import { withAutoPicks } from '#core/auto-picks.ts';
import { tally } from '#core/outcome.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { weeklyScore } from '#core/scoring.ts';
import type { CountedPicks, Game } from '#core/types.ts';
import type { Entered, WeekScore } from './format.ts';

/** The sides that count for an entry in games that are over: its own, and what counts for those that it missed. */
export function countedSides(
  finals: readonly Game[],
  { picks, joinedAt }: Pick<Entered, 'picks' | 'joinedAt'>,
  rules: PoolRules,
): CountedPicks {
  return withAutoPicks(finals, picks, rules, joinedAt);
}

/** What the sides of a week have earned so far. */
export function sidesScore(finals: readonly Game[], picks: CountedPicks, rules: PoolRules): WeekScore {
  return { halves: weeklyScore(finals, picks, rules), correct: tally(finals, picks, rules).correct };
}
