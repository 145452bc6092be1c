import { SettingsError } from '#server/env/variables.ts';
import { DatabaseError } from '#server/store/engine/connect.ts';
import type { Flaw } from '../csv/csv-table.ts';
import { inOrder } from '../csv/csv-table.ts';

/** Exit codes: a bad command line, and everything else that went wrong. */
export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;

/** So many lines of a list are shown; the rest is counted. */
const SHOWN_LINES = 20;

/** Something the person at the keyboard can do something about: told without a stack, exit code 1. */
export class Problem extends Error {}

/** Whether a failure is told by its message alone; anything else is a bug and shows where it happened. */
export function isExpected(error: Error): boolean {
  return error instanceof Problem || error instanceof SettingsError || error instanceof DatabaseError;
}

/** A file that cannot be imported, with every reason. */
export class FlawedFile extends Problem {
  constructor(file: string, flaws: readonly Flaw[]) {
    super([...flawLines(file, flaws, 'more error'), 'Nothing was imported.'].join('\n'));
  }
}

/** `FILE:LINE:COLUMN: MESSAGE`, in the order of the file; of many the first, and how many `more` there are. */
export function flawLines(file: string, flaws: readonly Flaw[], more: string): string[] {
  const lines = inOrder(flaws).map((flaw) => `${file}:${flaw.line}:${flaw.column}: ${flaw.message}`);
  return firstLines(lines, more);
}

/** The first of many lines, and how many `more` there are. */
export function firstLines(lines: readonly string[], more: string): string[] {
  const hidden = lines.length - SHOWN_LINES;
  return hidden > 0 ? [...lines.slice(0, SHOWN_LINES), `… and ${count(hidden, more)}.`] : [...lines];
}

/** `1 game`, `2 games`. */
export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
