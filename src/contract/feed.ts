import type { Static } from 'typebox';
import { Type } from 'typebox';
import { routes } from './route.ts';
import { shape, Time } from './shapes.ts';

/**
 * How the feed is: `demo` plays its own games, `off` was switched off, `quiet` has nothing to ask for but the season now and
 * then, `waiting` has not asked yet, `ok`, `failing` since its last run, `late` has not run when it should have.
 */
export const feedStates = ['demo', 'off', 'quiet', 'waiting', 'ok', 'failing', 'late'] as const;
export type FeedState = (typeof feedStates)[number];

const MaybeTime = Type.Union([Time, Type.Null()]);

/** How the feed is, in short. */
export const FeedStatus = shape({
  state: Type.Enum([...feedStates]),
  lastSuccessAt: MaybeTime,
  /** Since the last success, in ms. */
  ageMs: Type.Union([Type.Integer(), Type.Null()]),
  /** Runs in a row that failed, of the job that fares worst. */
  failures: Type.Integer(),
  nextRunAt: MaybeTime,
});
export type FeedStatus = Static<typeof FeedStatus>;

/** What was not understood or could not be had. `where` names the week and the game, or the call. */
export const FeedProblemShape = shape({ kind: Type.String(), where: Type.String(), detail: Type.String() });
export type FeedProblemReply = Static<typeof FeedProblemShape>;

/** One thing that is asked for again and again: `week 2026-week1`, `season 2026`, `standings 2026`. */
export const FeedJob = shape({
  name: Type.String(),
  /** ms from one run to the next */
  period: Type.Integer(),
  lastRunAt: MaybeTime,
  lastSuccessAt: MaybeTime,
  failures: Type.Integer(),
  nextRunAt: Time,
  problems: Type.Array(FeedProblemShape),
});
export type FeedJob = Static<typeof FeedJob>;

export const FeedReply = shape({
  /** Who is asked; null where nobody is. */
  host: Type.Union([Type.String(), Type.Null()]),
  status: FeedStatus,
  jobs: Type.Array(FeedJob),
});
export type FeedReply = Static<typeof FeedReply>;

export const feed = routes({
  'GET /api/feed': {
    summary: 'How the feed is: what it asks for, when it last succeeded, and what it did not understand',
    access: 'admin',
    reply: FeedReply,
    errors: [],
  },
});
