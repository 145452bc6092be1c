import { pickProgress, unpickedGames } from './picks.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import { effectiveSpread, favoredSide } from './spread.ts';
import type { Game, Picks, Side } from './types.ts';

/** The ways to fill what is not picked yet, in the order they are offered. */
export const quickFills = ['favorites', 'home', 'chance'] as const;
/** One way to fill. */
export type QuickFill = (typeof quickFills)[number];

/** A game as far as filling looks at it. */
export type FillableGame = Pick<Game, 'gid' | 'weekId' | 'lockAt' | 'void' | 'spread' | 'frozenSpread'>;

/** Sides by game, and how many games stay unpicked because they have no favorite. */
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

/** How many games a fill can pick: the open ones without a pick, of each week as many as it still takes. */
export function gapCount(games: readonly FillableGame[], picks: Picks, rules: PoolRules, now: number): number {
  return gapsByWeek(games, picks, rules, now).reduce((sum, { places }) => sum + places, 0);
}

/**
 * Sides for the open games without a pick, of each week as many as it still takes, the first ones; games that are picked or locked
 * are never touched. The favorite is the one of the card; a pool without spread takes that of the bare line. Without a line
 * nobody is guessed.
 */
export function quickFill(games: readonly FillableGame[], picks: Picks, options: FillOptions): Filled {
  const weeks = gapsByWeek(games, picks, options.rules, options.now).map(({ open, places }) => {
    const sides = open.flatMap((game): [string, Side][] => {
      const side = sideOf(game, options);
      return side ? [[game.gid, side]] : [];
    });
    return { sides: sides.slice(0, places), left: Math.max(0, places - sides.length) };
  });
  return {
    sides: new Map(weeks.flatMap(({ sides }) => sides)),
    left: weeks.reduce((sum, { left }) => sum + left, 0),
  };
}

/** The open games without a pick, week by week, and how many of them can be picked. */
function gapsByWeek(games: readonly FillableGame[], picks: Picks, rules: PoolRules, now: number) {
  const weeks = Map.groupBy(unpickedGames(games, picks, now, rules), ({ weekId }) => weekId);
  return [...weeks].map(([week, open]) => {
    const ofWeek = games.filter(({ weekId }) => weekId === week);
    const { made, total } = pickProgress(ofWeek, picks, rules);
    return { open, places: Math.min(open.length, total - made) };
  });
}

function sideOf(game: FillableGame, { how, random, rules }: FillOptions): Side | null {
  if (how === 'home') return 'home';
  if (how === 'chance') return random() < 0.5 ? 'home' : 'away';
  return favoredSide(rules.useSpread ? effectiveSpread(game, rules) : game.spread);
}
