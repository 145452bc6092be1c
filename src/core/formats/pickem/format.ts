import type { Format } from '#core/formats/format.ts';
import { countedSides, sidesScore } from '#core/formats/sides.ts';

/** Sides of games: each right one earns its points. */
export const pickem: Format = {
  score: ({ games }, entered, rules) => sidesScore(games, countedSides(games, entered, rules), rules),
};
