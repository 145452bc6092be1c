import type { Static } from 'typebox';
import { Type } from 'typebox';
import { routes } from './route.ts';
import { Done, Id, shape, Time } from './shapes.ts';

/** What a signed-in person knows of himself (specification section 3, User). The e-mail goes to its owner only. */
export const Me = shape({
  id: Id,
  email: Type.String(),
  displayName: Type.String(),
  isEnabled: Type.Boolean(),
  isAdmin: Type.Boolean(),
  defaultPool: Type.String(),
  /** Pools the person is an enabled member of, by id. */
  pools: Type.Record(
    Type.String(),
    shape({
      id: Id,
      name: Type.String(),
      roundSpread: Type.Boolean(),
      useSpread: Type.Boolean(),
    }),
  ),
});
export type Me = Static<typeof Me>;

export const Session = shape({
  user: Type.Union([Me, Type.Null()]),
  /** The server's clock, by which games lock. */
  now: Time,
  demo: Type.Boolean(),
  signUp: Type.Enum(['open', 'closed']),
});
export type Session = Static<typeof Session>;

const Text = Type.String({ maxLength: 320 });
const Password = Type.String({ maxLength: 128 });

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
    body: shape({ email: Text, password: Password, displayName: Text }),
    reply: Session,
    errors: ['email_taken', 'weak_password', 'invalid_email', 'sign_up_closed'],
  },
  'POST /api/auth/sign-in': {
    summary: 'Sign in with e-mail and password',
    access: 'anyone',
    body: shape({ email: Text, password: Password }),
    reply: Session,
    errors: ['invalid_email', 'user_not_found', 'wrong_password'],
  },
  'POST /api/auth/sign-out': {
    summary: 'End this session',
    access: 'anyone',
    reply: Done,
    errors: [],
  },
});
