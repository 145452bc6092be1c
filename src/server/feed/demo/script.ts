import { MAX_SCORE } from '#core/game.ts';
import type { Side } from '#core/types.ts';
import type { Ball, Play, ScoreKind } from './plays.ts';
import { kickoff, otherSide, playDown } from './plays.ts';
import type { Random } from './random.ts';

export const QUARTER_SECONDS = 15 * 60;
export const OVERTIME_SECONDS = 10 * 60;
const HALF_SECONDS = 2 * QUARTER_SECONDS;
export const GAME_SECONDS = 2 * HALF_SECONDS;

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

/** For so many seconds of the clock a score is all there is to say. */
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
