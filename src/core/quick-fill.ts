import { pickProgress, unpickedGames } from './picks.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import { favoredSide, knownLine } from './spread.ts';
import type { Game, Picks, Side } from './types.ts';

/** The ways to fill missing picks, in the order they are offered. */
export const quickFills = ['favorites', 'home', 'chance'] as const;
/** One way to fill. */
export type QuickFill = (typeof quickFills)[number];

/** The fields of a game that filling needs. */
export type FillableGame = Pick<Game, 'gid' | 'weekId' | 'lockAt' | 'void' | 'spread' | 'frozenSpread'>;

/** Sides by game, and how many games stay unpicked because they have no favorite. */
export interface Filled {
  readonly sides: ReadonlyMap<string, Side>;
  readonly left: number;
}

/** The options of a fill. */
export interface FillOptions {
  readonly rules: PoolRules;
  readonly how: QuickFill;
  readonly now: number;
  /** From 0 up to but not including 1. */
  readonly random: () => number;
}

/** How many games a fill can pick: the open games without a pick, limited in each week to what the week still takes. */
export function gapCount(games: readonly FillableGame[], picks: Picks, rules: PoolRules, now: number): number {
  return gapsByWeek(games, picks, rules, now).reduce((sum, { places }) => sum + places, 0);
}

/**
 * Sides for the open games without a pick; in each week, the first ones that it still takes. Picked or locked games are never changed. The
 * favorite is the one on the card; a pool without spread uses the game's own line. A game without a line gets no favorite.
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

/** The open games without a pick, by week, and how many of them can be picked. */
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
  return favoredSide(knownLine(game, rules));
}
