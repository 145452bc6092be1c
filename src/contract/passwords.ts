import { Type } from 'typebox';
import { Session } from './auth.ts';
import { routes } from './route.ts';
import { Done, Email, LinkToken, Password, shape } from './shapes.ts';

/** `disconnectProviders` also disconnects Google and Facebook. */
const NewPassword = shape({ password: Password, disconnectProviders: Type.Optional(Type.Boolean()) });

export const passwords = routes({
  'POST /api/auth/reset-request': {
    summary: 'Mail a link for a new password; the answer is the same for any address',
    access: 'anyone',
    /** `next` is the path of this site that the person wanted; the link keeps it. */
    body: shape({ email: Email, next: Type.Optional(Type.String({ maxLength: 2000 })) }),
    reply: Done,
    errors: ['mail_not_set_up', 'too_many_attempts'],
  },
  'POST /api/auth/reset/check': {
    summary: 'Whether a link for a new password still works; it is not used up',
    access: 'anyone',
    body: shape({ token: LinkToken }),
    reply: Done,
    errors: ['link_expired'],
  },
  'POST /api/auth/reset': {
    summary: 'Set a new password by a link; it works once and ends every session of the account',
    access: 'anyone',
    body: shape({ token: LinkToken, ...NewPassword.properties }),
    /** The session that begins if nobody could sign in to the account before; otherwise null. */
    reply: shape({ session: Type.Union([Session, Type.Null()]) }),
    errors: ['link_expired', 'weak_password', 'busy'],
  },
  'POST /api/auth/change-password': {
    summary: 'Change the own password, or set the first one; every other session ends',
    access: 'user',
    /** `currentPassword` is required if there is one; if not, a session that began a moment ago is required. */
    body: shape({ currentPassword: Type.Optional(Password), ...NewPassword.properties }),
    reply: Session,
    errors: ['wrong_password', 'sign_in_again', 'weak_password', 'too_many_attempts', 'busy'],
  },
});
