/** What formats share in which sides are picked. */

import { tally } from '#core/outcome.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { weeklyScore } from '#core/scoring.ts';
import type { CountedPicks, Game } from '#core/types.ts';
import type { WeekScore } from './format.ts';

/** What the sides of a week have earned so far. */
export function sidesScore(finals: readonly Game[], picks: CountedPicks, rules: PoolRules): WeekScore {
  return { halves: weeklyScore(finals, picks, rules), correct: tally(finals, picks, rules).correct };
}
