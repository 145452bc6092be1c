/** The lines of sources that quote several bookmakers, with their moneylines (decision 069). All lines are positive if the home side is favored. */
import { SPREAD_STEP } from './game.ts';
import type { Game, LineSource } from './types.ts';
import { isSpread } from './validation.ts';

/** Who set a line, on screen. */
export const lineSourceNames: Readonly<Record<LineSource, string>> = {
  espn: 'the feed',
  'odds-api': 'The Odds API',
  nflverse: 'nflverse',
  admin: 'an admin',
};

/** The largest plausible line, in points. */
export const LARGEST_LINE = 60;

/** Whether a source may mean a number as a line. */
export function isPlausibleLine(line: number): boolean {
  return isSpread(line) && Math.abs(line) <= LARGEST_LINE;
}

/** Whether a second source set the line of a game: the first source that set it keeps it, except by hand (decision 069). */
export function isOfSecondSource({ spread, lineSource }: Pick<Game, 'spread' | 'lineSource'>): boolean {
  return spread !== null && (lineSource === 'odds-api' || lineSource === 'nflverse');
}

/** Within these limits a game has no favorite. In ten seasons, lines and moneylines disagreed within them only. */
const EVEN_POINTS = 1;
const EVEN_EDGE = 0.05;
/** The smallest odds in the American form, with either sign. */
const EVEN_ODDS = 100;

/**
 * How much likelier the home side is to win by moneylines, from -1 to 1. The bookmaker's margin is left in, because only the sign matters.
 * @param home American odds, such as -150 or 130 @returns null if either is no moneyline
 */
export function homeEdge(home: number, away: number): number | null {
  if (![home, away].every(isMoneyline)) return null;
  return chance(home) - chance(away);
}

function isMoneyline(odds: number): boolean {
  return Number.isFinite(odds) && Math.abs(odds) >= EVEN_ODDS;
}

function chance(odds: number): number {
  return odds < 0 ? -odds / (EVEN_ODDS - odds) : EVEN_ODDS / (EVEN_ODDS + odds);
}

/** Whether a line and moneylines favor different sides, of which at least one is more than even. */
export function contradictsMoneylines(spread: number, edge: number | null): boolean {
  if (edge === null || spread * edge >= 0) return false;
  return Math.abs(spread) > EVEN_POINTS || Math.abs(edge) > EVEN_EDGE;
}

/** The middle of some numbers, or the mean of the middle two; null without any. */
export function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** A line rounded to half points; quarters away from zero. */
export function toHalfPoints(line: number): number {
  // Adding 0 turns -0 into 0.
  return Math.sign(line) * Math.round(Math.abs(line) / SPREAD_STEP) * SPREAD_STEP + 0;
}
