import { routes } from './route.ts';
import { Done, LinkToken, shape } from './shapes.ts';

export const verification = routes({
  'POST /api/auth/verify': {
    /**
     * Requires a session: otherwise, if someone signs up with another person's address, that person, or a mail scanner that opens links,
     * would confirm it.
     */
    summary: 'Show by the link of a mail that the address of the own account is the own one',
    access: 'account',
    body: shape({ token: LinkToken }),
    reply: Done,
    errors: ['link_expired', 'other_account'],
  },
  'POST /api/auth/verify-again': {
    summary: 'Send the verification mail of the own address again',
    access: 'user',
    reply: Done,
    errors: ['mail_not_set_up', 'too_many_attempts'],
  },
});
