import type { PoolRules } from '#core/rules/pool-rules.ts';
import { confidencePoints } from './confidence/points.ts';
import type { PickPoints } from './pick-points.ts';
import { resultHalves, sideResult } from './pick-points.ts';
import { pickemPoints } from './pickem/points.ts';
import type { FormatName } from './traits.ts';

const points: Readonly<Record<FormatName, PickPoints>> = {
  pickem: pickemPoints,
  confidence: confidencePoints,
  // Its picks are teams, so nothing that its pools show depends on it.
  survivor: { result: sideResult, halves: resultHalves },
};

/** When a pick of a side is right in a pool, and what it earns. */
export function pickPointsOf({ format }: Pick<PoolRules, 'format'>): PickPoints {
  return points[format];
}
