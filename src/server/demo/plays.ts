import type { Side } from '#core/types.ts';
import type { Random } from './random.ts';
import { bell, between } from './random.ts';

/** Where the ball is before a play. */
export interface Ball {
  readonly side: Side;
  readonly down: number;
  /** Yards to a first down. */
  readonly toGo: number;
  /** Yards from the own goal line, 1 to 99. */
  readonly yard: number;
}

/** What a play led to. */
export interface Play {
  /** Seconds of the clock that it took. */
  readonly seconds: number;
  readonly next: Ball;
  readonly score: { readonly side: Side; readonly points: number; readonly kind: ScoreKind } | null;
}

export type ScoreKind = 'Touchdown' | 'Field goal' | 'Safety';

/** What the team with the ball knows of the game when it chooses a play. */
export interface Circumstances {
  /** Seconds to the end of the half. */
  readonly left: number;
  /** The game ends with this half. */
  readonly decisive: boolean;
  /** Points by which the team with the ball leads. */
  readonly lead: number;
  /** Points by which the team with the ball should win. */
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
export function kickoff(receiver: Side, random: Random): Ball {
  return fresh(receiver, between(random, 22, 34));
}

export function otherSide(side: Side): Side {
  return side === 'home' ? 'away' : 'home';
}

/** Plays one down. */
export function playDown(ball: Ball, now: Circumstances, random: Random): Play {
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

/** Yards gained; a few plays go a long way. */
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

/** After a safety, too, the side that scored gives the ball away, except that there it gets it. */
function scored(side: Side, points: number, kind: ScoreKind, seconds: number, random: Random): Play {
  const receiver = kind === 'Safety' ? side : otherSide(side);
  return { seconds, next: kickoff(receiver, random), score: { side, points, kind } };
}

function fresh(side: Side, yard: number): Ball {
  return { side, down: 1, toGo: Math.min(10, FIELD - yard), yard };
}
