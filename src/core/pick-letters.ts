import { isLocked } from './locks.ts';
import { isBestBet } from './picks.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { GamePick, Side } from './types.ts';

/** A pick that is told: home or away, a capital where it is marked as best bet. */
export type SideLetter = 'h' | 'a' | 'H' | 'A';

/** A pick as the Matchup tells it. */
export type PickLetter = SideLetter | 'x' | '?' | '-';

/** What a member's letter for a game means; auto: the side that counts for those who did not pick it. */
export type Choice = Side | 'auto' | 'sealed' | 'none';

const choices: Readonly<Record<string, Choice>> = {
  h: 'home',
  a: 'away',
  H: 'home',
  A: 'away',
  x: 'auto',
  '?': 'sealed',
  '-': 'none',
};

/**
 * One letter for a member's pick of a game, as everybody may see it: `h` home, `a` away, capitals for a best bet, `x` none, but the
 * pool counts one for them, `-` none, and `?` made but sealed: other people's sides and marks are nobody's business until the game
 * locks, not even an admin's (decisions, Picks).
 */
export function pickLetter(
  game: { readonly lockAt: number },
  pick: GamePick | undefined,
  now: number,
  rules: PoolRules,
  hasAuto = false,
): PickLetter {
  if (pick === undefined) return hasAuto ? 'x' : '-';
  if (!isLocked(game, now)) return '?';
  return sideLetter({ side: pick.side, best: isBestBet(pick, rules) });
}

/** The letter of a pick that is told. */
export function sideLetter({ side, best }: Pick<GamePick, 'side' | 'best'>): SideLetter {
  if (best) return side === 'home' ? 'H' : 'A';
  return side === 'home' ? 'h' : 'a';
}

/** What a letter means; a missing one is no pick. */
export function choiceOf(letter: string | undefined): Choice {
  return choices[letter ?? '-'] ?? 'none';
}

/** Whether a letter is that of a best bet. */
export function isBestLetter(letter: string | undefined): boolean {
  return letter === 'H' || letter === 'A';
}
