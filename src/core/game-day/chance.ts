import { isOver } from '#core/game.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { LinedGame } from '#core/spread.ts';
import { knownLine, poolLine, winner } from '#core/spread.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Game, Side } from '#core/types.ts';
import { shownPercent } from './percent.ts';

/** The standard deviation, in points, of a whole game's result from its line (Stern 1991). */
export const DEVIATION = 12.5;
/** A game that is not over is never certain: each side has at least this chance. */
export const LEAST_CHANCE = 1e-4;

const GAME_MINUTES = 60;
const QUARTER_MINUTES = 15;
const QUARTERS = 4;
const OVERTIME_MINUTES = 10;
/** How long a game takes in real time, used if nothing says how much of it is played. */
const WALL_MINUTES = 195;
const LAST_MINUTE = 1 / GAME_MINUTES;
/** Beyond this point the normal distribution is 0 or 1 in double precision. */
const FARTHEST = 8;
const LOG_ROOT_OF_TAU = 0.918_938_533_204_672_7;

const CLOCK = /^(?:Q([1-4])|(\d*)OT)(?: (\d{1,2}):(\d\d))?(?: · |$)/;
const BREAK = /^End of (?:Q([1-4])|\d*OT)$/;
const HALF_TIME = 'Half-time';
const DELAY = /^(?:Delayed|Suspended)(?: · |$)/;

/** The fields of a game that its chances depend on. */
export type ChanceGame = Pick<
  Game,
  'status' | 'void' | 'homeScore' | 'awayScore' | 'spread' | 'frozenSpread' | 'situation' | 'kickoff'
>;

/**
 * The chance, from 0 to 1, that a game goes to the home side in a pool. Uses the normal model of Stern (1991, 1994): the remaining margin
 * has the line times the share of time left as its mean, and 12.5 times the root of that share as its deviation. In a pool with lines, the
 * margin has to beat the pool's line, which is also the model's line, so the chance is one half before the kick-off. A game without a line
 * counts as even. Ties and pushes have no chance of their own. A final game is 0 or 1, or one half if it went to neither side.
 */
export function homeChance(game: ChanceGame, rules: PoolRules, now: number): number {
  if (isOver(game)) return { home: 1, away: 0, tie: 0.5, push: 0.5 }[winner(game, rules) ?? 'tie'];
  const line = knownLine(game, rules) ?? 0;
  const toBeat = rules.useSpread ? line : 0;
  const left = timeLeft(game, now);
  const lead = left === 1 ? 0 : game.homeScore - game.awayScore;
  const ahead = lead + line * left - toBeat;
  const chance = left === 0 ? (Math.sign(ahead) + 1) / 2 : normalBelow(ahead / (DEVIATION * Math.sqrt(left)));
  return Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, chance));
}

/** How likely each side is to win a game, by the line alone, in percent as a bar shows it; null without a line. */
export function percentsByLine(game: LinedGame, rules: Pick<PoolRules, 'line'>): Readonly<Record<Side, number>> | null {
  const line = poolLine(game, rules);
  if (line === null) return null;
  const home = shownPercent(normalBelow(line / DEVIATION));
  return { home, away: 100 - home };
}

/**
 * The share of a game's 60 minutes that is still to be played, 0 to 1, from its situation:
 * - A quarter without a clock is half over, and so is an overtime of 10 minutes. Between quarters, the next one is whole.
 * - A delay stops the clock. A delay without a clock began before the kick-off, and all is left.
 * - If the score is level at the end of the fourth quarter or of an overtime, another 10 minutes follow.
 * - If the situation says nothing, real time decides: a game takes 195 minutes, and until it is over 1 of the 60 is left.
 */
export function timeLeft(
  { status, situation, kickoff, homeScore, awayScore }: Omit<ChanceGame, 'void' | 'spread' | 'frozenSpread'>,
  now: number,
): number {
  if (status === 'Final') return 0;
  if (status === 'Not Started') return 1;
  const minutes = minutesLeft(situation);
  if (minutes === null) return Math.min(1, Math.max(LAST_MINUTE, 1 - (now - kickoff) / MINUTE_MS / WALL_MINUTES));
  const toCome = minutes === 0 && homeScore === awayScore ? OVERTIME_MINUTES : minutes;
  return Math.min(1, toCome / GAME_MINUTES);
}

/** Minutes on the clock; null if the situation has none. */
function minutesLeft(situation: string): number | null {
  if (situation === HALF_TIME) return GAME_MINUTES / 2;
  const over = BREAK.exec(situation);
  if (over) return over[1] === undefined ? 0 : after(Number(over[1]));
  const told = situation.replace(DELAY, '');
  const clock = CLOCK.exec(told);
  if (clock === null) return told === '' && situation !== '' ? GAME_MINUTES : null;
  const [, quarter, , minutes, seconds] = clock;
  const length = quarter === undefined ? OVERTIME_MINUTES : QUARTER_MINUTES;
  const left = minutes === undefined ? length / 2 : Math.min(QUARTER_MINUTES, Number(minutes) + Number(seconds) / 60);
  return left + (quarter === undefined ? 0 : after(Number(quarter)));
}

/** Minutes of the quarters after one. */
function after(quarter: number): number {
  return (QUARTERS - quarter) * QUARTER_MINUTES;
}

/** The share of the standard normal distribution below a point: the series of Marsaglia (2004), to double precision. */
export function normalBelow(point: number): number {
  if (Math.abs(point) > FARTHEST) return point > 0 ? 1 : 0;
  let [sum, term, before] = [point, point, Number.NaN];
  for (let odd = 3; sum !== before; odd += 2) {
    before = sum;
    term *= (point * point) / odd;
    sum += term;
  }
  return 0.5 + sum * Math.exp(-0.5 * point * point - LOG_ROOT_OF_TAU);
}
