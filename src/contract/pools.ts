import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Announcement } from './announcements.ts';
import { routes } from './route.ts';
import { PoolRules } from './rules.ts';
import { Id, PoolParams, shape, Time } from './shapes.ts';

/** A pool in the selector. `details` is null to those who are neither members nor commissioners of it nor admins. */
export const PoolListing = shape({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  isMember: Type.Boolean(),
  /** Whether the caller runs it. */
  isCommissioner: Type.Boolean(),
  /** When the caller joined, where they are a member: games that locked before are none that they missed. */
  joinedAt: Type.Optional(Time),
  /** The id of the last announcement that the caller has read, where they are a member; 0 before the first. */
  toldUntil: Type.Optional(Type.Integer()),
  /** The id of the last message of the talk that the caller has read, where they are a member; 0 before the first. */
  readUntil: Type.Optional(Type.Integer()),
  /** Whether the caller is muted in the talk, where they are a member. */
  isMuted: Type.Optional(Type.Boolean()),
  /** Whether the caller has asked to join, and waits for an answer. */
  hasAsked: Type.Boolean(),
  /** How many requests to join wait for an answer; to commissioners of the pool and admins. */
  requests: Type.Optional(Type.Integer()),
  details: Type.Union([shape({ moneyUrl: Type.String(), rules: PoolRules }), Type.Null()]),
});
export type PoolListing = Static<typeof PoolListing>;

export const PoolReply = shape({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  moneyUrl: Type.String(),
  rules: PoolRules,
  /** Enabled weeks in playing order. */
  weeks: Type.Array(Id),
  /** The moments at which weeks lock as a whole, by week; a week is not there where each game locks by itself. */
  deadlines: Type.Record(Type.String(), Time),
  /** Lines that a pool with frozen ones has of its own, by gid: an admin corrected them. */
  lines: Type.Record(Type.String(), Type.Number()),
  /** The tiebreak games of weeks, by week, where the pool plays by one. */
  tiebreaks: Type.Optional(Type.Record(Type.String(), Id)),
  /** Chosen by an admin or following the calendar; null where the pool has no weeks. */
  activeWeekId: Type.Union([Id, Type.Null()]),
  /** The first week with a game that was played by the clock and has no score; null where none waits. */
  unscoredWeekId: Type.Union([Id, Type.Null()]),
  memberCount: Type.Integer(),
  /** The id of the latest message of its talk, 0 before the first; not there while the talk is off. */
  lastMessage: Type.Optional(Type.Integer()),
  /** The latest of the pool's log that its members are told of, the latest first; not there where there is none. */
  announcements: Type.Optional(Type.Array(Announcement)),
});
export type PoolReply = Static<typeof PoolReply>;

export const pools = routes({
  'GET /api/pools': {
    summary: 'All pools that are not deleted and that the caller may know of, newest first',
    access: 'user',
    reply: shape({ pools: Type.Array(PoolListing) }),
    errors: [],
  },
  'GET /api/pools/:poolId': {
    summary: 'One pool with its weeks',
    access: 'member',
    params: PoolParams,
    reply: PoolReply,
    errors: ['pool_not_found'],
  },
});
