import type { passkeys as table } from '#contract/passkeys.ts';
import type { Deps } from '#server/deps.ts';
import { transact } from '#server/platform/db/transactions.ts';
import type { Caller, ClientInfo, Handlers } from '#server/platform/http/call.ts';
import { fail } from '#server/platform/http/call.ts';
import { networkOf, tooMany } from '#server/platform/http/limits.ts';
import type { Attempt } from './limits.ts';
import { postMailOfChange } from './mails.ts';
import {
  addPasskey,
  findPasskey,
  hasAllPasskeys,
  markUsed,
  passkeysOf,
  removePasskey,
  renamePasskey,
  spendChallenge,
} from './passkey-store.ts';
import type { ChallengeFor } from './passkeys.ts';
import { CHALLENGE_MS, checkSigned, passkeySite, readNewPasskey } from './passkeys.ts';
import { requireCode } from './require-code.ts';
import { hasSecondFactor } from './second-factor-store.ts';
import { beginSession, requireOwner, welcome } from './sign-in.ts';
import { findCredentialsById, holdAccount } from './store.ts';

export const passkeys: Pick<Handlers, keyof typeof table> = {
  'GET /api/auth/passkeys': ({ deps, caller }) => listOf(deps, caller),

  'POST /api/auth/passkeys/begin': async ({ deps, caller, body, client, site }) => {
    const at = passkeySite(site);
    if (at === null) return fail('passkeys_impossible');
    const stranger = await requireOwner(deps, caller, { password: body.currentPassword, client });
    if (stranger) return stranger;
    const { accountId, email, user } = caller;
    if (await hasSecondFactor(deps.store.db, accountId)) {
      const guess = await requireCode(deps, caller, { code: body.code ?? '', client });
      if (guess) return guess;
    }
    if (await hasAllPasskeys(deps.store.db, accountId)) return fail('too_many_passkeys');
    const exclude = (await passkeysOf(deps.store.db, accountId)).map(({ id }) => id);
    const challenge = deps.accounts.challenges.create(addingIn(caller), Date.now());
    const id = Buffer.from(accountId).toString('base64url');
    const owner = { id, name: email, displayName: user.displayName };
    return { challenge, rpId: at.name, timeout: CHALLENGE_MS, user: owner, exclude };
  },

  'POST /api/auth/passkeys': async ({ deps, caller, body, client, site }) => {
    const { accountId, email, sessionId } = caller;
    const at = passkeySite(site);
    if (at === null) return fail('passkeys_impossible');
    const made = await readNewPasskey(at, body, check(deps, addingIn(caller))).catch(() => null);
    if (made === null) return refuse(deps, accountId, client);
    const refusal = await addPasskey(deps.store, sessionId, { ...made, accountId, name: body.name }, Date.now());
    if (refusal) return fail(refusal);
    deps.accounts.security.note({ event: 'passkey-added', accountId, network: networkOf(client.address) });
    await postMailOfChange(deps, { kind: 'passkey added', accountId, email, site });
    return listOf(deps, caller);
  },

  'POST /api/auth/passkeys/rename': async ({ deps, caller, body }) => {
    const isRenamed = await renamePasskey(deps.store.db, caller.accountId, body.id, body.name);
    return isRenamed ? listOf(deps, caller) : fail('passkey_not_found');
  },

  'POST /api/auth/passkeys/remove': async ({ deps, caller, body, client, site }) => {
    const stranger = await requireOwner(deps, caller, { password: body.currentPassword, client });
    if (stranger) return stranger;
    const { accountId, email } = caller;
    if (!(await removePasskey(deps.store.db, accountId, body.id))) return fail('passkey_not_found');
    deps.accounts.security.note({ event: 'passkey-removed', accountId, network: networkOf(client.address) });
    await postMailOfChange(deps, { kind: 'passkey removed', accountId, email, site });
    return listOf(deps, caller);
  },

  'GET /api/auth/passkeys/sign-in': async ({ deps, site }) => {
    const at = passkeySite(site);
    if (at === null) return fail('passkeys_impossible');
    const challenge = deps.accounts.challenges.create('sign-in', Date.now());
    return { challenge, rpId: at.name, timeout: CHALLENGE_MS };
  },

  'POST /api/auth/passkeys/sign-in': async (call) => {
    const { deps, body, client, site } = call;
    const { store, accounts } = deps;
    const at = passkeySite(site);
    if (at === null) return fail('passkeys_impossible');
    const attempts: Attempt[] = [['sign-in from', client.address]];
    const wait = await accounts.limits.take(attempts);
    if (wait > 0) return tooMany(wait);
    const passkey = await findPasskey(store.db, body.id);
    const network = networkOf(client.address);
    if (passkey === null) {
      accounts.security.note({ event: 'sign-in-failed', accountId: null, network, detail: 'unknown passkey' });
      return fail('passkey_unknown');
    }
    const { id, accountId } = passkey;
    const counter = await checkSigned(at, passkey, body, check(deps, 'sign-in')).catch(() => null);
    if (counter === null) return refuse(deps, accountId, client);
    const signedIn = await transact(store, async (tx) => {
      await holdAccount(store, tx, accountId);
      const account = await findCredentialsById(tx, accountId);
      if (!account || !(await markUsed(tx, id, counter, Date.now()))) return null;
      return { account, token: await beginSession(call, tx, accountId) };
    });
    if (signedIn === null) return fail('passkey_unknown');
    await accounts.limits.refund(attempts);
    accounts.security.note({ event: 'sign-in', accountId, network, detail: 'passkey' });
    return welcome(call, signedIn.account, signedIn.token, false);
  },
};

function addingIn({ sessionId }: Caller): ChallengeFor {
  return `add in ${sessionId}`;
}

/** Accepts a challenge of ours, once. */
function check({ store, accounts }: Deps, purpose: ChallengeFor): (challenge: string) => Promise<boolean> {
  return async (challenge) => {
    const now = Date.now();
    return (
      accounts.challenges.isOurs(challenge, purpose, now) &&
      (await spendChallenge(store.db, challenge, now + CHALLENGE_MS, now))
    );
  };
}

function refuse(deps: Deps, accountId: string, client: ClientInfo) {
  const network = networkOf(client.address);
  deps.accounts.security.note({ event: 'sign-in-failed', accountId, network, detail: 'wrong passkey' });
  return fail('passkey_refused');
}

async function listOf({ store }: Deps, { accountId }: Caller) {
  return { passkeys: await passkeysOf(store.db, accountId) };
}
