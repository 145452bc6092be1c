import type { PickPoints } from '#core/formats/pick-points.ts';
import { resultHalves, sideResult } from '#core/formats/pick-points.ts';

/** A right pick earns the value of its game, and nothing if the game has none. */
export const confidencePoints: PickPoints = {
  result: sideResult,
  halves: (result, { value }) => resultHalves(result) * (value ?? 0),
};
