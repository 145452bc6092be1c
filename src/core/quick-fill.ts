import { isPickable } from './game.ts';
import { pickOf } from './picks.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import { effectiveSpread, favouredSide } from './spread.ts';
import type { Game, Picks, Side } from './types.ts';

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
export interface FillOptions {
  readonly rules: PoolRules;
  readonly how: QuickFill;
  readonly now: number;
  /** From 0 up to but not including 1. */
  readonly random: () => number;
}

/**
 * Sides for the open games without a pick; games that are picked or locked are never touched. The favourite is the one of
 * the card; a pool without spread takes that of the bare line. Without a line nobody is guessed.
 */
export function quickFill(games: readonly FillableGame[], picks: Picks, options: FillOptions): Filled {
  const open = games.filter((game) => isPickable(game, options.now) && pickOf(picks, game.gid) === undefined);
  const sides = open.flatMap((game): [string, Side][] => {
    const side = sideOf(game, options);
    return side ? [[game.gid, side]] : [];
  });
  return { sides: new Map(sides), left: open.length - sides.length };
}

function sideOf(game: FillableGame, { how, random, rules }: FillOptions): Side | null {
  if (how === 'home') return 'home';
  if (how === 'chance') return random() < 0.5 ? 'home' : 'away';
  return favouredSide(rules.useSpread ? effectiveSpread(game, rules) : game.spread);
}
