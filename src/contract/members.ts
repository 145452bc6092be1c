import type { Static } from 'typebox';
import { Type } from 'typebox';
import { PlanShape } from './money.ts';
import { InviteLink, JoinRequest, PoolRules } from './pools.ts';
import { routes } from './route.ts';
import { Done, Id, PoolParams, shape, Time } from './shapes.ts';
import { SideTableTerms } from './side-tables.ts';

/** A member of a pool, without an address. */
export const PoolPerson = shape({
  id: Id,
  /** Distinct from others of the same name. */
  name: Type.String(),
  /** A commissioner does not have to play. */
  plays: Type.Boolean(),
  /** Their entries, by the moment at which they joined. */
  entries: Type.Array(shape({ id: Id, name: Type.String() })),
  isCommissioner: Type.Boolean(),
  /** An imported player without an account, whose picks others enter. */
  isPaper: Type.Boolean(),
  /** Whether they closed their account; present only if true. */
  isFormer: Type.Optional(Type.Literal(true)),
  /** For commissioners and admins: whether they are muted in the talk; present only if true. */
  isMuted: Type.Optional(Type.Literal(true)),
});
export type PoolPerson = Static<typeof PoolPerson>;

export const MembersReply = shape({
  /** By name. */
  people: Type.Array(PoolPerson),
  /** For commissioners and admins: members who were removed and can be let in again, by name. */
  removed: Type.Optional(Type.Array(shape({ id: Id, name: Type.String() }))),
  /** For commissioners and admins: the requests to join, the oldest first. */
  requests: Type.Optional(Type.Array(JoinRequest)),
});
export type MembersReply = Static<typeof MembersReply>;

/** The pool of an invite link, with all that a person with the link may see without being a member. */
export const Invitation = shape({
  poolName: Type.String(),
  description: Type.String(),
  /** The name of the admin who made the link; null if it is not known. */
  invitedBy: Type.Union([Type.String(), Type.Null()]),
  members: Type.Integer(),
  rules: PoolRules,
  /** Which games of a week are played, in a few words; missing if all are. */
  games: Type.Optional(Type.String()),
  /** Which weeks are played, in a few words; missing before there are any. */
  weeks: Type.Optional(Type.String()),
  /** Whether playoff weeks are among them; missing before there are any. */
  hasPlayoffs: Type.Optional(Type.Boolean()),
  /** What it costs, and what can be won. */
  plan: PlanShape,
  sideTables: Type.Array(SideTableTerms),
  /** The deadline of the next game that can be picked; null if there is none. */
  nextLock: Type.Union([Time, Type.Null()]),
  /** The id of the pool, sent only to its members. */
  poolId: Type.Union([Id, Type.Null()]),
});
export type Invitation = Static<typeof Invitation>;

/**
 * The result of following an invite link. `joined`, or `member` if they already were one. `asked`: an admin had removed them, so a request
 * to join was made for them.
 */
const joinOutcomes = ['joined', 'member', 'asked'] as const;

/** The token is sent in the body because paths are logged. */
const InviteBody = shape({ token: Id });

export const members = routes({
  'GET /api/pools/:poolId/members': {
    summary: 'List the members and commissioners of a pool by name',
    access: 'member',
    params: PoolParams,
    reply: MembersReply,
    errors: [],
  },
  'POST /api/pools/:poolId/requests': {
    summary: 'Request to join a pool; repeated requests change nothing',
    access: 'user',
    params: PoolParams,
    reply: Done,
    errors: ['pool_not_found', 'already_member', 'survivor_begun', 'too_many_attempts'],
  },
  'DELETE /api/pools/:poolId/requests': {
    summary: "Withdraw the caller's request to join a pool",
    access: 'user',
    params: PoolParams,
    reply: Done,
    errors: ['pool_not_found'],
  },
  'PUT /api/pools/:poolId/requests/:userId': {
    summary: 'Accept a request to join, which adds the member, or decline it',
    access: 'commissioner',
    isCostly: true,
    params: shape({ poolId: Id, userId: Id }),
    body: shape({ confirm: Type.Boolean() }),
    reply: Done,
    errors: ['pool_not_found', 'request_not_found', 'player_disabled', 'survivor_begun'],
  },
  'POST /api/pools/:poolId/invite': {
    summary: 'Create or replace the invite link of a pool; an earlier link stops working',
    access: 'commissioner',
    params: PoolParams,
    reply: InviteLink,
    errors: ['pool_not_found'],
  },
  'POST /api/invites/find': {
    summary: 'Get the pool of an invite link',
    access: 'anyone',
    body: InviteBody,
    reply: Invitation,
    errors: ['invite_not_found', 'too_many_attempts'],
  },
  'POST /api/invites/follow': {
    summary: 'Follow an invite link and join its pool',
    access: 'user',
    isCostly: true,
    body: InviteBody,
    /** `weekId` is the week of the next game that can be picked. */
    reply: shape({ poolId: Id, outcome: Type.Enum([...joinOutcomes]), weekId: Type.Union([Id, Type.Null()]) }),
    errors: ['invite_not_found', 'survivor_begun', 'too_many_attempts'],
  },
});
