import type { Random } from './random.ts';
import { between } from './random.ts';
import { GAME_SECONDS, OVERTIME_SECONDS, QUARTER_SECONDS } from './script.ts';

const MINUTE_MS = 60_000;
const HALF_TIME_MS = 13 * MINUTE_MS;
const BREAK_MS = 2.5 * MINUTE_MS;
/** A quarter of the quickest and of the slowest games, in seconds of real time; each may take two minutes more. */
const QUICKEST_QUARTER_S = 38 * 60;
const SLOWEST_QUARTER_S = 44 * 60;
const QUARTERS = GAME_SECONDS / QUARTER_SECONDS;

/** A stretch of real time, in ms after the announced kick-off, and the seconds of the clock that pass in it. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** 1 to 4, 5 for overtime. */
  readonly period: number;
  readonly clockFrom: number;
  /** Equal to `clockFrom` in the break after a period. */
  readonly clockTo: number;
}

/** How the clock of a game runs against real time: about 3 h 10 min to the end of the fourth quarter. */
export type Tempo = readonly Stretch[];

/** A tempo for a game that ends after so many seconds of its clock. */
export function drawTempo(seconds: number, random: Random): Tempo {
  const stretches: Stretch[] = [];
  const pace = between(random, QUICKEST_QUARTER_S, SLOWEST_QUARTER_S);
  let time = between(random, 60, 270) * 1000;
  const add = (length: number, period: number, clockFrom: number, clockTo: number) => {
    stretches.push({ from: time, to: time + length, period, clockFrom, clockTo });
    time += length;
  };
  for (let period = 1; period <= QUARTERS; period += 1) {
    const end = period * QUARTER_SECONDS;
    add((pace + between(random, 0, 2 * 60)) * 1000, period, end - QUARTER_SECONDS, end);
    if (end < seconds) add(period === QUARTERS / 2 ? HALF_TIME_MS : BREAK_MS, period, end, end);
  }
  const played = (seconds - GAME_SECONDS) / OVERTIME_SECONDS;
  if (played > 0)
    add(Math.round(played * between(random, 24 * 60, 30 * 60) * 1000), QUARTERS + 1, GAME_SECONDS, seconds);
  return stretches;
}

/** The second of the clock at a moment within a stretch. */
export function clockAt({ from, to, clockFrom, clockTo }: Stretch, elapsed: number): number {
  return clockFrom + ((clockTo - clockFrom) * (elapsed - from)) / (to - from);
}
