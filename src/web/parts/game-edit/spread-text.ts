import { favouredSide } from '#core/spread.ts';
import type { Game } from '#core/types.ts';
import { parseSpread } from '#core/validation.ts';

/** What a typed line will mean once it is saved. */
export function spreadText(game: Pick<Game, 'home' | 'away'>, text: string): string {
  const spread = parseSpread(text);
  if (spread === null) return 'Empty: no line yet';
  const favoured = favouredSide(spread);
  if (favoured) return `${game[favoured]} favoured by ${Math.abs(spread)}`;
  return Number.isNaN(Number(text)) ? 'Not a number. Saved as 0: even line' : '0: even line';
}
