/** What can be wrong with an answer, or with a part of it. What is wrong is told and never written. */
const problemKinds = [
  // There is no answer to speak of.
  'unreachable',
  'timeout',
  'refused',
  'not_json',
  'too_large',
  // The answer is not the one that was asked for.
  'stub',
  'empty',
  'other_season',
  'other_week',
  // A part of it makes no sense.
  'unknown_team',
  'unknown_status',
  'contradiction',
  'bad_date',
  'bad_score',
  'bad_line',
  'bad_record',
  'team_twice',
  // It does not fit what the league knows.
  'missing_game',
  'sides_swapped',
  'other_teams',
  'late_answer',
] as const;
export type ProblemKind = (typeof problemKinds)[number];

export interface FeedProblem {
  readonly kind: ProblemKind;
  /** What was asked, and which part of the answer is meant: `2026-week1 NE at SEA`. */
  readonly where: string;
  readonly detail: string;
}

/** What was understood, null where nothing was, and what was not. */
export interface Parsed<T> {
  readonly value: T | null;
  readonly problems: readonly FeedProblem[];
}

/** Notes a problem. @returns null, for what could not be read */
export type Report = (kind: ProblemKind, detail: string) => null;

/** Collects problems under the name of what they are about. */
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

/** Reading JSON that somebody else wrote: what is not there, or of another kind, reads as nothing. Never throws. */

/** The fields of an object; none for anything else. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text without the blanks around it; null for anything else and for an empty one. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.trim() || null : null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** What follows a path of fields. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => fieldsOf(inner)[name], value);
}

/** A value as it may stand in a message: short, on one line. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
