import { lineSentence } from '#core/short-line.ts';
import { favoredSide } from '#core/spread.ts';
import type { Game } from '#core/types.ts';
import { parseSpread } from '#core/validation.ts';

/** The maximum length of a typed score or line: `-12.5`, and some room. */
export const LONGEST_NUMBER = 6;

/** What a typed line will mean once it is saved. */
export function spreadText(game: Pick<Game, 'home' | 'away'>, text: string): string {
  const spread = parseSpread(text);
  if (spread === null) return 'Empty: no line yet';
  if (favoredSide(spread)) return lineSentence(game, spread);
  return Number.isNaN(Number(text)) ? 'Not a number. Saved as 0: even line' : '0: even line';
}
