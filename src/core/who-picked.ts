import { choiceOf } from './pick-letters.ts';
import type { Side } from './types.ts';

/** The rows of a Matchup by their pick of a game. `none` includes those for whom the pool counts a side. */
export type WhoPicked<Row> = Readonly<Record<Side | 'none', readonly Row[]>>;

/**
 * Who picked which side of a game. Sealed picks are in no list.
 * @param place the index of the game's letter in the picks of a row
 */
export function whoPicked<Row extends { readonly picks: string }>(rows: readonly Row[], place: number): WhoPicked<Row> {
  const { home = [], away = [], auto = [], none = [] } = Object.groupBy(rows, ({ picks }) => choiceOf(picks[place]));
  return { home, away, none: [...auto, ...none] };
}
