import { easternDate } from '#core/eastern-time.ts';
import { DEFAULT_SITUATION, MAX_SCORE } from '#core/game.ts';
import { DAY_MS, MINUTE_MS } from '#core/time.ts';
import type { Game, Side } from '#core/types.ts';
import type { DemoGame, Random } from './season.ts';
import { bell, between, oneOf, seeded, spreadAt } from './season.ts';

/** The position of the ball before a play. */
export interface Ball {
  readonly side: Side;
  readonly down: number;
  /** Yards to a first down. */
  readonly toGo: number;
  /** Yards from the own goal line, 1 to 99. */
  readonly yard: number;
}

/** The result of a play. */
export interface Play {
  /** Seconds of game clock used. */
  readonly seconds: number;
  readonly next: Ball;
  readonly score: { readonly side: Side; readonly points: number; readonly kind: ScoreKind } | null;
}

export type ScoreKind = 'Touchdown' | 'Field goal' | 'Safety';

/** The state of the game when the team with the ball chooses a play. */
export interface Circumstances {
  /** Seconds to the end of the half. */
  readonly left: number;
  /** Whether the game ends with this half. */
  readonly decisive: boolean;
  /** Points by which the team with the ball leads. */
  readonly lead: number;
  /** Points by which the team with the ball is expected to win. */
  readonly edge: number;
}

const FIELD = 100;
/** A field goal is kicked from seven yards behind the ball, through posts ten yards behind the goal line. */
const KICK_EXTRA = 17;
const LONGEST_KICK = 57;
const RUSHED_SECONDS = 120;
/** No time for another play after this one. */
const LAST_PLAY_SECONDS = 22;

/** The ball after a kick-off. */
function kickoff(receiver: Side, random: Random): Ball {
  return fresh(receiver, between(random, 22, 34));
}

function otherSide(side: Side): Side {
  return side === 'home' ? 'away' : 'home';
}

/** Plays one down. */
function playDown(ball: Ball, now: Circumstances, random: Random): Play {
  const lastChance = now.left < LAST_PLAY_SECONDS && FIELD - ball.yard + KICK_EXTRA <= LONGEST_KICK;
  if (lastChance && kickHelps(now)) return fieldGoal(ball, random);
  if (ball.down === 4) return fourthDown(ball, now, random);
  return fromScrimmage(ball, now, random);
}

function kickHelps({ decisive, lead }: Circumstances): boolean {
  return !decisive || (lead <= 0 && lead >= -3);
}

function fourthDown(ball: Ball, now: Circumstances, random: Random): Play {
  const desperate = now.decisive && now.left < 240 && now.lead < 0;
  const distance = FIELD - ball.yard + KICK_EXTRA;
  if (desperate && now.lead < -3) return fromScrimmage(ball, now, random);
  if (distance <= LONGEST_KICK - 2) return fieldGoal(ball, random);
  const daring = ball.toGo <= 2 && ball.yard >= 50 && random() < 0.55;
  return desperate || daring ? fromScrimmage(ball, now, random) : punt(ball, random);
}

function punt(ball: Ball, random: Random): Play {
  const landed = ball.yard + between(random, 34, 50);
  const yard = landed >= FIELD ? 20 : Math.max(3, FIELD - landed);
  return { seconds: between(random, 8, 14), next: fresh(otherSide(ball.side), yard), score: null };
}

function fieldGoal(ball: Ball, random: Random): Play {
  const distance = FIELD - ball.yard + KICK_EXTRA;
  const good = random() < Math.min(0.98, 1.22 - distance * 0.0095);
  if (good) return scored(ball.side, 3, 'Field goal', 5, random);
  return { seconds: 5, next: fresh(otherSide(ball.side), Math.max(20, FIELD - ball.yard + 7)), score: null };
}

function fromScrimmage(ball: Ball, now: Circumstances, random: Random): Play {
  const rushed = now.left < RUSHED_SECONDS && (!now.decisive || now.lead <= 0);
  const passing = random() < (rushed ? 0.85 : 0.56);
  const chance = random();
  if (passing && chance < 0.024) return turnover(ball, between(random, 5, 20), random);
  if (chance > 0.991) return turnover(ball, between(random, 0, 4), random);
  const incomplete = passing && chance < 0.335;
  const sacked = passing && chance > 0.93;
  const yards = incomplete ? 0 : sacked ? -between(random, 4, 9) : gain(passing, now.edge, random);
  const seconds = incomplete ? between(random, 5, 8) : rushed ? between(random, 10, 24) : between(random, 30, 43);
  return moved(ball, yards, seconds, random);
}

/** Yards gained; a few plays are very long. */
function gain(passing: boolean, edge: number, random: Random): number {
  const better = edge * 0.082;
  if (passing) return Math.round(2 - Math.log(1 - random()) * 9.7 + better);
  const breakaway = random() < 0.03 ? between(random, 10, 45) : 0;
  return Math.round(4.2 + 3.1 * bell(random) + better) + breakaway;
}

function turnover(ball: Ball, downfield: number, random: Random): Play {
  const side = otherSide(ball.side);
  if (random() < 0.09) return scored(side, touchdownPoints(random), 'Touchdown', 12, random);
  const yard = Math.max(1, Math.min(FIELD - 1, FIELD - ball.yard - downfield));
  return { seconds: between(random, 6, 12), next: fresh(side, yard), score: null };
}

function moved(ball: Ball, yards: number, seconds: number, random: Random): Play {
  const yard = ball.yard + yards;
  if (yard >= FIELD) return scored(ball.side, touchdownPoints(random), 'Touchdown', Math.min(seconds, 12), random);
  if (yard <= 0) return scored(otherSide(ball.side), 2, 'Safety', Math.min(seconds, 8), random);
  if (yards >= ball.toGo) return { seconds, next: fresh(ball.side, yard), score: null };
  if (ball.down === 4) return { seconds: 6, next: fresh(otherSide(ball.side), FIELD - yard), score: null };
  return { seconds, next: { side: ball.side, down: ball.down + 1, toGo: ball.toGo - yards, yard }, score: null };
}

function touchdownPoints(random: Random): number {
  const chance = random();
  if (chance < 0.05) return 6;
  return chance > 0.96 ? 8 : 7;
}

/** After a score the other side gets the ball, except after a safety. */
function scored(side: Side, points: number, kind: ScoreKind, seconds: number, random: Random): Play {
  const receiver = kind === 'Safety' ? side : otherSide(side);
  return { seconds, next: kickoff(receiver, random), score: { side, points, kind } };
}

function fresh(side: Side, yard: number): Ball {
  return { side, down: 1, toGo: Math.min(10, FIELD - yard), yard };
}

const QUARTER_SECONDS = 15 * 60;
export const OVERTIME_SECONDS = 10 * 60;
const HALF_SECONDS = 2 * QUARTER_SECONDS;
export const GAME_SECONDS = 2 * HALF_SECONDS;

const HALF_TIME_MS = 13 * MINUTE_MS;
const BREAK_MS = 2.5 * MINUTE_MS;
/** The length of a quarter in the quickest and the slowest games, in seconds of real time; each may take two minutes more. */
const QUICKEST_QUARTER_S = 38 * 60;
const SLOWEST_QUARTER_S = 44 * 60;
const QUARTERS = GAME_SECONDS / QUARTER_SECONDS;

/** The state of a game from a point of its clock on. */
export interface Scene {
  /** Seconds played since the kick-off. */
  readonly at: number;
  readonly home: number;
  readonly away: number;
  /** The position of the ball; null just after a score. */
  readonly ball: Ball | null;
  readonly scored: { readonly side: Side; readonly kind: ScoreKind } | null;
}

/** A whole game as scenes; the last one is the final state. */
export type Script = readonly Scene[];

/** How long the situation shows a score, in seconds of game clock. */
const CHEERING_SECONDS = 12;

/** Plays a game that the home side is expected to win by `margin` points. Most ties after 60 minutes are decided in overtime. */
export function writeScript(margin: number, random: Random): Script {
  const opening: Side = random() < 0.5 ? 'home' : 'away';
  const game = new ScriptedGame(margin, random);
  game.playHalf(opening, HALF_SECONDS, false);
  game.playHalf(otherSide(opening), GAME_SECONDS, true);
  if (game.isTied()) game.playOvertime(random() < 0.5 ? 'home' : 'away');
  return game.scenes;
}

class ScriptedGame {
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

  /** Both sides get the ball once, unless the defense scores; after that, the leading side wins. */
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
      // A score on the last play also shows before the whistle.
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

/** The game clock relative to real time: about 3 h 10 min to the end of the fourth quarter. */
export type Tempo = readonly Stretch[];

/** A tempo for a game that ends after `seconds` of its clock. */
function drawTempo(seconds: number, random: Random): Tempo {
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

/** The game clock, in seconds, at a time within a stretch. */
function clockAt({ from, to, clockFrom, clockTo }: Stretch, elapsed: number): number {
  return clockFrom + ((clockTo - clockFrom) * (elapsed - from)) / (to - from);
}

/** The state of a game at a given time. */
export type DemoGameState = Pick<Game, 'status' | 'homeScore' | 'awayScore' | 'situation' | 'weather' | 'spread'>;

interface Course {
  readonly script: Script;
  readonly tempo: Tempo;
  readonly end: Scene;
}

const HALF_TIME_PERIOD = 2;
const OVERTIME_PERIOD = GAME_SECONDS / QUARTER_SECONDS + 1;

/** A forecast is made this long before the kick-off. */
const FORECAST_MS = 6 * DAY_MS;

const roofed = ['ARI', 'ATL', 'DAL', 'DET', 'HOU', 'IND', 'LAC', 'LAR', 'LV', 'MIN', 'NO'];
const warm = ['CAR', 'JAX', 'MIA', 'SF', 'TB', 'TEN'];
/** Usual temperatures in °F from September to January. */
const usual: Readonly<Record<string, number>> = { '09': 72, '10': 60, '11': 48, '12': 38, '01': 33 };
const WARMER = 18;
const FREEZING = 33;

const dry = ['Sunny', 'Mostly sunny', 'Partly cloudy', 'Cloudy', 'Clear', 'Windy'] as const;
const wet = ['Light rain', 'Rain', 'Showers'] as const;
const snowy = ['Snow showers', 'Light snow', 'Snow'] as const;

/** Cached, because simulating a game is expensive, and the same games are read every few seconds. */
const courses = new WeakMap<DemoGame, Course>();

/** The state of a game at a given time (ms). */
export function demoGameState(game: DemoGame, now: number): DemoGameState {
  const { script, tempo, end } = courseOf(game);
  const general = { weather: weatherAt(game, now), spread: spreadAt(game.spread, now) };
  const elapsed = now - game.kickoff;
  if (elapsed < (tempo[0]?.from ?? 0)) {
    return { ...general, status: 'Not Started', homeScore: 0, awayScore: 0, situation: DEFAULT_SITUATION };
  }
  const stretch = tempo.find(({ to }) => elapsed < to);
  if (!stretch) {
    const situation = end.at > GAME_SECONDS ? 'Final/OT' : 'Final';
    return { ...general, status: 'Final', homeScore: end.home, awayScore: end.away, situation };
  }
  const clock = clockAt(stretch, elapsed);
  const scene = script.findLast(({ at }) => at <= clock) ?? end;
  const situation = situationOf(game, stretch, clock, scene);
  return { ...general, status: 'In Progress', homeScore: scene.home, awayScore: scene.away, situation };
}

/** The time (ms) at which a game ends. */
export function demoGameEnd(game: DemoGame): number {
  return game.kickoff + (courseOf(game).tempo.at(-1)?.to ?? 0);
}

function courseOf(game: DemoGame): Course {
  const known = courses.get(game);
  if (known) return known;
  const script = writeScript(game.margin, seeded(game.seed, game.gid, 'plays'));
  const end = script.at(-1);
  if (!end) throw new Error(`${game.gid} has no script.`);
  const course = { script, end, tempo: drawTempo(end.at, seeded(game.seed, game.gid, 'tempo')) };
  courses.set(game, course);
  return course;
}

function situationOf(game: DemoGame, { period, clockFrom, clockTo }: Stretch, clock: number, scene: Scene): string {
  if (clockFrom === clockTo) return period === HALF_TIME_PERIOD ? 'Half-time' : `End of Q${period}`;
  const overtime = period === OVERTIME_PERIOD;
  const left = overtime ? GAME_SECONDS + OVERTIME_SECONDS - clock : period * QUARTER_SECONDS - clock;
  const time = `${overtime ? 'OT' : `Q${period}`} ${clockText(left)}`;
  if (scene.scored) return `${time} · ${scene.scored.kind} ${game[scene.scored.side]}`;
  return scene.ball ? `${time} · ${ballText(game, scene.ball)}` : time;
}

function clockText(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

const ordinals = ['1st', '2nd', '3rd', '4th'];

/** `KC 2nd & 7 at BUF 34` */
function ballText(game: DemoGame, { side, down, toGo, yard }: Ball): string {
  const own = game[side];
  const other = side === 'home' ? game.away : game.home;
  const distance = yard + toGo >= 100 ? 'Goal' : toGo;
  const spot = yard === 50 ? '50' : yard < 50 ? `${own} ${yard}` : `${other} ${100 - yard}`;
  return `${own} ${ordinals[down - 1]} & ${distance} at ${spot}`;
}

/** The weather of a game as a text, such as `48°F Light rain`; empty while there is no forecast. */
function weatherAt(game: Pick<DemoGame, 'gid' | 'home' | 'kickoff' | 'seed'>, now: number): string {
  if (now < game.kickoff - FORECAST_MS) return '';
  if (roofed.includes(game.home)) return 'Indoors';
  const random = seeded(game.seed, game.gid, 'weather');
  const average = (usual[easternDate(game.kickoff).slice(5, 7)] ?? 50) + (warm.includes(game.home) ? WARMER : 0);
  const degrees = Math.round(average + 8 * bell(random));
  const falling = degrees < FREEZING ? snowy : wet;
  return `${degrees}°F ${oneOf(random, random() < 0.25 ? falling : dry)}`;
}
