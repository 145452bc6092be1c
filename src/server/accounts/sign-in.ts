import type { Session } from '#contract/accounts.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller, ClientInfo, Cookies, Failure } from '#server/platform/http/call.ts';
import { fail } from '#server/platform/http/call.ts';
import { networkOf, tooBusy, tooMany } from '#server/platform/http/limits.ts';
import type { DeviceOwner } from './devices.ts';
import type { Attempt } from './limits.ts';
import { mailNewDevice } from './mails.ts';
import type { NewProfile } from './profile.ts';
import { ensureProfile, sessionOf } from './profile.ts';
import { findCredentialsById, sessionBegan } from './store.ts';

/** The browser that somebody signs in with. */
export interface Browser {
  readonly deps: Deps;
  /** Who was signed in there before. */
  readonly caller: Caller | null;
  readonly cookies: Cookies;
  readonly client: ClientInfo;
  /** The address of the league as they use it. */
  readonly site: string;
  readonly setCookies: (cookies: readonly string[]) => void;
}

/** An account that is signed in to. */
export interface SignedInAccount extends DeviceOwner {
  readonly email: string;
  /** Whether its owner has to be told nothing about the device: the account was created there, or knew it a moment ago. */
  readonly isKnown: boolean;
}

/** A session that began. */
export interface StartedSession {
  /** As the page is told of it. */
  readonly session: Session;
  /** What it is known by. */
  readonly token: string;
}

/** Signs somebody in who has shown who they are: a session of its own, and a device that is known from now on. */
export async function signIn(
  browser: Browser,
  profile: NewProfile & DeviceOwner,
  isKnown = false,
): Promise<StartedSession> {
  const { deps, caller, cookies, client, setCookies } = browser;
  const { accountId, email, deviceKey } = profile;
  await deps.accounts.sessions.endFormer(cookies);
  const token = await deps.accounts.sessions.begin(accountId, client, caller?.token ?? null);
  setCookies([deps.accounts.sessions.cookieOf(token)]);
  rememberDevice(browser, { accountId, email, deviceKey, isKnown });
  if (caller) deps.afterCommit.changed({ kind: 'sessions', userId: caller.user.id });
  const user = await ensureProfile(deps.store.db, profile, Date.now());
  return { session: await sessionOf(deps, { user, accountId, email }), token };
}

/** Makes the device known to the account. The owner is told of a new one. */
export function rememberDevice(browser: Browser, account: SignedInAccount): void {
  const { accountId, email, isKnown } = account;
  const { deps, cookies, client, site, setCookies } = browser;
  if (!isKnown && deps.accounts.devices.find(cookies, account) === null) {
    deps.accounts.security.note({ event: 'new-device', accountId, network: networkOf(client.address) });
    mailNewDevice(deps, { accountId, email, site }, client);
  }
  setCookies([deps.accounts.devices.remember(cookies, account)]);
}

/** A sign-in counts as fresh for so long, in ms. */
const FRESH_MS = 10 * MINUTE_MS;

type Refusal = Failure<'wrong_password' | 'sign_in_again' | 'too_many_attempts' | 'busy'>;

/** What shows that somebody owns the account and does not just hold a session of it. */
export interface OwnerProof {
  /** What the caller says their password is. */
  readonly password: string | undefined;
  readonly client: ClientInfo;
}

/**
 * Refuses a caller who has a session of the account but does not show that they own it. Every change of the ways into an account
 * asks, so that a stolen session cannot outlive itself.
 * An account without a password needs a fresh session.
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
