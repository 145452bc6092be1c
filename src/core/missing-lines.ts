/** Games without a line: until when they may get one, and when commissioners are notified (decision 069). */
import { lineFreeze } from './frozen-line.ts';
import { gameCounts, SPREAD_LOCK_MS } from './game.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import { hasLines, poolLine } from './spread.ts';
import { DAY_MS } from './time.ts';
import type { Game } from './types.ts';

/** Commissioners are notified this long before the line of a game closes, in ms. */
const NOTICE_MS = DAY_MS;

/** The moment (ms) from which no second source sets the line of a game: its spread lock or its freeze, whichever comes first. */
export function linesClose(game: Pick<Game, 'kickoff' | 'lockAt'>, ofWeek: number | null): number {
  return Math.min(spreadLock(game), lineFreeze(game, ofWeek));
}

function spreadLock({ kickoff, lockAt }: Pick<Game, 'kickoff' | 'lockAt'>): number {
  return Math.min(lockAt, kickoff - SPREAD_LOCK_MS);
}

/**
 * Whether a second source may set the line of a game: it has none, and nobody has decided that it stays without.
 * @param closesAt of `linesClose`, ms
 */
export function maySetSecondLine(
  { allowSpreadUpdate, setByAdmin, spread, status, void: calledOff }: Game,
  closesAt: number,
  now: number,
): boolean {
  const isOpen = allowSpreadUpdate && !setByAdmin.includes('spread') && now < closesAt;
  return isOpen && spread === null && calledOff === null && status === 'Not Started';
}

/** The fields of a game that tell whether its line is missing. */
export type UnlinedGame = Pick<Game, 'kickoff' | 'lockAt' | 'status' | 'void' | 'spread' | 'frozenSpread'>;

/** The games of a pool's week without a line, and when the first of their lines closes (ms). */
export interface MissingLines<G> {
  readonly games: readonly G[];
  readonly closesAt: number;
}

/**
 * The open games of a pool's week that have no line, from a day before the first of these lines closes in the pool: it freezes or, if lines
 * move, locks. Null before that, in pools without lines, and if none is missing.
 * @param ofWeek when the lines of the week freeze, ms
 */
export function missingLines<G extends UnlinedGame>(
  games: readonly G[],
  rules: PoolRules,
  ofWeek: number | null,
  now: number,
): MissingLines<G> | null {
  if (!hasLines(rules)) return null;
  const closes = (game: G) => (rules.line === 'frozen' ? lineFreeze(game, ofWeek) : spreadLock(game));
  const missing = games.filter(
    (game) => gameCounts(game) && game.status === 'Not Started' && poolLine(game, rules) === null && closes(game) > now,
  );
  const closesAt = Math.min(...missing.map(closes));
  return closesAt - now <= NOTICE_MS ? { games: missing, closesAt } : null;
}
