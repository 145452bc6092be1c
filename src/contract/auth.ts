import type { Static } from 'typebox';
import { Type } from 'typebox';
import { poolMakers } from '#core/permissions.ts';
import { routes } from './route.ts';
import { PoolRules } from './rules.ts';
import { Done, Email, Id, Password, ProviderShape, shape, Time } from './shapes.ts';

/** A signed-in user's own data (specification section 3, User). The e-mail is sent only to its owner. */
export const Me = shape({
  id: Id,
  email: Type.String(),
  /** Whether the address is verified. */
  emailVerified: Type.Boolean(),
  displayName: Type.String(),
  isEnabled: Type.Boolean(),
  isAdmin: Type.Boolean(),
  defaultPool: Type.String(),
  /** The time zone of their messages, as named in the time-zone database; null if the league stores none. */
  zone: Type.Union([Type.String(), Type.Null()]),
  /** Whether they have a password to sign in with; if not, they can set one without the current one. */
  hasPassword: Type.Boolean(),
  /** The providers that are connected to the account. */
  providers: Type.Array(ProviderShape),
  /** Pools the person is an enabled member of, by id. */
  pools: Type.Record(Type.String(), shape({ id: Id, name: Type.String(), rules: PoolRules })),
});
export type Me = Static<typeof Me>;

export const Session = shape({
  user: Type.Union([Me, Type.Null()]),
  /** The server's clock, which decides when games lock. */
  now: Time,
  demo: Type.Boolean(),
  signUp: Type.Enum(['open', 'closed']),
  /** Who may create pools. */
  pools: Type.Enum([...poolMakers]),
  /** Providers to offer. The demo offers all; a provider that is not set up responds with what to configure. */
  providers: Type.Array(ProviderShape),
  /** Whether the league can send mail; if not, an admin hands out links for a new password. */
  mail: Type.Boolean(),
});
export type Session = Static<typeof Session>;

export const auth = routes({
  'GET /api/session': {
    summary: 'Who is signed in, and the clock of the server',
    access: 'anyone',
    reply: Session,
    errors: [],
  },
  'POST /api/auth/sign-up': {
    summary: 'Create an account and its profile, and sign in',
    access: 'anyone',
    body: shape({ email: Email, password: Password, displayName: Type.String({ maxLength: 320 }) }),
    reply: Session,
    errors: ['email_taken', 'weak_password', 'invalid_email', 'sign_up_closed', 'too_many_attempts', 'busy'],
  },
  'POST /api/auth/sign-in': {
    summary: 'Sign in with e-mail and password',
    access: 'anyone',
    body: shape({ email: Email, password: Password }),
    reply: Session,
    errors: ['invalid_email', 'user_not_found', 'wrong_password', 'too_many_attempts', 'busy'],
  },
  'POST /api/auth/sign-out': {
    summary: 'End this session',
    access: 'anyone',
    reply: Done,
    errors: [],
  },
  'POST /api/auth/sign-out-everywhere': {
    summary: 'End every session of this account, on all devices',
    access: 'account',
    reply: Done,
    errors: [],
  },
});
