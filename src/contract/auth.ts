import type { Static } from 'typebox';
import { Type } from 'typebox';
import { poolMakers } from '#core/permissions.ts';
import { routes } from './route.ts';
import { PoolRules } from './rules.ts';
import { Done, Email, Id, Password, ProviderShape, shape, Time } from './shapes.ts';

/** What a signed-in person knows about themselves (specification section 3, User). The e-mail goes to its owner only. */
export const Me = shape({
  id: Id,
  email: Type.String(),
  /** Whether they have shown that the address is theirs. */
  emailVerified: Type.Boolean(),
  displayName: Type.String(),
  isEnabled: Type.Boolean(),
  isAdmin: Type.Boolean(),
  defaultPool: Type.String(),
  /** The time zone their messages go by, as the time-zone database names it; null while the league keeps none. */
  zone: Type.Union([Type.String(), Type.Null()]),
  /** Whether they can sign in with a password; else they set one without naming an old one. */
  hasPassword: Type.Boolean(),
  /** The providers that are connected to the account. */
  providers: Type.Array(ProviderShape),
  /** Pools the person is an enabled member of, by id. */
  pools: Type.Record(Type.String(), shape({ id: Id, name: Type.String(), rules: PoolRules })),
});
export type Me = Static<typeof Me>;

export const Session = shape({
  user: Type.Union([Me, Type.Null()]),
  /** The server's clock, by which games lock. */
  now: Time,
  demo: Type.Boolean(),
  signUp: Type.Enum(['open', 'closed']),
  /** Who makes pools. */
  pools: Type.Enum([...poolMakers]),
  /** Providers to offer. The demo offers all; one that is not set up answers what to set. */
  providers: Type.Array(ProviderShape),
  /** Whether the league can send mail: else an admin hands out links for a new password. */
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
