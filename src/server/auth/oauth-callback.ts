import type { ProviderOutcome } from '#contract/providers.ts';
import type { Provider } from '#contract/shapes.ts';
import { providerNames } from '#server/env/providers.ts';
import type { Caller } from '#server/http/call.ts';
import type { Deps } from '../deps.ts';
import { endSession, findCredentialsById, signInMethods } from '../store/accounts.ts';
import { dropOldestSessions, isSessionHeld } from '../store/own-sessions.ts';
import { isStillConnected, keepConnectedProvider, providerLogins } from '../store/provider-logins.ts';
import { networkOf } from './address.ts';
import { mailProviderConnected, mailVerification } from './mails.ts';
import type { OAuthFlow } from './oauth-flow.ts';
import { failedOutcome, isStartedIn, outcomeOf, readOAuthResult } from './oauth-flow.ts';
import type { Browser } from './sign-in.ts';
import { rememberDevice } from './sign-in.ts';

/** Somebody who comes back from a provider. */
export interface OAuthCallback extends Browser {
  readonly provider: Provider;
  /** Path and query of the address that the provider sent the browser to. */
  readonly url: string;
  readonly headers: Headers;
}

/** The outcome of a flow; the flow itself is null where it is not known. */
interface FinishedOAuthFlow {
  readonly flow: OAuthFlow | null;
  readonly outcome: ProviderOutcome;
}

/** What the accounts library calls the state of a flow in its table. */
const STATE_KEY = 'auth-state:';

/**
 * Lets the accounts library finish a flow: it checks the state, asks the provider, and signs in or connects. A flow ends in
 * the session that it began in, or not at all.
 */
export async function finishOAuthFlow(callback: OAuthCallback): Promise<FinishedOAuthFlow> {
  const finished = await finish(callback);
  const { deps, caller, provider, client } = callback;
  const { outcome } = finished;
  if (outcome.kind === 'failed') {
    const detail = `${providerNames[provider]}: ${outcome.code.replaceAll('_', ' ')}`;
    const network = networkOf(client.address);
    deps.security.note({ event: 'provider-failed', accountId: caller?.accountId ?? null, network, detail });
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
  const answer = await deps.accounts.handler(new Request(new URL(url, site), { headers }));
  const cookies = answer.headers.getSetCookie();
  // The session gets the cookie that all sessions have.
  setCookies(cookies.filter((cookie) => !isSessionCookie(deps, cookie)));
  const ending = readOAuthResult(answer.headers.get('location'));
  const outcome = outcomeOf(provider, ending);
  const isOver =
    (outcome.kind === 'signed-in' && !(await finishSignIn(callback, cookies, ending.isNew))) ||
    (outcome.kind === 'connected' && caller !== null && !(await finishConnection(callback, caller, before)));
  return { flow: ending.flow, outcome: isOver ? failedOutcome(provider, 'provider_expired') : outcome };
}

/**
 * Tells the owner of a new connection.
 * @param before the ids of the logins before it
 * @returns false where the session has ended meanwhile; then nothing is connected
 */
async function finishConnection(callback: OAuthCallback, caller: Caller, before: readonly string[]): Promise<boolean> {
  const { deps, provider, site, client } = callback;
  const { accountId, email, sessionId } = caller;
  const isNew = await keepConnectedProvider(deps.store, { accountId, provider }, sessionId, before);
  if (isNew) {
    mailProviderConnected(deps, { accountId, email, site }, providerNames[provider]);
    const network = networkOf(client.address);
    deps.security.note({ event: 'provider-connected', accountId, network, detail: providerNames[provider] });
  }
  return isNew !== null;
}

/**
 * What every sign-in brings: the session before ends, the device is known, and a new account has its mail.
 * @returns false where the session was ended, or the provider taken off the account, meanwhile; then nobody is signed in
 */
async function finishSignIn(callback: OAuthCallback, newCookies: readonly string[], isNew: boolean): Promise<boolean> {
  const { deps, caller: before, cookies, provider, site, client, setCookies } = callback;
  const { sessions, store } = deps;
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
  if (before) {
    await endSession(store.db, before.token);
    deps.afterCommit.changed({ kind: 'sessions', userId: before.user.id });
  }
  await sessions.endFormer(cookies);
  await dropOldestSessions(store.db, accountId);
  setCookies([sessions.cookieOf(caller.token)]);
  const network = networkOf(client.address);
  deps.security.note({ event: isNew ? 'sign-up' : 'sign-in', accountId, network, detail: providerNames[provider] });
  rememberDevice(callback, { accountId, email, deviceKey, isKnown: isNew });
  if (isNew && !(await signInMethods(store.db, accountId)).emailVerified) {
    mailVerification(deps, { accountId, email, site });
  }
  return true;
}

/** The return address that the accounts library keeps under this state; null where there is none. */
async function storedReturnUrl({ accounts }: Deps, state: string | null): Promise<string | null> {
  if (!state) return null;
  const { internalAdapter } = await accounts.$context;
  const kept = await internalAdapter.findVerificationValue(STATE_KEY + state);
  const { callbackURL } = JSON.parse(kept?.value ?? '{}') as { readonly callbackURL?: string };
  return callbackURL ?? null;
}

function isSessionCookie({ sessions }: Deps, cookie: string): boolean {
  return cookie.startsWith(`${sessions.cookieName}=`);
}
