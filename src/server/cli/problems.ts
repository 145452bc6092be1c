import type { Flaw } from '../csv/csv-table.ts';
import { inOrder } from '../csv/csv-table.ts';
import { SettingsError } from '../env.ts';
import { WrongKindError } from '../store/meta.ts';

/** Exit codes: a bad command line, and everything else that went wrong. */
export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;

/** So many errors of one file are shown; the rest is counted. */
const SHOWN_FLAWS = 20;

/** Something the person at the keyboard can do something about: told without a stack, exit code 1. */
export class Problem extends Error {}

/** Whether a failure is told by its message alone; anything else is a bug and shows where it happened. */
export function isExpected(error: Error): boolean {
  return error instanceof Problem || error instanceof SettingsError || error instanceof WrongKindError;
}

/** A file that cannot be imported, with every reason: `FILE:LINE:COLUMN: MESSAGE`, in the order of the file. */
export class FlawedFile extends Problem {
  constructor(file: string, flaws: readonly Flaw[]) {
    const shown = inOrder(flaws)
      .slice(0, SHOWN_FLAWS)
      .map((flaw) => `${file}:${flaw.line}:${flaw.column}: ${flaw.message}`);
    const hidden = flaws.length - shown.length;
    if (hidden > 0) shown.push(`… and ${count(hidden, 'more error')}.`);
    super([...shown, 'Nothing was imported.'].join('\n'));
  }
}

/** `1 game`, `2 games`. */
export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
