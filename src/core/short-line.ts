import { favoredSide } from './spread.ts';
import type { Game } from './types.ts';

/** A line in short form: `PHI by 3.5`, `even`, `no line`. */
export function shortLine(game: Pick<Game, 'home' | 'away'>, line: number | null): string {
  if (line === null) return 'no line';
  const side = favoredSide(line);
  return side === null ? 'even' : `${game[side]} by ${Math.abs(line)}`;
}

/** A line as a sentence: `PHI favored by 3.5`, `Even line`; empty without a line. */
export function lineSentence(game: Pick<Game, 'home' | 'away'>, line: number | null): string {
  if (line === null) return '';
  const side = favoredSide(line);
  return side === null ? 'Even line' : `${game[side]} favored by ${Math.abs(line)}`;
}
