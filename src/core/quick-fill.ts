import { isPickable } from './game.ts';
import { pickOf } from './picks.ts';
import { effectiveSpread, favouredSide } from './spread.ts';
import type { Game, Picks, Side, SpreadRule } from './types.ts';

/** The ways to fill what is not picked yet, in the order they are offered. */
export const quickFills = ['favourites', 'home', 'chance'] as const;
/** One way to fill. */
export type QuickFill = (typeof quickFills)[number];

/** A game as far as filling looks at it. */
export type FillableGame = Pick<Game, 'gid' | 'lockAt' | 'void' | 'spread'>;

/** Sides by game, and how many open games have no favourite and so stay unpicked. */
export interface Filled {
  readonly sides: ReadonlyMap<string, Side>;
  readonly left: number;
}

/** What decides a fill beside the games. */
export interface FillRule extends SpreadRule {
  readonly how: QuickFill;
  readonly now: number;
  /** From 0 up to but not including 1. */
  readonly random: () => number;
}

/**
 * Sides for the open games without a pick; games that are picked or locked are never touched. The favourite is the one of
 * the card; a pool without spread takes that of the bare line. Without a line nobody is guessed.
 */
export function quickFill(games: readonly FillableGame[], picks: Picks, rule: FillRule): Filled {
  const open = games.filter((game) => isPickable(game, rule.now) && pickOf(picks, game.gid) === undefined);
  const sides = open.flatMap((game): [string, Side][] => {
    const side = sideOf(game, rule);
    return side ? [[game.gid, side]] : [];
  });
  return { sides: new Map(sides), left: open.length - sides.length };
}

function sideOf(game: FillableGame, rule: FillRule): Side | null {
  if (rule.how === 'home') return 'home';
  if (rule.how === 'chance') return rule.random() < 0.5 ? 'home' : 'away';
  return favouredSide(rule.useSpread ? effectiveSpread(game, rule) : game.spread);
}
