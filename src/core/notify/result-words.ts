import type { Halves } from '#core/scoring.ts';
import { pointsText } from '#core/scoring.ts';
import { rankRows } from '#core/standings.ts';

/** How a member did in a decided week, in words. @param scores of all members in the week */
export function weekResultText(
  scores: readonly { readonly id: string; readonly name: string; readonly halves: Halves }[],
  userId: string,
): string | null {
  const own = rankRows(scores, ({ halves }) => halves).find(({ id }) => id === userId);
  return own ? `You have ${pointsText(own.halves)}, place ${own.rank} of ${scores.length} in the week.` : null;
}

/** The same of a survivor pool, by the lives that are left after it. */
export function survivalText(lives: number): string {
  if (lives === 0) return 'You are out.';
  return lives === 1 ? 'You are still in.' : `You are still in, with ${lives} lives.`;
}
