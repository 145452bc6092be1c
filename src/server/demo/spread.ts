import { SPREAD_STEP } from '#core/game.ts';
import { DAY_MS } from '#core/time.ts';

import type { Random } from './random.ts';
import { bell, between } from './random.ts';

/** How the spread of a game moves: nothing, then `open`, then step by step to `close`. Positive favors the home side. */
export interface SpreadMove {
  readonly open: number;
  readonly close: number;
  /** ms */
  readonly opensAt: number;
  /** ms; from here on it is `close`. */
  readonly closesAt: number;
}

const LARGEST_SPREAD = 16.5;
/** How far, in points, bookmakers are off, and how far a spread moves. */
const ERROR = 1.5;
const MOVEMENT = 0.9;
/** Spreads close before they lock (24 hours before the kick-off). */
const CLOSES_DAYS_AHEAD = 1.25;
const OPENS_DAYS_AHEAD = { first: 13, last: 6 };

/** A spread for a game that the home side should win by `margin` points. */
export function drawSpread(margin: number, kickoff: number, random: Random): SpreadMove {
  const close = toStep(margin + ERROR * bell(random));
  return {
    open: toStep(close + MOVEMENT * bell(random)),
    close,
    opensAt: kickoff - between(random, OPENS_DAYS_AHEAD.last, OPENS_DAYS_AHEAD.first) * DAY_MS,
    closesAt: kickoff - CLOSES_DAYS_AHEAD * DAY_MS,
  };
}

/** The spread at a moment; null before it opens. */
export function spreadAt({ open, close, opensAt, closesAt }: SpreadMove, now: number): number | null {
  if (now < opensAt) return null;
  const progress = Math.min(1, (now - opensAt) / (closesAt - opensAt));
  const steps = Math.floor((Math.abs(close - open) / SPREAD_STEP) * progress);
  return open + Math.sign(close - open) * steps * SPREAD_STEP;
}

function toStep(points: number): number {
  const capped = Math.max(-LARGEST_SPREAD, Math.min(LARGEST_SPREAD, points));
  // Adding 0 turns -0 into 0.
  return Math.round(capped / SPREAD_STEP) * SPREAD_STEP + 0;
}
