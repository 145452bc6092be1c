import { MAX_SCORE } from '#core/game.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Side } from '#core/types.ts';
import type { Ball, Play, ScoreKind } from './plays.ts';
import { kickoff, otherSide, playDown } from './plays.ts';
import type { Random } from './random.ts';
import { between } from './random.ts';

export const QUARTER_SECONDS = 15 * 60;
export const OVERTIME_SECONDS = 10 * 60;
const HALF_SECONDS = 2 * QUARTER_SECONDS;
export const GAME_SECONDS = 2 * HALF_SECONDS;

const HALF_TIME_MS = 13 * MINUTE_MS;
const BREAK_MS = 2.5 * MINUTE_MS;
/** A quarter of the quickest and of the slowest games, in seconds of real time; each may take two minutes more. */
const QUICKEST_QUARTER_S = 38 * 60;
const SLOWEST_QUARTER_S = 44 * 60;
const QUARTERS = GAME_SECONDS / QUARTER_SECONDS;

/** How a game stands from a point of its clock on. */
export interface Scene {
  /** Seconds played since the kick-off. */
  readonly at: number;
  readonly home: number;
  readonly away: number;
  /** Where the ball is; just after a score who scored. */
  readonly ball: Ball | null;
  readonly scored: { readonly side: Side; readonly kind: ScoreKind } | null;
}

/** A whole game, scene by scene; the last one is how it ends. */
export type Script = readonly Scene[];

/** The situation shows a score for this many seconds of the clock. */
const CHEERING_SECONDS = 12;

/** Plays a game that the home side should win by `margin` points. Most ties after 60 minutes end in overtime. */
export function writeScript(margin: number, random: Random): Script {
  const opening: Side = random() < 0.5 ? 'home' : 'away';
  const game = new Game(margin, random);
  game.playHalf(opening, HALF_SECONDS, false);
  game.playHalf(otherSide(opening), GAME_SECONDS, true);
  if (game.isTied()) game.playOvertime(random() < 0.5 ? 'home' : 'away');
  return game.scenes;
}

class Game {
  readonly scenes: Scene[] = [];
  readonly #margin: number;
  readonly #random: Random;
  readonly #score = { home: 0, away: 0 };
  #clock = 0;

  constructor(margin: number, random: Random) {
    this.#margin = margin;
    this.#random = random;
  }

  isTied(): boolean {
    return this.#score.home === this.#score.away;
  }

  playHalf(receiver: Side, end: number, decisive: boolean): void {
    let ball = kickoff(receiver, this.#random);
    while (this.#clock < end) ball = this.#play(ball, end, decisive).next;
    this.#clock = end;
    this.#show(null, null);
  }

  /** Both sides have the ball once, unless the defence scores; after that, whoever is ahead has won. */
  playOvertime(receiver: Side): void {
    const end = GAME_SECONDS + OVERTIME_SECONDS;
    let ball = kickoff(receiver, this.#random);
    let possessions = 1;
    while (this.#clock < end) {
      const play = this.#play(ball, end, true);
      if (play.score && play.score.side !== ball.side) break;
      if (play.next.side !== ball.side) possessions += 1;
      if (possessions > 2 && !this.isTied()) break;
      ball = play.next;
    }
    this.#clock = Math.min(this.#clock, end);
    this.#show(null, null);
  }

  #play(ball: Ball, end: number, decisive: boolean): Play {
    this.#show(ball, null);
    const lead = ball.side === 'home' ? this.#score.home - this.#score.away : this.#score.away - this.#score.home;
    const edge = ball.side === 'home' ? this.#margin : -this.#margin;
    const play = playDown(ball, { left: end - this.#clock, decisive, lead, edge }, this.#random);
    const clock = this.#clock + play.seconds;
    this.#clock = Math.min(end, clock);
    if (play.score) {
      const { side, points } = play.score;
      this.#score[side] = Math.min(MAX_SCORE, this.#score[side] + points);
      // A score on the last play is seen before the whistle, too.
      this.#clock = Math.min(end - 1, clock);
      this.#show(null, play.score);
      this.#clock = Math.min(end, this.#clock + CHEERING_SECONDS);
    }
    return play;
  }

  #show(ball: Ball | null, scored: Scene['scored']): void {
    this.scenes.push({ at: this.#clock, ...this.#score, ball, scored });
  }
}

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
