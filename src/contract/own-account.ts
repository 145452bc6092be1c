import { Type } from 'typebox';
import { routes } from './route.ts';
import { Done, Password, shape } from './shapes.ts';

/** What somebody sends to confirm that their account is closed. */
export const CLOSE_WORD = 'close';

export const ownAccount = routes({
  'GET /api/profile/data': {
    summary: "Download everything the league knows about the caller, as JSON: nobody else's data, and no secrets",
    access: 'account',
    isCostly: true,
    reply: Type.String(),
    errors: [],
  },
  'POST /api/profile/close': {
    summary: "Close the caller's account for good; their entries stay in the standings as 'Former player'",
    access: 'account',
    /** `currentPassword` is required if there is one; if not, a session that began a moment ago is required. */
    body: shape({ confirm: Type.Literal(CLOSE_WORD), currentPassword: Type.Optional(Password) }),
    reply: Done,
    errors: ['wrong_password', 'sign_in_again', 'last_admin', 'last_commissioner', 'too_many_attempts', 'busy'],
  },
});
