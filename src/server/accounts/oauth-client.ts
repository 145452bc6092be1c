/** OAuth 2 with Google and Facebook. */
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  Configuration,
  calculatePKCECodeChallenge,
  fetchProtectedResource,
  ResponseBodyError,
} from 'openid-client';
import type { Provider } from '#contract/shapes.ts';
import { cleanName } from '#core/names.ts';
import { PROFILE_NAME_MAX } from '#core/validation.ts';
import type { ProviderSettings } from '#server/platform/env/settings.ts';
import { tidyEmail } from '#server/platform/mail/address.ts';
import type { Profile } from './identity-store.ts';

/** Timeout of a request to a provider, in seconds. */
const ANSWER_S = 10;

/** The differences between the providers. */
const traits = {
  google: { scope: 'openid email profile', pkce: true, extra: { prompt: 'select_account' }, identity: 'sub' },
  // Its web sign-in has no PKCE, and it never reports an address as verified.
  facebook: { scope: 'email public_profile', pkce: false, extra: {}, identity: 'id' },
} as const;

/** What a redirect to a provider and the return from it share. */
interface OAuthSecrets {
  readonly state: string;
  /** The PKCE verifier, for providers with PKCE. */
  readonly verifier: string;
}

interface OAuthDeparture extends OAuthSecrets {
  readonly redirectUri: string;
}

export interface OAuthReturn extends OAuthSecrets {
  /** The address at which the user returns. */
  readonly url: URL;
}

/** The page of a provider to which a user is sent. */
export async function authorizationPage(
  provider: Provider,
  settings: ProviderSettings,
  { state, verifier, redirectUri }: OAuthDeparture,
): Promise<string> {
  const { scope, pkce, extra } = traits[provider];
  const challenge = pkce && {
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  const parameters = { scope, state, redirect_uri: redirectUri, ...challenge, ...extra };
  return buildAuthorizationUrl(configurationOf(settings), parameters).href;
}

/**
 * Exchanges the code with which a user returns, and reads their profile. The tokens are not kept.
 * @throws if the user or the provider refused, or the provider did not answer as expected
 */
export async function readProfile(
  provider: Provider,
  settings: ProviderSettings,
  { state, verifier, url }: OAuthReturn,
): Promise<Profile> {
  const configuration = configurationOf(settings);
  const checks = { expectedState: state, ...(traits[provider].pkce && { pkceCodeVerifier: verifier }) };
  const { access_token: token } = await authorizationCodeGrant(configuration, url, checks);
  const headers = new Headers({ accept: 'application/json' });
  const answer = await fetchProtectedResource(
    configuration,
    token,
    new URL(settings.userInfoUrl),
    'GET',
    null,
    headers,
  );
  if (!answer.ok) throw new Error(`The profile was refused with status ${answer.status}.`);
  const profile = profileOf(provider, await answer.json());
  if (!profile) throw new Error('The profile has no id.');
  return profile;
}

/** Whether the user, or the provider on their behalf, refused. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AuthorizationResponseError && ['access_denied', 'user_denied'].includes(error.error);
}

/** An error in one line, with its causes and the provider's own words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isSaid = error instanceof AuthorizationResponseError || error instanceof ResponseBodyError;
  const said = isSaid ? [JSON.stringify([error.error, error.error_description])] : [];
  return [error.message, ...said, ...(error.cause instanceof Error ? [reasonOf(error.cause)] : [])].join(': ');
}

function configurationOf({ clientId, clientSecret, ...urls }: ProviderSettings): Configuration {
  const server = {
    issuer: new URL(urls.authorizationUrl).origin,
    authorization_endpoint: urls.authorizationUrl,
    token_endpoint: urls.tokenUrl,
  };
  const configuration = new Configuration(server, clientId, clientSecret);
  configuration.timeout = ANSWER_S;
  // Only local test servers are reached without TLS (`env/settings.ts`).
  if (Object.values(urls).some((url) => url.startsWith('http:'))) allowInsecureRequests(configuration);
  return configuration;
}

function profileOf(provider: Provider, said: unknown): Profile | null {
  if (typeof said !== 'object' || said === null) return null;
  const facts = said as Record<string, unknown>;
  const id = textOf(facts[traits[provider].identity]);
  if (id === '') return null;
  return {
    provider,
    id,
    name: [...cleanName(textOf(facts.name))].slice(0, PROFILE_NAME_MAX).join(''),
    email: tidyEmail(textOf(facts.email)) || null,
    emailVerified: facts.email_verified === true,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
