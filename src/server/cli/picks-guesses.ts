import type { PoolRules } from '#core/rules/pool-rules.ts';
import { MAX_GUESS } from '#core/tiebreak.ts';
import type { Flaw } from '../csv/csv-table.ts';
import type { PickRow } from './picks-rows.ts';
import type { Who } from './picks-who.ts';
import { keyOfWho, nameOfWho } from './picks-who.ts';

/** A guess that a file has of an entry's week. */
export interface PlacedGuess {
  readonly who: Who;
  readonly weekId: string;
  readonly guess: number;
}

/** Reads a guess. @returns undefined for what is none */
export function readGuess(text: string): number | null | undefined {
  if (text === '') return null;
  return /^\d{1,3}$/.test(text) && Number(text) <= MAX_GUESS ? Number(text) : undefined;
}

/** What is wrong with a text in the column of guesses. */
export function guessText(text: string): string {
  return `'${text}' is no guess: a whole number from 0 to ${MAX_GUESS}.`;
}

/**
 * The guess of each entry's week, which may stand on any of its rows. Two that differ are a flaw, and so is any in a pool without a
 * tiebreak.
 */
export function placeGuesses(rows: readonly PickRow[], rules: PoolRules, flaws: Flaw[]): PlacedGuess[] {
  const placed = new Map<string, PlacedGuess & { readonly row: PickRow['row'] }>();
  for (const { row, weekId, who, guess } of rows) {
    if (guess === null) continue;
    if (rules.tiebreak === 'none') {
      flaws.push(row.flaw('tiebreak', 'This pool has no tiebreak. Leave the column out, or blank.'));
      return [];
    }
    const key = `${weekId} ${keyOfWho(who)}`;
    const earlier = placed.get(key);
    if (!earlier) placed.set(key, { row, who, weekId, guess });
    else if (earlier.guess !== guess)
      flaws.push(row.flaw('tiebreak', `${nameOfWho(who)} guessed ${earlier.guess} in line ${earlier.row.line()}.`));
  }
  return [...placed.values()].map(({ row: _, ...guess }) => guess);
}
