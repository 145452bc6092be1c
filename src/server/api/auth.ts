import type { auth as routes } from '#contract/auth.ts';
import { cleanName } from '#core/names.ts';
import type { SecurityEvent } from '#core/security-events.ts';
import { emailError, passwordError, signUpNameError } from '#core/validation.ts';
import { signIn } from '#server/auth/sign-in.ts';
import type { Caller, ClientInfo } from '#server/http/call.ts';
import { networkOf } from '../auth/address.ts';
import { isMailable, tidyEmail } from '../auth/email.ts';
import type { Attempt } from '../auth/limits.ts';
import { mailVerification } from '../auth/mails.ts';
import { sessionOf } from '../auth/me.ts';
import { tooBusy, tooMany } from '../auth/refusals.ts';
import { isWeak } from '../auth/weak-password.ts';
import type { Deps } from '../deps.ts';
import type { Failure, Handlers } from '../http/call.ts';
import { fail, invalid } from '../http/call.ts';
import type { AccountCredentials } from '../store/accounts.ts';
import {
  createAccount,
  endSession,
  endSessions,
  findCredentials,
  forgetDevices,
  heldPasswordHash,
  replaceHash,
} from '../store/accounts.ts';

export const auth: Pick<Handlers, keyof typeof routes> = {
  'GET /api/session': async ({ deps, caller }) => sessionOf(deps, caller),

  'POST /api/auth/sign-up': async (call) => {
    const { deps, body, client, site } = call;
    if (deps.settings.signUp === 'closed') return fail('sign_up_closed');
    const email = tidyEmail(body.email);
    const displayName = cleanName(body.displayName);
    const wrong = firstProblem({
      email: emailError(email),
      password: passwordError(body.password),
      displayName: signUpNameError(displayName),
    });
    if (wrong) return wrong;
    if (!isMailable(email)) return fail('invalid_email');
    if (isWeak(body.password, { email, displayName })) return fail('weak_password');
    const network = networkOf(client.address);
    if (deps.passwords.isBusy([network])) return tooBusy();
    const wait = await deps.limits.take([
      ['sign-up from', client.address],
      ['sign-up as', email],
    ]);
    if (wait > 0) return tooMany(wait);
    if (await findCredentials(deps.store.db, email)) return fail('email_taken');
    const passwordHash = await deps.passwords.hash(body.password, [network]);
    if (passwordHash === null) return tooBusy();
    const accountId = await createAccount(deps.store, { email, displayName, passwordHash }, Date.now());
    if (accountId === null) return fail('email_taken');
    deps.security.note({ event: 'sign-up', accountId, network });
    mailVerification(deps, { accountId, email, site });
    return (await signIn(call, { accountId, accountName: displayName, email, deviceKey: null }, true)).session;
  },

  'POST /api/auth/sign-in': async (call) => {
    const { deps, body, cookies, client } = call;
    const email = tidyEmail(body.email);
    const problem = emailError(email);
    if (problem) return invalid('email', problem);
    if (!isMailable(email)) return fail('invalid_email');
    const entry = await findCredentials(deps.store.db, email);
    const accountId = entry?.accountId ?? null;
    const device = entry && deps.devices.find(cookies, entry);
    const network = networkOf(client.address);
    const note = (event: SecurityEvent, detail: string) => deps.security.note({ event, accountId, network, detail });
    const attempts: Attempt[] = device
      ? [['sign-in on', device]]
      : [
          ['sign-in to', email],
          ['sign-in from', client.address],
        ];
    const keys = device ? [`device ${device}`] : [network, `account ${email}`];
    if (deps.passwords.isBusy(keys)) return tooBusy();
    const wait = await deps.limits.take(attempts);
    if (wait > 0) return tooMany(wait, accountId);
    if (!entry) {
      note('sign-in-failed', 'unknown address');
      return fail('user_not_found');
    }
    const isRight = await deps.passwords.verify(entry.passwordHash, body.password, keys);
    if (isRight === null) return tooBusy();
    if (!isRight) {
      note('sign-in-failed', 'wrong password');
      return fail('wrong_password');
    }
    note('sign-in', 'password');
    await deps.limits.refund(attempts);
    const renewed = { ...entry, passwordHash: await renewHash(deps, entry, body.password, keys) };
    const { session, token } = await signIn(call, entry);
    const isStill = await isStillRight(deps, renewed, body.password, keys);
    if (isStill) return session;
    if (isStill === null) {
      await endSession(deps.store.db, token);
      return tooBusy();
    }
    await endSessions(deps.store.db, entry.accountId);
    return fail('wrong_password');
  },

  'POST /api/auth/sign-out': async ({ deps, caller, headers, client, setCookies }) => {
    const answer = await deps.accounts.api.signOut({ headers, returnHeaders: true });
    setCookies(answer.headers.getSetCookie());
    if (caller) await noteSignOut(deps, caller, client, 'signed out');
    return { ok: true };
  },

  'POST /api/auth/sign-out-everywhere': async ({ deps, caller, headers, cookies, client, setCookies }) => {
    const { accountId } = caller;
    const deviceKey = await forgetDevices(deps.store.db, accountId);
    await endSessions(deps.store.db, accountId);
    const answer = await deps.accounts.api.signOut({ headers, returnHeaders: true });
    setCookies([...answer.headers.getSetCookie(), deps.devices.remember(cookies, { accountId, deviceKey })]);
    await noteSignOut(deps, caller, client, 'signed out everywhere');
    return { ok: true };
  },
};

/**
 * Hashes a password again that was right, where its hash is of an older form. Left for the next time where too much waits.
 * @returns the hash that it is kept under now, as far as this sign-in knows
 */
async function renewHash(
  deps: Deps,
  { accountId, passwordHash }: AccountCredentials,
  password: string,
  keys: readonly string[],
): Promise<string | null> {
  if (passwordHash === null || !deps.passwords.isOutdated(passwordHash)) return passwordHash;
  const renewed = await deps.passwords.hash(password, keys);
  if (renewed === null || !(await replaceHash(deps.store.db, accountId, passwordHash, renewed))) return passwordHash;
  return renewed;
}

/**
 * Whether a password is still the account's once its session has begun: a new one that was set while the old one was looked at
 * has ended the sessions of before, not this one. Null where too much waits to look again.
 */
async function isStillRight(
  { store, passwords }: Deps,
  { accountId, passwordHash }: AccountCredentials,
  password: string,
  keys: readonly string[],
): Promise<boolean | null> {
  const hash = await heldPasswordHash(store.engine, store.db, accountId);
  if (hash === null || hash === passwordHash) return hash !== null;
  return passwords.verify(hash, password, keys);
}

async function noteSignOut(
  deps: Deps,
  { accountId, user }: Caller,
  { address }: ClientInfo,
  detail: string,
): Promise<void> {
  deps.afterCommit.changed({ kind: 'sessions', userId: user.id });
  deps.security.note({ event: 'session-ended', accountId, network: networkOf(address), detail });
}

function firstProblem(problems: Readonly<Record<string, string | null>>): Failure<'invalid_input'> | null {
  for (const [field, problem] of Object.entries(problems)) if (problem) return invalid(field, problem);
  return null;
}
