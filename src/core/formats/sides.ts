/** What formats share in which sides are picked. */

import { pickOf, pickResult } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { halvesOf } from '#core/scoring.ts';
import type { CountedPicks, Game, Side } from '#core/types.ts';
import type { WeekScore } from './format.ts';

/** What the sides of a week have earned each entry so far. Who won each game is found once for all of them. */
export function sidesScore(finals: readonly Game[], rules: PoolRules): (picks: CountedPicks) => WeekScore {
  const resultOf = (side: Side, game: Game) => pickResult({ side, bus: false }, game, rules);
  const games = finals.map((game) => ({ game, home: resultOf('home', game), away: resultOf('away', game) }));
  return (picks) => {
    let [halves, correct] = [0, 0];
    for (const each of games) {
      const pick = pickOf(picks, each.game.gid);
      if (pick === undefined) continue;
      const result = each[pick.side];
      halves += halvesOf(result, pick, each.game, rules);
      if (result === 'correct') correct += 1;
    }
    return { halves, correct };
  };
}
