import { weekScale, withValues } from '#core/formats/confidence.ts';
import type { Format } from '#core/formats/format.ts';
import { countedSides, sidesScore } from '#core/formats/sides.ts';

/** Sides of games, and an order of the games: each right side earns the value of its game. */
export const confidence: Format = {
  score({ id, games, values }, entered, rules) {
    const picks = countedSides(games, entered, rules);
    return sidesScore(games, withValues(games, picks, entered.order, weekScale(rules, id, values)), rules);
  },
};
