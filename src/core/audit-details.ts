/** The stored details of a log record: the JSON of its changed fields, before and after the act. */

import { tooDeepAt } from './json-depth.ts';

/** The deepest details that are read. What this program logs has at most 6 levels, and what a pool file brings 16. */
const DEPTH_MAX = 32;

/**
 * The only field of the stored `after` of a record that came in a pool file; what the file says is its value. No act of this league logs a
 * field of this name, so a file cannot bring a record without the mark.
 */
const IMPORTED = 'imported';

/** How the stored `after` of a record from a pool file begins, and of no other. */
export const IMPORTED_BEGIN = `{"${IMPORTED}":`;

/** What stands for the details of a record that can't be read. */
export const UNREADABLE = "This record can't be read.";

/** The details of a record. Both states are empty if it can't be read. */
export interface AuditDetails {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly isReadable: boolean;
  /** Whether a pool file brought it: nothing of it happened here. */
  readonly isImported: boolean;
}

/** Reads stored details. Never throws. */
export function readDetails(stored: { readonly before: string; readonly after: string }): AuditDetails {
  const isImported = stored.after.startsWith(IMPORTED_BEGIN);
  const [before, whole] = [storedState(stored.before), storedState(stored.after)];
  const after = isImported ? asState(whole?.[IMPORTED]) : whole;
  if (before === null || after === null) return { before: {}, after: {}, isReadable: false, isImported };
  return { before, after, isReadable: true, isImported };
}

/** The stored `after` of a record from a pool file. @param after JSON of an object */
export function importedAfter(after: string): string {
  return JSON.stringify({ [IMPORTED]: JSON.parse(after) });
}

/** The object that a stored state is; null if it can't be read. */
export function storedState(text: string): Readonly<Record<string, unknown>> | null {
  if (tooDeepAt(text, DEPTH_MAX) !== null) return null;
  try {
    return asState(JSON.parse(text));
  } catch {
    return null;
  }
}

function asState(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}
