import type { ChangedOutcome } from '#contract/shapes.ts';
import { SEASON } from '#core/money.ts';
import { weekName } from '#core/weeks.ts';

/** A week or a prize that changes hands. */
export function changeText({ of, name, what, before, after }: ChangedOutcome): string {
  if (what === 'winners') return `${weekName(of)}: won by ${after} instead of ${before}`;
  const prize = name ?? (of === SEASON ? 'the season' : weekName(of));
  return `Prize of ${prize}: ${after} instead of ${before}`;
}
