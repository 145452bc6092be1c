import type { PickPoints } from '#core/formats/pick-points.ts';
import { resultHalves, sideResult } from '#core/formats/pick-points.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { underdog, upsetWorth } from '#core/spread.ts';
import type { GamePick } from '#core/types.ts';

/** How many times its points a best bet is worth. */
const BEST_BET_FACTOR = 2;

/** A best bet earns double, and a pick of the underdog what the pool's rule says; both together multiply. */
export const pickemPoints: PickPoints = {
  result: sideResult,
  halves(result, pick, game, rules) {
    const upset = underdog(game, rules) === pick.side ? upsetWorth(game, rules) : 1;
    return resultHalves(result) * upset * (isBestBet(pick, rules) ? BEST_BET_FACTOR : 1);
  },
};

/** Whether a pick counts double: it is marked, and the pool has best bets. */
export function isBestBet({ best }: Pick<GamePick, 'best'>, { bestBets }: Pick<PoolRules, 'bestBets'>): boolean {
  return best === true && bestBets > 0;
}
