import { routes } from './route.ts';
import { Done, LinkToken, shape } from './shapes.ts';

export const verification = routes({
  'POST /api/auth/verify': {
    summary: 'Show by the link of a mail that an address is the own one',
    access: 'anyone',
    body: shape({ token: LinkToken }),
    reply: Done,
    errors: ['link_expired'],
  },
  'POST /api/auth/verify-again': {
    summary: 'Send the verification mail of the own address again',
    access: 'user',
    reply: Done,
    errors: ['mail_not_set_up', 'too_many_attempts'],
  },
});
