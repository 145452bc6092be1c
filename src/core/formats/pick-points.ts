import type { PickResult } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Halves, ScoredGame } from '#core/scoring.ts';
import type { Outcome } from '#core/spread.ts';
import type { CountedPick, Side } from '#core/types.ts';

/**
 * When a pick of a side is right in a format, and what it earns. Cards, marks, the rule lab, side tables and "Why this score" show it as well
 * as the score of the week, so these objects are small and import no `Format`: the first page loads all of them.
 */
export interface PickPoints {
  /**
   * Whether a pick of this side is right if its game goes to `outcome`: its mark, and what tallies and tiebreaks count. It may earn points all
   * the same.
   */
  result(side: Side, outcome: Outcome, rules: PoolRules): PickResult;
  /**
   * What a pick with this result earns in a week whose picks are worth 1 point; the points of a playoff round multiply it.
   * @param result not `pending` or `none`
   * @param game over, or as it is while it is running
   */
  halves(result: PickResult, pick: CountedPick, game: ScoredGame, rules: PoolRules): Halves;
}

const worth: Readonly<Record<PickResult, Halves>> = { correct: 2, split: 1, incorrect: 0, pending: 0, none: 0 };
const tieResults = { nobody: 'incorrect', half: 'split', both: 'correct' } as const;

/** A side is right if the game goes to it; the pool's rules decide ties and pushes. */
export function sideResult(side: Side, outcome: Outcome, { tie, push }: PoolRules): PickResult {
  if (outcome === 'tie') return tieResults[tie];
  if (outcome === 'push') return push === 'half' ? 'split' : 'none';
  return outcome === side ? 'correct' : 'incorrect';
}

/** A right pick earns 1 point, a half right one half a point. */
export function resultHalves(result: PickResult): Halves {
  return worth[result];
}
