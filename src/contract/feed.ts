import type { Static } from 'typebox';
import { Type } from 'typebox';
import { routes } from './route.ts';
import { shape, Time } from './shapes.ts';

/**
 * The state of the feed. `demo`: it plays its own games; `off`: it was switched off; `quiet`: it has nothing to request except the season
 * now and then; `waiting`: it has not made a request yet; `ok`; `failing`: its last run failed; `late`: it did not run when it should have.
 */
export const feedStates = ['demo', 'off', 'quiet', 'waiting', 'ok', 'failing', 'late'] as const;
export type FeedState = (typeof feedStates)[number];

const MaybeTime = Type.Union([Time, Type.Null()]);

/** A summary of the feed. */
export const FeedStatus = shape({
  state: Type.Enum([...feedStates]),
  lastSuccessAt: MaybeTime,
  /** Time since the last success, in ms. */
  ageMs: Type.Union([Type.Integer(), Type.Null()]),
  /** How many runs in a row failed, for the job with the most failures. */
  failures: Type.Integer(),
  nextRunAt: MaybeTime,
});
export type FeedStatus = Static<typeof FeedStatus>;

/** Data that was not understood or could not be fetched. `where` names the week and the game, or the call. */
export const FeedProblemShape = shape({ kind: Type.String(), where: Type.String(), detail: Type.String() });
export type FeedProblemReply = Static<typeof FeedProblemShape>;

/** One repeated request: `week 2026-week1`, `season 2026`, `standings 2026`. */
export const FeedJob = shape({
  name: Type.String(),
  /** From one run to the next, in ms. */
  period: Type.Integer(),
  lastRunAt: MaybeTime,
  lastSuccessAt: MaybeTime,
  failures: Type.Integer(),
  nextRunAt: Time,
  problems: Type.Array(FeedProblemShape),
});
export type FeedJob = Static<typeof FeedJob>;

/** The second source of lines, which is asked for games without a line. */
export const SecondLinesReply = shape({
  source: Type.Enum(['odds-api', 'nflverse']),
  host: Type.String(),
  lastRunAt: MaybeTime,
  lastSuccessAt: MaybeTime,
  failures: Type.Integer(),
  /** Null while no game needs a line. */
  nextRunAt: MaybeTime,
  problems: Type.Array(FeedProblemShape),
});
export type SecondLinesReply = Static<typeof SecondLinesReply>;

export const FeedReply = shape({
  /** The source of the data; null if there is none. */
  host: Type.Union([Type.String(), Type.Null()]),
  status: FeedStatus,
  jobs: Type.Array(FeedJob),
  /** Null if there is none. */
  lines: Type.Union([SecondLinesReply, Type.Null()]),
});
export type FeedReply = Static<typeof FeedReply>;

export const feed = routes({
  'GET /api/feed': {
    summary: 'Get the state of the feed: its jobs, when each last succeeded, and data it did not understand',
    access: 'admin',
    reply: FeedReply,
    errors: [],
  },
});
