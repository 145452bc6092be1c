import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Me } from './auth.ts';
import { routes } from './route.ts';
import { Id, shape } from './shapes.ts';

/** A user as admins see him; `email` is null for an imported player without an account. */
export const UserListing = shape({
  id: Id,
  email: Type.Union([Type.String(), Type.Null()]),
  displayName: Type.String(),
  isEnabled: Type.Boolean(),
  isAdmin: Type.Boolean(),
});
export type UserListing = Static<typeof UserListing>;

export const users = routes({
  'GET /api/users': {
    summary: 'All users, sorted by e-mail',
    access: 'admin',
    reply: shape({ users: Type.Array(UserListing) }),
    errors: [],
  },
  'PATCH /api/profile': {
    summary: 'Change the own display name',
    access: 'user',
    body: shape({ displayName: Type.String({ maxLength: 320 }) }),
    reply: Me,
    errors: [],
  },
});
