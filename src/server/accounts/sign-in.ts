import type { Session } from '#contract/accounts.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { transact } from '#server/platform/db/transactions.ts';
import type { Caller, ClientInfo, Cookies, Failure } from '#server/platform/http/call.ts';
import { fail } from '#server/platform/http/call.ts';
import { networkOf, tooBusy, tooMany } from '#server/platform/http/limits.ts';
import { sessionBegan } from '#server/platform/http/session-store.ts';
import type { DeviceOwner } from './devices.ts';
import { deviceText, networkText } from './devices.ts';
import type { Attempt } from './limits.ts';
import { postMailOfChange } from './mails.ts';
import type { NewProfile } from './profile.ts';
import { ensureProfile, sessionOf } from './profile.ts';
import { hasSecondFactor } from './second-factor-store.ts';
import { findCredentialsById, holdAccount } from './store.ts';

/** The browser used to sign in. */
export interface Browser {
  readonly deps: Deps;
  /** The user signed in before. */
  readonly caller: Caller | null;
  readonly cookies: Cookies;
  readonly client: ClientInfo;
  /** The league's URL as they use it. */
  readonly site: string;
  readonly setCookies: (cookies: readonly string[]) => void;
}

/** The account to sign in to. */
export interface SignedInAccount extends DeviceOwner {
  readonly email: string;
  /** Whether to skip the notification about the device: the account was created there, or already knew it. */
  readonly isKnown: boolean;
}

/** A started session. */
export interface StartedSession {
  /** As sent to the page. */
  readonly session: Session;
  /** Its token. */
  readonly token: string;
}

/**
 * Signs in a user whose password was right: starts a session and remembers the device.
 * @returns null if the account has a second factor, which may have been turned on since the password was read
 */
export async function signIn(browser: Browser, profile: NewProfile & DeviceOwner): Promise<StartedSession | null> {
  const { store, accounts } = browser.deps;
  const { accountId } = profile;
  const token = await transact(store, async (tx) => {
    await holdAccount(store, tx, accountId);
    return (await hasSecondFactor(tx, accountId)) ? null : beginSession(browser, tx, accountId);
  });
  if (token === null) return null;
  const network = networkOf(browser.client.address);
  accounts.security.note({ event: 'sign-in', accountId, network, detail: 'password' });
  return { session: await welcome(browser, profile, token, false), token };
}

/**
 * Lets the sign-in to an account with a second factor wait for it in this browser.
 * @param by how the first factor was shown, in words
 */
export function askForCode({ deps, client, setCookies }: Browser, owner: DeviceOwner, by: string): void {
  const { accountId, deviceKey } = owner;
  const network = networkOf(client.address);
  deps.accounts.security.note({ event: 'second-factor-asked', accountId, network, detail: by });
  setCookies([deps.accounts.pending.keep({ accountId, deviceKey, by }, Date.now())]);
}

/** Starts the session of a sign-in, in the caller's transaction; `welcome` does the rest. @returns its token */
export async function beginSession({ deps, caller, cookies, client }: Browser, tx: Db, accountId: string) {
  await deps.accounts.sessions.endFormer(cookies, tx);
  return deps.accounts.sessions.begin(accountId, client, caller?.token ?? null, tx);
}

/** Hands a session that was started to the browser, and remembers the device. */
export async function handOver(browser: Browser, account: SignedInAccount, token: string): Promise<void> {
  const { deps, caller, setCookies } = browser;
  setCookies([deps.accounts.sessions.cookieOf(token)]);
  await rememberDevice(browser, account);
  if (caller) deps.afterCommit.changed({ kind: 'sessions', userId: caller.user.id });
}

/** The same, for a page that shows the new session. */
export async function welcome(
  browser: Browser,
  profile: NewProfile & DeviceOwner,
  token: string,
  isKnown: boolean,
): Promise<Session> {
  const { deps } = browser;
  const { accountId, email, deviceKey } = profile;
  await handOver(browser, { accountId, email, deviceKey, isKnown }, token);
  const user = await ensureProfile(deps.store.db, profile, Date.now());
  return sessionOf(deps, { user, accountId, email });
}

/** Makes the device known to the account. The owner is notified of a new one. */
async function rememberDevice(browser: Browser, account: SignedInAccount): Promise<void> {
  const { accountId, email, isKnown } = account;
  const { deps, cookies, client, site, setCookies } = browser;
  if (!isKnown && deps.accounts.devices.find(cookies, account) === null) {
    deps.accounts.security.note({ event: 'new-device', accountId, network: networkOf(client.address) });
    const device = deviceText(client.userAgent);
    const network = networkText(client.address, null);
    await postMailOfChange(deps, { kind: 'new device', accountId, email, site, device, network });
  }
  setCookies([deps.accounts.devices.remember(cookies, account)]);
}

/** How long a sign-in counts as fresh, in ms. */
const FRESH_MS = 10 * MINUTE_MS;

type Refusal = Failure<'wrong_password' | 'sign_in_again' | 'too_many_attempts' | 'busy'>;

/** Proof that a caller owns the account and does not just have a session of it. */
export interface OwnerProof {
  /** The password that the caller gave. */
  readonly password: string | undefined;
  readonly client: ClientInfo;
}

/**
 * Refuses a caller who has a session of the account but no proof of ownership. Required for every change of sign-in methods, so that a
 * stolen session cannot gain permanent access. An account without a password needs a fresh session.
 * @returns null for the owner
 */
export async function requireOwner(deps: Deps, caller: Caller, proof: OwnerProof): Promise<Refusal | null> {
  const { accountId, sessionId } = caller;
  const network = networkOf(proof.client.address);
  const passwordHash = (await findCredentialsById(deps.store.db, accountId))?.passwordHash ?? null;
  if (passwordHash === null) {
    const began = await sessionBegan(deps.store.db, sessionId);
    if (began !== null && Date.now() - began < FRESH_MS) return null;
    deps.accounts.security.note({ event: 'refused', accountId, network, detail: 'no fresh sign-in' });
    return fail('sign_in_again');
  }
  const attempts: Attempt[] = [['password of', accountId]];
  const wait = await deps.accounts.limits.take(attempts);
  if (wait > 0) return tooMany(wait);
  const isRight = await deps.accounts.passwords.verify(passwordHash, proof.password ?? '', [`account ${accountId}`]);
  if (isRight === null) return tooBusy();
  if (!isRight) {
    const detail = 'wrong password in the profile';
    deps.accounts.security.note({ event: 'sign-in-failed', accountId, network, detail });
    return fail('wrong_password');
  }
  await deps.accounts.limits.refund(attempts);
  return null;
}
