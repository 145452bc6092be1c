import { gameCounts, isOver, isSpreadLocked } from './game.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import { hasUpsets } from './rules/pool-rules.ts';
import type { Game, Side } from './types.ts';

/** With rounding, a whole number moves away from zero by this much (section 5). */
export const ROUNDING_STEP = 0.5;

/** The fields of a game that decide which side won. */
export type DecidedGame = LinedGame & Pick<Game, 'status' | 'void' | 'homeScore' | 'awayScore'>;

/** The fields of a game that a pool's line depends on. */
export type LinedGame = Pick<Game, 'spread' | 'frozenSpread'>;

/** The side that a game goes to. A push is a line met exactly, in a pool where that does not go to the home side. */
export type Outcome = Side | 'tie' | 'push';

/**
 * A line as the card shows it; null is blank: no line yet, or a pool without spread. With rounding, a whole number moves by half a point:
 * positive ones up, 0 and negative ones down (section 5).
 */
export function displayedSpread(spread: number | null, rules: PoolRules): number | null {
  if (!rules.useSpread || spread === null) return null;
  if (rules.roundSpread && Number.isInteger(spread)) return spread + (spread > 0 ? ROUNDING_STEP : -ROUNDING_STEP);
  return spread;
}

/**
 * The line of a game in a pool, which the card shows and which decides (decisions, Scoring). A pool with frozen lines uses the frozen line,
 * or the current line until there is one (decision 028).
 */
export function effectiveSpread(game: LinedGame, rules: PoolRules): number | null {
  return displayedSpread(poolLine(game, rules), rules);
}

/** The line of a game that a pool goes by, before rounding, even if its picks are straight up. */
export function poolLine({ spread, frozenSpread }: LinedGame, rules: Pick<PoolRules, 'line'>): number | null {
  return rules.line === 'frozen' ? (frozenSpread ?? spread) : spread;
}

/** The line by which a side of a game is the favorite: the effective spread or, in a pool that picks straight up, the line itself. */
export function knownLine(game: LinedGame, rules: PoolRules): number | null {
  return rules.useSpread ? effectiveSpread(game, rules) : poolLine(game, rules);
}

/** Whether a pool's cards show lines: its picks are against them, or upsets depend on them. */
export function hasLines(rules: PoolRules): boolean {
  return rules.useSpread || hasUpsets(rules);
}

/** The line of a game as a card shows it; null if the game has none, or the pool shows none. */
export function shownLine(game: LinedGame, rules: PoolRules): number | null {
  return hasLines(rules) ? knownLine(game, rules) : null;
}

/** The underdog of a game, whose right pick is worth more or less in a pool with upset points; null in other pools, or if no side is favored. */
export function underdog(game: LinedGame, rules: PoolRules): Side | null {
  const favored = hasUpsets(rules) ? favoredSide(poolLine(game, rules)) : null;
  return favored && (favored === 'home' ? 'away' : 'home');
}

/** How many times the points of its week a right pick of a game's underdog is worth. */
export function upsetWorth(game: LinedGame, rules: PoolRules): number {
  if (typeof rules.upset === 'number') return 1 + rules.upset;
  return Math.ceil(Math.abs(poolLine(game, rules) ?? 0));
}

/** A game with the pool's line: a corrected line of the pool, by gid, replaces the frozen one. */
export function withPoolLine<G extends Pick<Game, 'gid' | 'frozenSpread'>>(
  game: G,
  lines: Readonly<Record<string, number>>,
): G {
  return Object.hasOwn(lines, game.gid) ? { ...game, frozenSpread: lines[game.gid] ?? null } : game;
}

/** Whether the line of a game no longer moves in a pool: it is frozen, or `Locked` (section 4). */
export function isLineLocked(game: LinedGame & Pick<Game, 'kickoff'>, rules: PoolRules, now: number): boolean {
  return rules.line === 'frozen' ? game.frozenSpread !== null : isSpreadLocked(game, now);
}

/** The side an effective spread favors: positive home, negative away (section 4); null for none or an even line. */
export function favoredSide(effective: number | null): Side | null {
  if (effective === null || effective === 0) return null;
  return effective > 0 ? 'home' : 'away';
}

/** Whether the scores can meet an effective spread exactly, so that 'Spread Info' must say who then wins (decisions, Scoring). */
export function pushPossible(effective: number | null): boolean {
  return effective !== null && effective !== 0 && Number.isInteger(effective);
}

/** The winner with the pool's line applied (section 4); null before the game is Final, or if it does not count. */
export function winner(game: DecidedGame, rules: PoolRules): Outcome | null {
  return isOver(game) ? outcome(game, rules) : null;
}

/** The side that is ahead in a running game by the same rule; null if the game is not running or does not count. */
export function leadingSide(game: DecidedGame, rules: PoolRules): Outcome | null {
  return game.status === 'In Progress' && gameCounts(game) ? outcome(game, rules) : null;
}

/** The away side's margin over the home side, with the pool's line: 0 is a push, or without a line a tie. */
export function marginOf(game: LinedGame & Pick<Game, 'homeScore' | 'awayScore'>, rules: PoolRules): number {
  return game.awayScore + (effectiveSpread(game, rules) ?? 0) - game.homeScore;
}

/**
 * Section 4: with a line, away must beat it, and a push goes to the home side unless a rule says otherwise; without a line, the higher
 * score wins.
 */
function outcome(game: DecidedGame, rules: PoolRules): Outcome {
  const margin = marginOf(game, rules);
  if (margin === 0 && favoredSide(effectiveSpread(game, rules)) === null) return 'tie';
  if (margin === 0 && rules.push !== 'home') return 'push';
  return margin > 0 ? 'away' : 'home';
}
