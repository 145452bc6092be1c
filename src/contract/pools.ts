import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Announcement } from './announcements.ts';
import { routes } from './route.ts';
import { PoolRules } from './rules.ts';
import { Id, PoolParams, shape, Time } from './shapes.ts';

/** A pool in the selector. `details` is null for callers who are not members, commissioners or admins. */
export const PoolListing = shape({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  isMember: Type.Boolean(),
  /** Whether the caller is a commissioner of it. */
  isCommissioner: Type.Boolean(),
  /** When the caller joined, if they are a member: games that locked before were not missed. */
  joinedAt: Type.Optional(Time),
  /** The id of the last announcement that the caller has read, if they are a member; 0 before the first. */
  toldUntil: Type.Optional(Type.Integer()),
  /** The id of the last talk message that the caller has read, if they are a member; 0 before the first. */
  readUntil: Type.Optional(Type.Integer()),
  /** Whether the caller is muted in the talk, if they are a member. */
  isMuted: Type.Optional(Type.Boolean()),
  /** Whether the caller has a pending request to join. */
  hasAsked: Type.Boolean(),
  /** How many requests to join are pending; for commissioners of the pool and admins. */
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
  /** The moments at which weeks lock as a whole, by week; a week is left out if each game locks by itself. */
  deadlines: Type.Record(Type.String(), Time),
  /** Corrected lines of a pool with frozen lines, by gid: an admin set them. */
  lines: Type.Record(Type.String(), Type.Number()),
  /** The tiebreak games, by week, if the pool has a tiebreak. */
  tiebreaks: Type.Optional(Type.Record(Type.String(), Id)),
  /** Chosen by an admin or following the calendar; null if the pool has no weeks. */
  activeWeekId: Type.Union([Id, Type.Null()]),
  /** The first week with a game that must be over by the clock but has no score; null if there is none. */
  unscoredWeekId: Type.Union([Id, Type.Null()]),
  memberCount: Type.Integer(),
  /** The id of the latest message of its talk, 0 before the first; missing while the talk is off. */
  lastMessage: Type.Optional(Type.Integer()),
  /** The latest log records that members are notified of, the latest first; missing if there is none. */
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
