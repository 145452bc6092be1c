import type { passwords as routes } from '#contract/passwords.ts';
import { wantedPath } from '#core/own-path.ts';
import { forgotPasswordError, passwordError } from '#core/validation.ts';
import { signIn } from '#server/auth/sign-in.ts';
import { sendsMail } from '#server/env/settings.ts';
import { networkOf } from '../auth/address.ts';
import { isMailable, tidyEmail } from '../auth/email.ts';
import { mailPasswordChanged, mailReset } from '../auth/mails.ts';
import { requireOwner } from '../auth/owner-check.ts';
import { tooBusy, tooMany } from '../auth/refusals.ts';
import { isWeak } from '../auth/weak-password.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/call.ts';
import { fail, invalid } from '../http/call.ts';
import {
  changePassword,
  endSessions,
  findCredentials,
  findCredentialsById,
  heldPasswordHash,
} from '../store/accounts.ts';
import { findMailToken } from '../store/mail-tokens.ts';
import { resetPassword } from '../store/password-reset.ts';
import { findUserByAccount } from '../store/users.ts';

export const passwords: Pick<Handlers, keyof typeof routes> = {
  'POST /api/auth/reset-request': async ({ deps, body, client, site }) => {
    const email = tidyEmail(body.email);
    const problem = forgotPasswordError(email);
    if (problem) return invalid('email', problem);
    if (!sendsMail(deps.settings)) return fail('mail_not_set_up');
    const network = networkOf(client.address);
    const wait = await deps.limits.take([
      ['reset from', client.address],
      ['reset of', email],
    ]);
    if (wait > 0) return tooMany(wait);
    mailReset(deps, async () => {
      const entry = isMailable(email) ? await findCredentials(deps.store.db, email) : null;
      deps.security.note({ event: 'reset-asked', accountId: entry?.accountId ?? null, network });
      return entry && { accountId: entry.accountId, email, site, wanted: wantedPath(body.next) };
    });
    return { ok: true };
  },

  'POST /api/auth/reset/check': async ({ deps, body }) => {
    const link = await findMailToken(deps.store.db, 'reset', body.token, Date.now());
    return link ? { ok: true } : fail('link_expired');
  },

  'POST /api/auth/reset': async (call) => {
    const { deps, body, cookies, client, site, setCookies } = call;
    const problem = passwordError(body.password);
    if (problem) return invalid('password', problem);
    const { db } = deps.store;
    const link = await findMailToken(db, 'reset', body.token, Date.now());
    const entry = link && (await findCredentialsById(db, link.accountId));
    if (!link || !entry) return fail('link_expired');
    const { accountId, accountName, email } = entry;
    const user = await findUserByAccount(db, accountId);
    if (isWeak(body.password, { email, displayName: user?.displayName ?? accountName })) return fail('weak_password');
    const network = networkOf(client.address);
    const passwordHash = await deps.passwords.hash(body.password, [network]);
    if (passwordHash === null) return tooBusy();
    const password = { hash: passwordHash, disconnectsProviders: body.disconnectProviders === true };
    const reset = await resetPassword(deps.store, link, password, Date.now());
    if (reset === null) return fail('link_expired');
    const { deviceKey, before } = reset;
    deps.security.note({ event: 'reset-done', accountId, network });
    if (password.disconnectsProviders) noteAllRemoved(deps, accountId, network);
    // The owner does not wait for the attempts of somebody who guessed at the old password.
    await deps.limits.forgive(['sign-in to', email]);
    if (user) deps.afterCommit.changed({ kind: 'sessions', userId: user.id });
    if (link.mailedTo === null && !before.hasPassword && before.providers.length === 0) {
      // An account made on the command line: nobody was in it before, so there is nobody to warn.
      deps.security.note({ event: 'sign-in', accountId, network, detail: 'first password' });
      return { session: (await signIn(call, { ...entry, deviceKey }, true)).session };
    }
    setCookies([deps.devices.remember(cookies, { accountId, deviceKey })]);
    mailPasswordChanged(deps, { accountId, email, site });
    return { session: null };
  },

  'POST /api/auth/change-password': async (call) => {
    const { deps, caller, body, cookies, client, site } = call;
    const { accountId, email } = caller;
    const problem = passwordError(body.password);
    if (problem) return invalid('password', problem);
    const entry = await findCredentialsById(deps.store.db, accountId);
    if (!entry) throw new Error(`There is no account ${accountId}.`);
    if (isWeak(body.password, { email, displayName: caller.user.displayName })) return fail('weak_password');
    const keys = [`account ${accountId}`];
    const network = networkOf(client.address);
    const refused = await requireOwner(deps, caller, { password: body.currentPassword, client });
    if (refused) return refused;
    const passwordHash = await deps.passwords.hash(body.password, keys);
    if (passwordHash === null) return tooBusy();
    const owner = { accountId, sessionId: caller.sessionId, before: entry.passwordHash };
    const isKnown = deps.devices.find(cookies, entry) !== null;
    const password = { hash: passwordHash, disconnectsProviders: body.disconnectProviders === true };
    const deviceKey = await changePassword(deps.store, owner, password, Date.now());
    if (deviceKey === null) return fail('wrong_password');
    deps.security.note({ event: 'password-changed', accountId, network });
    if (password.disconnectsProviders) noteAllRemoved(deps, accountId, network);
    mailPasswordChanged(deps, { accountId, email, site });
    const { session } = await signIn(call, { ...entry, deviceKey }, isKnown);
    // A reset that came between the change and the new session has ended the sessions of before, not this one.
    if ((await heldPasswordHash(deps.store.engine, deps.store.db, accountId)) === passwordHash) return session;
    await endSessions(deps.store.db, accountId);
    return fail('wrong_password');
  },
};

function noteAllRemoved({ security }: Deps, accountId: string, network: string): void {
  security.note({ event: 'provider-removed', accountId, network, detail: 'all, with the new password' });
}
