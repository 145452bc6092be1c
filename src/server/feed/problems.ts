/** Problems of an answer or a part of it. Invalid parts are reported and never written. */
const problemKinds = [
  // No usable answer.
  'unreachable',
  'timeout',
  'refused',
  'not_json',
  'too_large',
  // Not the requested answer.
  'stub',
  'empty',
  'other_season',
  'other_week',
  // Part of it is invalid.
  'unknown_team',
  'unknown_status',
  'contradiction',
  'bad_date',
  'bad_score',
  'bad_line',
  'bad_record',
  'team_twice',
  // It contradicts the league's data.
  'missing_game',
  'other_teams',
  'late_answer',
  // Of a second source.
  'missing_line',
  'few_calls_left',
] as const;
export type ProblemKind = (typeof problemKinds)[number];

export interface FeedProblem {
  readonly kind: ProblemKind;
  /** The request, and the part of the answer: `2026-week1 NE at SEA`. */
  readonly where: string;
  readonly detail: string;
}

/** A parsed value, or null, and the problems found. */
export interface Parsed<T> {
  readonly value: T | null;
  readonly problems: readonly FeedProblem[];
}

/** Reports a problem. @returns null, as the parsed value */
export type Report = (kind: ProblemKind, detail: string) => null;

/** Collects problems with the given location. */
export function reporterFor(problems: FeedProblem[], where: string): Report {
  return (kind, detail) => {
    problems.push({ kind, where, detail });
    return null;
  };
}

/** One problem as a line of text. */
export function problemText({ kind, where, detail }: FeedProblem): string {
  return `${where}: ${kind.replaceAll('_', ' ')}: ${detail}`;
}

/** A value for a message: short, on one line. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
