import type { StateData } from 'better-auth';
import { getAuthStateVerificationIdentifier } from 'better-auth';
import { getOAuthState } from 'better-auth/api';
import type { GenericOAuthConfig } from 'better-auth/plugins/generic-oauth';
import type { ProviderOutcome } from '#contract/accounts.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { errors } from '#contract/errors.ts';
import type { Provider } from '#contract/shapes.ts';
import { providers } from '#contract/shapes.ts';
import { cleanName } from '#core/names.ts';
import { isOwnPath } from '#core/own-path.ts';
import { PROFILE_NAME_MAX } from '#core/validation.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { transact } from '#server/platform/db/transactions.ts';
import type { ProviderSettings, Settings } from '#server/platform/env/settings.ts';
import { credentialNames, providerNames } from '#server/platform/env/settings.ts';
import type { Caller } from '#server/platform/http/call.ts';
import { networkOf } from '#server/platform/http/limits.ts';
import { dropOldestSessions, endSession, isSessionHeld } from '#server/platform/http/session-store.ts';
import { postMail } from './mails.ts';
import type { Browser } from './sign-in.ts';
import { rememberDevice } from './sign-in.ts';
import {
  emailOfIdentity,
  findCredentialsById,
  isStillConnected,
  keepConnectedProvider,
  providerLogins,
  signInMethods,
  verificationValue,
} from './store.ts';

/** Timeout of a profile request to a provider, in ms. */
const ANSWER_MS = 10_000;

/** The differences between the providers. */
const traits = {
  google: {
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    authorizationUrlParams: { prompt: 'select_account' },
    identity: 'sub',
  },
  // Its web sign-in has no PKCE, and it never reports an address as verified.
  facebook: { scopes: ['email', 'public_profile'], pkce: false, authorizationUrlParams: {}, identity: 'id' },
} as const;

/** A user's profile at a provider. */
type Profile = {
  readonly id: string;
  readonly name: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
};

/** The providers with credentials, in the accounts library's format. */
export function providerConfigs(settings: Pick<Settings, 'providers' | 'signUp'>, db: Db): GenericOAuthConfig[] {
  return providers.flatMap((provider) => {
    const set = settings.providers[provider];
    return set ? [configOf(provider, set, settings.signUp === 'closed', db)] : [];
  });
}

function configOf(provider: Provider, set: ProviderSettings, isClosed: boolean, db: Db): GenericOAuthConfig {
  const { scopes, pkce, authorizationUrlParams } = traits[provider];
  return {
    providerId: provider,
    name: providerNames[provider],
    clientId: set.clientId,
    clientSecret: set.clientSecret,
    authorizationUrl: set.authorizationUrl,
    authorizationUrlParams,
    tokenUrl: set.tokenUrl,
    scopes: [...scopes],
    pkce,
    disableSignUp: isClosed,
    accountSubject: ({ profile }) => profile.id ?? '',
    getUserInfo: async ({ accessToken }) => readProfile(provider, set.userInfoUrl, accessToken ?? ''),
    mapProfileToUser: ({ id, email, emailVerified }) =>
      addressFor(db, provider, String(id), email ?? undefined, emailVerified === true),
  };
}

/**
 * The address that the library should use. A user who connects a provider in their profile is signed in on both sides, so the addresses
 * need not match. An identity that is already connected gets the address of its account.
 */
async function addressFor(db: Db, provider: Provider, id: string, email: string | undefined, isVerified: boolean) {
  const isConnecting = (await getOAuthState())?.link !== undefined;
  const known = email ?? (await emailOfIdentity(db, provider, id)) ?? undefined;
  return { email: known, emailVerified: isConnecting || (email !== undefined && isVerified) };
}

/** @returns null if there is no valid answer */
async function readProfile(provider: Provider, url: string, accessToken: string): Promise<Profile | null> {
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
    signal: AbortSignal.timeout(ANSWER_MS),
    redirect: 'error',
  });
  const said: unknown = answer.ok ? await answer.json() : null;
  if (typeof said !== 'object' || said === null) return null;
  const facts = said as Record<string, unknown>;
  const id = facts[traits[provider].identity];
  if (typeof id !== 'string' || id === '') return null;
  return {
    id,
    name: [...cleanName(textOf(facts.name))].slice(0, PROFILE_NAME_MAX).join(''),
    email: textOf(facts.email) || undefined,
    emailVerified: facts.email_verified === true,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Why a user is sent to a provider, and where they return to. */
export interface OAuthFlow {
  readonly act: 'sign-in' | 'connect';
  readonly mode: 'popup' | 'redirect';
  /** A path of this site. */
  readonly next: string;
}

/** The outcome of a flow, from the accounts library. */
export interface OAuthResult {
  /** Null if unknown: the flow was not ours, or too long ago. */
  readonly flow: OAuthFlow | null;
  /** The accounts library's error; null on success. */
  readonly error: string | null;
  /** Whether an account was created. */
  readonly isNew: boolean;
}

/** The session id if no user is signed in. */
const NOBODY = 'none';

/** The path of the return URL that the accounts library stores during a flow. It is only read; browsers never open it. */
const MARK = '/api/auth/return';

export function oauthFlow(act: OAuthFlow['act'], mode: OAuthFlow['mode'], next: string | undefined): OAuthFlow {
  const otherwise = act === 'connect' ? '/profile/security' : '/';
  return { act, mode, next: next !== undefined && isOwnPath(next) ? next : otherwise };
}

/**
 * The URLs to which the accounts library redirects returning users. It stores them in its own table meanwhile. @param sessionId the session
 * in which the flow starts; null if signed out
 */
export function returnUrls(site: string, { act, mode, next }: OAuthFlow, sessionId: string | null) {
  const url = (isNew: boolean) => {
    const mark = new URL(MARK, site);
    const session = sessionId ?? NOBODY;
    mark.search = new URLSearchParams({ act, mode, next, session, ...(isNew ? { new: '1' } : {}) }).toString();
    return mark.href;
  };
  return { callbackURL: url(false), errorCallbackURL: url(false), newUserCallbackURL: url(true) };
}

/** Parses the URL to which the accounts library would redirect. */
function readOAuthResult(location: string | null): OAuthResult {
  const url = location === null ? null : URL.parse(location);
  const { searchParams } = url ?? new URL('http://localhost');
  const error = searchParams.get('error');
  if (url?.pathname !== MARK) return { flow: null, error: error ?? 'no_answer', isNew: false };
  const act = searchParams.get('act') === 'connect' ? 'connect' : 'sign-in';
  const mode = searchParams.get('mode') === 'popup' ? 'popup' : 'redirect';
  return { flow: oauthFlow(act, mode, searchParams.get('next') ?? undefined), error, isNew: searchParams.has('new') };
}

/**
 * Whether a stored flow was started in this session. Otherwise an attacker who gets their own state into another browser could connect the
 * identity of its owner to the attacker's account, or sign the owner in to it.
 */
function isStartedIn(sessionId: string | null, kept: string): boolean {
  return URL.parse(kept)?.searchParams.get('session') === (sessionId ?? NOBODY);
}

/** The outcome for the page of the league. */
function outcomeOf(provider: Provider, { flow, error }: OAuthResult): ProviderOutcome {
  if (error !== null) return failedOutcome(provider, codeOf(error));
  const kind = flow?.act === 'connect' ? 'connected' : 'signed-in';
  return { kind, provider, next: flow?.next ?? '/' };
}

function failedOutcome(provider: Provider, code: ErrorCode): Extract<ProviderOutcome, { kind: 'failed' }> {
  return { kind: 'failed', provider, code, message: providerErrorText(provider, code) };
}

/** Our codes for the accounts library's errors; all others come from the provider. */
const codes: Readonly<Record<string, ErrorCode>> = {
  access_denied: 'provider_refused',
  user_denied: 'provider_refused',
  state_mismatch: 'provider_expired',
  state_not_found: 'provider_expired',
  state_invalid: 'provider_expired',
  // The session that a connection was begun in has ended; it says so of nothing else here, where every provider may be connected.
  unable_to_link_account: 'provider_expired',
  email_not_found: 'email_missing',
  account_not_linked: 'not_connected',
  account_already_linked_to_different_user: 'connected_elsewhere',
  signup_disabled: 'sign_up_closed',
};

function codeOf(error: string): ErrorCode {
  return (Object.hasOwn(codes, error) ? codes[error] : null) ?? 'provider_failed';
}

/** The text of a code, with the provider's name. */
export function providerErrorText(provider: Provider, code: ErrorCode): string {
  const name = providerNames[provider];
  const [id, secret] = credentialNames(provider);
  const texts: Partial<Record<ErrorCode, string>> = {
    provider_not_set_up: `${name} is not set up. Set ${id} and ${secret}, and start again.`,
    provider_refused: `${name} did not sign you in: it was cancelled or refused. Please try again.`,
    provider_failed: `${name} did not answer as expected. Please try again.`,
    email_missing: `${name} gave no email address. Sign in another way or create an account, then connect ${name} in your profile.`,
    not_connected: `An account with this email already exists. Sign in to it with its password (or 'Forgot Password?'), then connect ${name} in your profile.`,
    connected_elsewhere: `This ${name} account is already connected to another account here.`,
  };
  return texts[code] ?? errors[code].text;
}

/** A return from a provider. */
export interface OAuthCallback extends Browser {
  readonly provider: Provider;
  /** Path and query of the address that the provider sent the browser to. */
  readonly url: string;
  readonly headers: Headers;
}

/** The outcome of a flow; the flow itself is null if unknown. */
interface FinishedOAuthFlow {
  readonly flow: OAuthFlow | null;
  readonly outcome: ProviderOutcome;
}

/**
 * Lets the accounts library finish a flow: it checks the state, calls the provider, and signs in or connects. A flow can only end in the
 * session in which it started.
 */
export async function finishOAuthFlow(callback: OAuthCallback): Promise<FinishedOAuthFlow> {
  const finished = await finish(callback);
  const { deps, caller, provider, client } = callback;
  const { outcome } = finished;
  if (outcome.kind === 'failed') {
    const detail = `${providerNames[provider]}: ${outcome.code.replaceAll('_', ' ')}`;
    const network = networkOf(client.address);
    deps.accounts.security.note({ event: 'provider-failed', accountId: caller?.accountId ?? null, network, detail });
  }
  return finished;
}

async function finish(callback: OAuthCallback): Promise<FinishedOAuthFlow> {
  const { deps, caller, provider, url, headers, site, setCookies } = callback;
  const kept = await storedReturnUrl(deps, new URL(url, site).searchParams.get('state'));
  if (kept === null || !isStartedIn(caller?.sessionId ?? null, kept)) {
    return {
      flow: kept === null ? null : readOAuthResult(kept).flow,
      outcome: failedOutcome(provider, 'provider_expired'),
    };
  }
  const login = { accountId: caller?.accountId ?? '', provider };
  const before = await providerLogins(deps.store.db, login);
  const answer = await deps.accounts.library.handler(new Request(new URL(url, site), { headers }));
  const cookies = answer.headers.getSetCookie();
  // The session gets our own session cookie.
  setCookies(cookies.filter((cookie) => !isSessionCookie(deps, cookie)));
  const ending = readOAuthResult(answer.headers.get('location'));
  const outcome = outcomeOf(provider, ending);
  const isOver =
    (outcome.kind === 'signed-in' && !(await finishSignIn(callback, cookies, ending.isNew))) ||
    (outcome.kind === 'connected' && caller !== null && !(await finishConnection(callback, caller, before)));
  return { flow: ending.flow, outcome: isOver ? failedOutcome(provider, 'provider_expired') : outcome };
}

/**
 * Notifies the owner of a new connection.
 * @param before the ids of the logins before it
 * @returns false if the session has ended meanwhile; then nothing is connected
 */
async function finishConnection(callback: OAuthCallback, caller: Caller, before: readonly string[]): Promise<boolean> {
  const { deps, provider, site, client } = callback;
  const { accountId, email, sessionId } = caller;
  const isNew = await keepConnectedProvider(deps.store, { accountId, provider }, sessionId, before);
  if (isNew) {
    await postMail(deps, { kind: 'provider connected', accountId, email, site, provider: providerNames[provider] });
    const network = networkOf(client.address);
    deps.accounts.security.note({ event: 'provider-connected', accountId, network, detail: providerNames[provider] });
  }
  return isNew !== null;
}

/**
 * The steps of every sign-in: end the previous session, remember the device, and send a new account its mail. @returns false if the session
 * was ended, or the provider disconnected, meanwhile; then no one is signed in
 */
async function finishSignIn(callback: OAuthCallback, newCookies: readonly string[], isNew: boolean): Promise<boolean> {
  const { deps, caller: before, cookies, provider, site, client, setCookies } = callback;
  const { store } = deps;
  const { sessions } = deps.accounts;
  const setCookie = newCookies.find((cookie) => isSessionCookie(deps, cookie));
  const caller = await sessions.read(setCookie, {}, () => client);
  if (!caller) return false;
  const { accountId, email } = caller;
  const deviceKey = (await findCredentialsById(store.db, accountId))?.deviceKey ?? null;
  const isProviderOn = await isStillConnected(store, { accountId, provider });
  if (!isProviderOn || !(await isSessionHeld(store.engine, store.db, caller.sessionId))) {
    await endSession(store.db, caller.token);
    return false;
  }
  await transact(store, async (tx) => {
    if (before) await endSession(tx, before.token);
    await sessions.endFormer(cookies, tx);
    await dropOldestSessions(tx, accountId);
  });
  if (before) deps.afterCommit.changed({ kind: 'sessions', userId: before.user.id });
  setCookies([sessions.cookieOf(caller.token)]);
  const network = networkOf(client.address);
  deps.accounts.security.note({
    event: isNew ? 'sign-up' : 'sign-in',
    accountId,
    network,
    detail: providerNames[provider],
  });
  await rememberDevice(callback, { accountId, email, deviceKey, isKnown: isNew });
  if (isNew && !(await signInMethods(store.db, accountId)).emailVerified) {
    await postMail(deps, { kind: 'verify', accountId, email, site });
  }
  return true;
}

/** The return URL that the accounts library stores under this state; null if there is none. */
async function storedReturnUrl({ store }: Deps, state: string | null): Promise<string | null> {
  if (!state) return null;
  const kept = await verificationValue(store.db, getAuthStateVerificationIdentifier(state));
  const { callbackURL } = JSON.parse(kept ?? '{}') as Partial<StateData>;
  return callbackURL ?? null;
}

function isSessionCookie({ accounts }: Deps, cookie: string): boolean {
  return cookie.startsWith(`${accounts.sessions.cookieName}=`);
}
