import type { Static } from 'typebox';
import { Type } from 'typebox';
import { JoinRequest } from './pool-admin.ts';
import { routes } from './route.ts';
import { Id, PoolParams, shape } from './shapes.ts';

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

export const members = routes({
  'GET /api/pools/:poolId/members': {
    summary: 'Who plays in a pool and who runs it, by name',
    access: 'member',
    params: PoolParams,
    reply: MembersReply,
    errors: [],
  },
});
