import type { verification as routes } from '#contract/verification.ts';
import { sendsMail } from '#server/env/settings.ts';
import { mailVerification } from '../auth/mails.ts';
import { tooMany } from '../auth/refusals.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { markVerified, signInMethods } from '../store/accounts.ts';
import { findMailToken } from '../store/mail-tokens.ts';

export const verification: Pick<Handlers, keyof typeof routes> = {
  'POST /api/auth/verify': async ({ deps, caller, body }) => {
    const { store } = deps;
    // The link is not used up: programs that look into mails open links before their readers do.
    const link = await findMailToken(store.db, 'verify', body.token, Date.now());
    if (link && link.accountId !== caller.accountId) return fail('other_account');
    const isDone = link?.mailedTo && (await markVerified(store, store.db, link.accountId, link.mailedTo));
    return isDone ? { ok: true } : fail('link_expired');
  },

  'POST /api/auth/verify-again': async ({ deps, caller, site }) => {
    const { accountId, email } = caller;
    if ((await signInMethods(deps.store.db, accountId)).emailVerified) return { ok: true };
    if (!sendsMail(deps.settings)) return fail('mail_not_set_up');
    const wait = await deps.limits.take([['verify again', accountId]]);
    if (wait > 0) return tooMany(wait);
    mailVerification(deps, { accountId, email, site });
    return { ok: true };
  },
};
