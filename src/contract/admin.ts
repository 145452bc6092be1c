import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Me } from './accounts.ts';
import { routes } from './route.ts';
import { Id, shape } from './shapes.ts';

/** A user as admins see them; `email` is null for an imported player without an account. */
export const UserListing = shape({
  id: Id,
  email: Type.Union([Type.String(), Type.Null()]),
  displayName: Type.String(),
  isEnabled: Type.Boolean(),
  isAdmin: Type.Boolean(),
  /** Whether the address is verified: only verified users can become admins. */
  emailVerified: Type.Boolean(),
  hasSecondFactor: Type.Boolean(),
});
export type UserListing = Static<typeof UserListing>;

export const admin = routes({
  'GET /api/users': {
    summary: 'List all users by email; players without an account come last, linked players are left out',
    access: 'admin',
    reply: shape({ users: Type.Array(UserListing) }),
    errors: [],
  },
  'PATCH /api/users/:userId': {
    summary: 'Enable or disable another user, or grant or revoke the admin role',
    access: 'admin',
    params: shape({ userId: Id }),
    body: shape({ isEnabled: Type.Optional(Type.Boolean()), isAdmin: Type.Optional(Type.Boolean()) }),
    reply: UserListing,
    errors: ['admin_only', 'player_not_found', 'player_linked', 'not_on_oneself', 'last_admin', 'never_verified'],
  },
  'PATCH /api/profile': {
    summary: "Change the caller's display name, or the pool that new devices start with",
    access: 'user',
    body: shape({
      displayName: Type.Optional(Type.String({ maxLength: 320 })),
      defaultPool: Type.Optional(Id),
    }),
    reply: Me,
    errors: ['too_many_attempts', 'pool_not_found'],
  },
});
