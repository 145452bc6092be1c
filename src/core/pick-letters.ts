import { isBestBet } from '#core/formats/pickem/points.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { CountedPick, GamePick, Side } from './types.ts';

/** A visible pick: home or away, a capital for a best bet. */
export type SideLetter = 'h' | 'a' | 'H' | 'A';

/** A visible pick made by the player's default: home or away. */
type DefaultLetter = 'y' | 'z';

/** A pick in the Matchup. */
export type PickLetter = SideLetter | DefaultLetter | 'x' | '?' | '-';

/** The meaning of a member's letter for a game; auto: the side that counts for those who did not pick it. */
export type Choice = Side | 'auto' | 'sealed' | 'none';

const choices: Readonly<Record<string, Choice>> = {
  h: 'home',
  a: 'away',
  H: 'home',
  A: 'away',
  y: 'home',
  z: 'away',
  x: 'auto',
  '?': 'sealed',
  '-': 'none',
};

/**
 * One letter for a member's pick of a game, as everybody may see it: `h` home, `a` away, capitals for a best bet, `x` no pick but the pool
 * counts one, `y` and `z` home and away by the player's default, `-` no pick, and `?` a sealed pick. Other people's sides and marks are
 * hidden until the game locks, even from admins (decisions, Picks).
 * @param isVisible whether everybody may see it (`visibleGames` of `slots.ts`)
 */
export function pickLetter(
  pick: CountedPick | undefined,
  isVisible: boolean,
  rules: PoolRules,
  hasAuto = false,
): PickLetter {
  if (pick === undefined) return hasAuto ? 'x' : '-';
  if (!isVisible) return '?';
  return revealedLetter({ ...pick, best: isBestBet(pick, rules) });
}

/** The letter of a visible pick, made by its owner or by their default. */
export function revealedLetter({ side, best, auto }: Pick<CountedPick, 'side' | 'best' | 'auto'>): PickLetter {
  if (auto) return side === 'home' ? 'y' : 'z';
  return sideLetter({ side, best });
}

/** The letter of a visible pick that its owner made. */
export function sideLetter({ side, best }: Pick<GamePick, 'side' | 'best'>): SideLetter {
  if (best) return side === 'home' ? 'H' : 'A';
  return side === 'home' ? 'h' : 'a';
}

/** The meaning of a letter; a missing one is no pick. */
export function choiceOf(letter: string | undefined): Choice {
  return choices[letter ?? '-'] ?? 'none';
}

/** Whether a letter marks a pick that nobody made. */
export function isAutoLetter(letter: string | undefined): boolean {
  return letter === 'x' || letter === 'y' || letter === 'z';
}

/** Whether a letter marks a best bet. */
export function isBestLetter(letter: string | undefined): boolean {
  return letter === 'H' || letter === 'A';
}
