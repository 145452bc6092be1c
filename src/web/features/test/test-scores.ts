import type { WeekTop } from '#core/leader.ts';
import { SIMULATED_LEAD } from '#core/leader.ts';
import { halvesOfPoints } from '#core/scoring.ts';

/** An entry of the pool with its score in halves (specification section 7). */
export interface TestScore {
  readonly id: string;
  readonly ownerId: string;
  readonly displayName: string;
  readonly totalScore: number;
}

/** The best first; equal scores stay in their order. */
export function ranked(scores: readonly TestScore[]): readonly TestScore[] {
  return scores.toSorted((a, b) => b.totalScore - a.totalScore);
}

/** The scores with one entry at the given top. */
export function withLead(
  scores: readonly TestScore[],
  id: string,
  { halves }: Pick<WeekTop, 'halves'>,
): readonly TestScore[] {
  return scores.map((each) => (each.id === id ? { ...each, totalScore: halves } : each));
}

/** The scores with everybody's second as good as the first. */
export function levelled(scores: readonly TestScore[]): readonly TestScore[] {
  const [first, second] = ranked(scores);
  const top = Math.max(first?.totalScore ?? 0, halvesOfPoints(1));
  const level = [first?.id, second?.id];
  return scores.map((each) => (level.includes(each.id) ? { ...each, totalScore: top } : each));
}

/** The top as it would be if one entry went ahead (section 9). */
export function simulatedTop(top: WeekTop, { id, ownerId }: Pick<TestScore, 'id' | 'ownerId'>): WeekTop {
  return { halves: top.halves + halvesOfPoints(SIMULATED_LEAD), entryIds: [id], ownerIds: [ownerId] };
}
