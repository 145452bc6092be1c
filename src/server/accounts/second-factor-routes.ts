import type { secondFactor as table } from '#contract/second-factor.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf } from '#server/journal/audit-store.ts';
import { transact } from '#server/platform/db/transactions.ts';
import type { Caller, ClientInfo, Handlers } from '#server/platform/http/call.ts';
import { fail } from '#server/platform/http/call.ts';
import { networkOf, tooMany } from '#server/platform/http/limits.ts';
import { findUserByAccount } from '#server/users/reads.ts';
import type { Attempt } from './limits.ts';
import { postMailOfChange } from './mails.ts';
import { meOf } from './profile.ts';
import { requireCode } from './require-code.ts';
import type { PendingSignIn } from './second-factor.ts';
import { addressOf } from './second-factor.ts';
import {
  beginSecondFactor,
  choosePickLinks,
  confirmSecondFactor,
  hasSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  spendCode,
  takeSecondFactor,
} from './second-factor-store.ts';
import { beginSession, requireOwner, welcome } from './sign-in.ts';
import { findCredentialsById, holdAccount } from './store.ts';

export const secondFactor: Pick<Handlers, keyof typeof table> = {
  'POST /api/auth/second-factor': async (call) => {
    const { deps, body, cookies, client, site, setCookies } = call;
    const { store, accounts } = deps;
    const pending = accounts.pending.find(cookies, Date.now());
    if (pending === null) return fail('sign_in_expired');
    const { accountId, by } = pending;
    const network = networkOf(client.address);
    const attempts: Attempt[] = [['second factor of', accountId]];
    const wait = await accounts.limits.take(attempts);
    if (wait > 0) {
      await warnOfWrongCodes(deps, pending, site);
      return tooMany(wait, accountId);
    }
    const signedIn = await transact(store, async (tx) => {
      await holdAccount(store, tx, accountId);
      const account = await findCredentialsById(tx, accountId);
      if (!account?.hasSecondFactor || account.deviceKey !== pending.deviceKey) return 'sign_in_expired';
      const used = await spendCode(tx, accountId, body.code, Date.now());
      return used === null ? 'wrong_code' : { account, used, token: await beginSession(call, tx, accountId) };
    });
    if (signedIn === 'sign_in_expired') {
      setCookies([accounts.pending.release]);
      return fail(signedIn);
    }
    if (signedIn === 'wrong_code') {
      accounts.security.note({ event: 'sign-in-failed', accountId, network, detail: 'wrong second factor' });
      return fail(signedIn);
    }
    await accounts.limits.refund(attempts);
    setCookies([accounts.pending.release]);
    const { account, used, token } = signedIn;
    accounts.security.note({ event: 'sign-in', accountId, network, detail: `${by} and ${used}` });
    if (used === 'recovery code') {
      accounts.security.note({ event: 'recovery-code-used', accountId, network });
      await postMailOfChange(deps, { kind: 'recovery code used', accountId, email: account.email, site });
    }
    return welcome(call, account, token, false);
  },

  'POST /api/auth/second-factor/begin': async ({ deps, caller, body, client }) => {
    const stranger = await requireOwner(deps, caller, { password: body.currentPassword, client });
    if (stranger) return stranger;
    const secret = await beginSecondFactor(deps.store, caller.accountId, Date.now());
    return secret === null ? fail('second_factor_exists') : { secret, address: addressOf(secret, caller.email) };
  },

  'POST /api/auth/second-factor/confirm': async ({ deps, caller, body, client, site }) => {
    const { accountId, email } = caller;
    const wait = await deps.accounts.limits.take([['second factor of', accountId]]);
    if (wait > 0) return tooMany(wait);
    const confirmed = await confirmSecondFactor(deps.store, caller, body.code, Date.now());
    if ('refusal' in confirmed) return fail(confirmed.refusal);
    await deps.accounts.limits.refund([['second factor of', accountId]]);
    deps.accounts.security.note({ event: 'second-factor-on', accountId, network: networkOf(client.address) });
    deps.afterCommit.changed({ kind: 'sessions', userId: caller.user.id });
    await postMailOfChange(deps, { kind: 'second factor on', accountId, email, site });
    return withMe(deps, caller, confirmed.recoveryCodes);
  },

  'POST /api/auth/second-factor/recovery-codes': async ({ deps, caller, body, client }) => {
    const stranger = await requireBoth(deps, caller, body, client);
    if (stranger) return stranger;
    const { accountId } = caller;
    const recoveryCodes = await renewRecoveryCodes(deps.store, accountId);
    if (recoveryCodes === null) return fail('no_second_factor');
    deps.accounts.security.note({ event: 'recovery-codes-made', accountId, network: networkOf(client.address) });
    return withMe(deps, caller, recoveryCodes);
  },

  'POST /api/auth/second-factor/pick-links': async ({ deps, caller, body, client }) => {
    const stranger = await requireOwner(deps, caller, { password: body.currentPassword, client });
    if (stranger) return stranger;
    if (!(await choosePickLinks(deps.store, caller.accountId, body.wanted))) return fail('no_second_factor');
    return (await meOf(deps, caller)) ?? fail('not_signed_in');
  },

  'POST /api/auth/second-factor/remove': async ({ deps, caller, body, client, site }) => {
    const stranger = await requireBoth(deps, caller, body, client);
    if (stranger) return stranger;
    const { accountId, email } = caller;
    await removeSecondFactor(deps.store, accountId);
    deps.accounts.security.note({ event: 'second-factor-off', accountId, network: networkOf(client.address) });
    deps.afterCommit.changed({ kind: 'sessions', userId: caller.user.id });
    await postMailOfChange(deps, { kind: 'second factor off', accountId, email, site });
    return (await meOf(deps, caller)) ?? fail('not_signed_in');
  },

  'DELETE /api/users/:userId/second-factor': async ({ deps, caller, params, client, site }) => {
    const { userId } = params;
    if (userId === caller.user.id) return fail('not_on_oneself');
    const origin = { network: networkOf(client.address), at: Date.now() };
    const taken = await takeSecondFactor(deps.store, actorOf(deps, caller), userId, origin);
    if ('refusal' in taken) return fail(taken.refusal);
    deps.afterCommit.changed({ kind: 'sessions', userId });
    const owner = await findCredentialsById(deps.store.db, taken.accountId);
    if (owner) await postMailOfChange(deps, { kind: 'second factor off', ...taken, email: owner.email, site });
    return { ok: true };
  },
};

/** Warns the owner of somebody who knows their password and tries codes; once a day, because that can go on for long. */
async function warnOfWrongCodes(deps: Deps, { accountId, deviceKey }: PendingSignIn, site: string): Promise<void> {
  const account = await findCredentialsById(deps.store.db, accountId);
  // The password was changed since.
  if (!account?.hasSecondFactor || account.deviceKey !== deviceKey) return;
  if ((await deps.accounts.limits.take([['wrong codes of', accountId]])) > 0) return;
  await postMailOfChange(deps, { kind: 'wrong codes', accountId, email: account.email, site });
}

interface Proof {
  readonly currentPassword?: string;
  readonly code: string;
}

/** Refuses a caller who does not give the password of the account and a code of its second factor. */
async function requireBoth(deps: Deps, caller: Caller, { currentPassword, code }: Proof, client: ClientInfo) {
  const stranger = await requireOwner(deps, caller, { password: currentPassword, client });
  if (stranger) return stranger;
  if (!(await hasSecondFactor(deps.store.db, caller.accountId))) return fail('no_second_factor');
  return requireCode(deps, caller, { code, client });
}

/** With the role that the account has now: the caller may have had none before. */
async function withMe(deps: Deps, caller: Caller, recoveryCodes: string[]) {
  const owner = await findUserByAccount(deps.store.db, caller.accountId);
  const user = owner && (await meOf(deps, { ...caller, user: owner }));
  return user ? { recoveryCodes, user } : fail('not_signed_in');
}
