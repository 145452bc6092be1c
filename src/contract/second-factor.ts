import { Type } from 'typebox';
import { Me, Session } from './accounts.ts';
import { Code, Proof, proofErrors } from './proof.ts';
import { routes } from './route.ts';
import { Done, Id, shape } from './shapes.ts';

/** Each works once, in place of a code. They are shown this one time: the server keeps hashes of them. */
const RecoveryCodes = shape({ recoveryCodes: Type.Array(Type.String()), user: Me });

export const secondFactor = routes({
  'POST /api/auth/second-factor': {
    summary: 'Finish a sign-in of this browser with the second factor of the account',
    access: 'anyone',
    body: shape({ code: Code }),
    reply: Session,
    errors: ['wrong_code', 'sign_in_expired', 'too_many_attempts'],
  },
  'POST /api/auth/second-factor/begin': {
    summary: 'Get the secret of a new second factor; it counts once a first code is confirmed',
    access: 'user',
    body: shape(Proof),
    /** The secret in base32, to type, and as an `otpauth:` address, for a QR code. */
    reply: shape({ secret: Type.String(), address: Type.String() }),
    errors: ['second_factor_exists', ...proofErrors],
  },
  'POST /api/auth/second-factor/confirm': {
    summary: 'Turn on the second factor that was begun; ends every other session',
    access: 'user',
    body: shape({ code: Code }),
    reply: RecoveryCodes,
    errors: ['wrong_code', 'no_second_factor', 'second_factor_exists', 'sign_in_again', 'too_many_attempts'],
  },
  'POST /api/auth/second-factor/recovery-codes': {
    summary: 'Replace the recovery codes',
    access: 'user',
    body: shape({ code: Code, ...Proof }),
    reply: RecoveryCodes,
    errors: ['wrong_code', 'no_second_factor', ...proofErrors],
  },
  'POST /api/auth/second-factor/pick-links': {
    summary: 'Choose whether reminders have links that fill in picks, without the second factor',
    access: 'user',
    body: shape({ wanted: Type.Boolean(), ...Proof }),
    reply: Me,
    errors: ['no_second_factor', ...proofErrors],
  },
  'POST /api/auth/second-factor/remove': {
    summary: "Turn off the caller's second factor",
    access: 'user',
    body: shape({ code: Code, ...Proof }),
    reply: Me,
    errors: ['wrong_code', 'no_second_factor', ...proofErrors],
  },
  'DELETE /api/users/:userId/second-factor': {
    summary: 'Turn off the second factor of a user who lost it; ends their sessions',
    access: 'admin',
    params: shape({ userId: Id }),
    reply: Done,
    errors: ['admin_only', 'player_not_found', 'not_on_oneself', 'no_second_factor'],
  },
});
