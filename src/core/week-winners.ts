/** Who takes the places of a week. */
import type { Halves } from './scoring.ts';

/** The winners of a finished week, by user id: several if tied, nobody with a score of 0 (decisions, Scoring). */
export function weekWinners(scores: readonly { readonly id: string; readonly score: Halves }[]): string[] {
  const best = scores.reduce((top, { score }) => Math.max(top, score), 0);
  return best > 0 ? scores.filter(({ score }) => score === best).map(({ id }) => id) : [];
}

/** Who takes the places after the winners of a week, by its scores; nobody with a score of 0. @param last the last place that counts */
export function otherPlaces(
  scores: readonly { readonly id: string; readonly score: Halves }[],
  winners: readonly string[],
  last: number,
): { id: string; rank: number }[] {
  const won = new Set(winners);
  const rest = scores.filter(({ id, score }) => score > 0 && !won.has(id));
  const best = rest.map(({ score }) => score).sort((a, b) => b - a);
  const counted = best.slice(0, Math.max(0, last - winners.length));
  return rest.flatMap(({ id, score }) => {
    const at = counted.indexOf(score);
    return at === -1 ? [] : [{ id, rank: winners.length + 1 + at }];
  });
}
