import { parseWeekId, weekName } from './weeks.ts';

/** A week or a prize that changes hands. */
interface ChangedOutcome {
  /** A week, a side table (`sidePurpose`), or the season. */
  readonly of: string;
  /** The name of the side table. */
  readonly name?: string | undefined;
  readonly what: 'winners' | 'prize';
  readonly before: string;
  readonly after: string;
}

/** A week or a prize that changes hands, in words. */
export function changeText({ of, name, what, before, after }: ChangedOutcome): string {
  if (what === 'winners') return `${weekName(of)}: won by ${after} instead of ${before}`;
  const prize = name ?? (parseWeekId(of) === null ? 'the season' : weekName(of));
  return `Prize of ${prize}: ${after} instead of ${before}`;
}
