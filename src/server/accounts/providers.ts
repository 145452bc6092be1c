import type { ProviderOutcome } from '#contract/accounts.ts';
import { CALLBACK_PATH } from '#contract/accounts.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { errors } from '#contract/errors.ts';
import type { Provider } from '#contract/shapes.ts';
import { listText } from '#core/listed.ts';
import { isOwnPath } from '#core/own-path.ts';
import { transact } from '#server/platform/db/transactions.ts';
import type { Settings } from '#server/platform/env/settings.ts';
import { neededNames, providerNames } from '#server/platform/env/settings.ts';
import type { Caller, Failure } from '#server/platform/http/call.ts';
import { networkOf } from '#server/platform/http/limits.ts';
import type { Profile } from './identity-store.ts';
import { accountOfIdentity, connectIdentity } from './identity-store.ts';
import { postMailOfChange } from './mails.ts';
import type { ConfiguredProvider, OAuthReturn } from './oauth-client.ts';
import { authorizationPage, isRefusal, readProfile, reasonOf } from './oauth-client.ts';
import type { OAuthFlow } from './oauth-flow-store.ts';
import { addFlow, findFlow, takeFlow } from './oauth-flow-store.ts';
import { OAUTH_FLOW_MS } from './oauth-states.ts';
import type { Browser } from './sign-in.ts';
import { askForCode, beginSession, handOver } from './sign-in.ts';
import { findCredentialsById } from './store.ts';

export function oauthFlow(act: OAuthFlow['act'], mode: OAuthFlow['mode'], next: string | undefined): OAuthFlow {
  const otherwise = act === 'connect' ? '/profile/security' : '/';
  return { act, mode, next: next !== undefined && isOwnPath(next) ? next : otherwise };
}

/** Starts a flow in this browser and session. @returns the provider's page, to which the browser goes */
export async function startOAuthFlow(
  { deps, caller, site, setCookies }: Browser,
  provider: Provider,
  flow: OAuthFlow,
): Promise<{ readonly url: string } | Failure<'provider_failed'>> {
  const { store, accounts, settings } = deps;
  const { oauthStates } = accounts;
  const configured = configuredProvider(settings, provider);
  if (!configured) throw new Error(`${providerNames[provider]} is not set up.`);
  const state = oauthStates.create();
  const redirectUri = new URL(CALLBACK_PATH.replace(':provider', provider), site).href;
  const secrets = { state, verifier: oauthStates.verifierOf(state), nonce: oauthStates.nonceOf(state) };
  let url: string;
  try {
    url = await authorizationPage(configured, { ...secrets, redirectUri });
  } catch (error) {
    logReason(settings, provider, error);
    return { failure: 'provider_failed', message: providerErrorText(provider, 'provider_failed') };
  }
  const sessionId = caller?.sessionId ?? null;
  await addFlow(store.db, state, { ...flow, provider, sessionId }, OAUTH_FLOW_MS, Date.now());
  setCookies([oauthStates.bind(state)]);
  return { url };
}

/** A provider with its settings; null if it is not set up. */
function configuredProvider({ providers }: Settings, provider: Provider): ConfiguredProvider | null {
  if (provider === 'oidc') return providers.oidc ? { provider, settings: providers.oidc } : null;
  const settings = providers[provider];
  return settings ? { provider, settings } : null;
}

function failedOutcome(provider: Provider, code: ErrorCode): Extract<ProviderOutcome, { kind: 'failed' }> {
  return { kind: 'failed', provider, code, message: providerErrorText(provider, code) };
}

/** The text of a code, with the provider's name. */
export function providerErrorText(provider: Provider, code: ErrorCode): string {
  const name = providerNames[provider];
  const texts: Partial<Record<ErrorCode, string>> = {
    provider_not_set_up: `${name} is not set up. Set ${listText(neededNames(provider))}, and start again.`,
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
}

/** The outcome of a flow; the flow itself is null if unknown. */
interface FinishedOAuthFlow {
  readonly flow: OAuthFlow | null;
  readonly outcome: ProviderOutcome;
}

/** Finishes a flow: reads the user's profile at the provider, and signs them in or connects it. */
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

/**
 * A flow ends only in the browser and in the session in which it began, and only once. Otherwise an attacker who gets their own state into
 * another browser could connect the identity of its owner to the attacker's account, or sign the owner in to it.
 */
async function finish(callback: OAuthCallback): Promise<FinishedOAuthFlow> {
  const { deps, caller, cookies, provider, site, setCookies } = callback;
  const { store, accounts, settings } = deps;
  const { oauthStates } = accounts;
  const url = new URL(callback.url, site);
  const state = url.searchParams.get('state') ?? '';
  const flow = await findFlow(store.db, state);
  const configured = configuredProvider(settings, provider);
  const isOurs =
    flow?.provider === provider &&
    flow.sessionId === (caller?.sessionId ?? null) &&
    oauthStates.isBound(state, cookies) &&
    (await takeFlow(store.db, state, Date.now()));
  if (!isOurs || !configured) return { flow, outcome: failedOutcome(provider, 'provider_expired') };
  setCookies([oauthStates.release]);
  const secrets = { state, verifier: oauthStates.verifierOf(state), nonce: oauthStates.nonceOf(state) };
  const profile = await profileOf(configured, { ...secrets, url }, settings);
  if ('refusal' in profile) return { flow, outcome: failedOutcome(provider, profile.refusal) };
  const isConnection = flow.act === 'connect' && caller !== null;
  const refusal = isConnection ? await connect(callback, caller, profile) : await signInWith(callback, profile);
  if (refusal !== null) return { flow, outcome: failedOutcome(provider, refusal) };
  return { flow, outcome: { kind: isConnection ? 'connected' : 'signed-in', provider, next: flow.next } };
}

/** The profile with which a user returns. */
async function profileOf(
  configured: ConfiguredProvider,
  returned: OAuthReturn,
  settings: Settings,
): Promise<Profile | { readonly refusal: ErrorCode }> {
  try {
    return await readProfile(configured, returned);
  } catch (error) {
    if (isRefusal(error)) return { refusal: 'provider_refused' };
    logReason(settings, configured.provider, error);
    return { refusal: 'provider_failed' };
  }
}

/** An operator needs to know why a provider failed, so the log has one line about it. */
function logReason({ logLevel }: Settings, provider: Provider, error: unknown): void {
  if (logLevel === 'info' || logLevel === 'debug') console.error(`${providerNames[provider]}: ${reasonOf(error)}`);
}

/** Connects an identity to the caller's account and notifies the owner. @returns why not; null if it is connected */
async function connect(callback: OAuthCallback, caller: Caller, profile: Profile): Promise<ErrorCode | null> {
  const { deps, provider, site, client } = callback;
  const { accountId, email } = caller;
  const connected = await transact(deps.store, (tx) => connectIdentity(deps.store, tx, caller, profile, Date.now()));
  if ('refusal' in connected) return connected.refusal;
  if (connected.isNew) {
    await postMailOfChange(deps, {
      kind: 'provider connected',
      accountId,
      email,
      site,
      provider: providerNames[provider],
    });
    const network = networkOf(client.address);
    deps.accounts.security.note({ event: 'provider-connected', accountId, network, detail: providerNames[provider] });
  }
  return null;
}

/** Signs in to the account of an identity, or asks for its second factor. @returns why not; null if it worked */
async function signInWith(callback: OAuthCallback, profile: Profile): Promise<ErrorCode | null> {
  const { deps, provider, client, site } = callback;
  const { store, settings } = deps;
  const signedIn = await transact(store, async (tx) => {
    const found = await accountOfIdentity(store, tx, profile, settings.signUp, Date.now());
    if ('refusal' in found) return found;
    const account = await findCredentialsById(tx, found.accountId);
    if (!account) return { refusal: 'provider_expired' } as const;
    const token = account.hasSecondFactor ? null : await beginSession(callback, tx, account.accountId);
    return { account, isNew: found.isNew, token };
  });
  if ('refusal' in signedIn) return signedIn.refusal;
  const { account, isNew, token } = signedIn;
  if (token === null) {
    askForCode(callback, account, providerNames[provider]);
    return null;
  }
  const { accountId, email, deviceKey } = account;
  const event = isNew ? 'sign-up' : 'sign-in';
  const network = networkOf(client.address);
  deps.accounts.security.note({ event, accountId, network, detail: providerNames[provider] });
  await handOver(callback, { accountId, email, deviceKey, isKnown: isNew }, token);
  if (isNew && !profile.emailVerified) await postMailOfChange(deps, { kind: 'verify', accountId, email, site });
  return null;
}
