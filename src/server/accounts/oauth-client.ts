/** OAuth 2 with Google and Facebook, and OpenID Connect with the provider of the league. */
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchProtectedResource,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client';
import type { Provider } from '#contract/shapes.ts';
import { cleanName } from '#core/names.ts';
import { PROFILE_NAME_MAX } from '#core/validation.ts';
import type { OidcSettings, ProviderSettings } from '#server/platform/env/settings.ts';
import { tidyEmail } from '#server/platform/mail/address.ts';
import type { Profile } from './identity-store.ts';

/** Timeout of a request to a provider, in seconds. */
const ANSWER_S = 10;

/** The differences between the providers. */
const traits = {
  google: { scope: 'openid email profile', pkce: true, nonce: false, extra: { prompt: 'select_account' }, id: 'sub' },
  // Its web sign-in has no PKCE, and it never reports an address as verified.
  facebook: { scope: 'email public_profile', pkce: false, nonce: false, extra: {}, id: 'id' },
  oidc: { scope: 'openid email profile', pkce: true, nonce: true, extra: {}, id: 'sub' },
} as const satisfies Record<Provider, object>;

/** What a redirect to a provider and the return from it share. */
interface OAuthSecrets {
  readonly state: string;
  /** The PKCE verifier, for providers with PKCE. */
  readonly verifier: string;
  /** What an identity token must repeat, for providers that send one. */
  readonly nonce: string;
}

interface OAuthDeparture extends OAuthSecrets {
  readonly redirectUri: string;
}

export interface OAuthReturn extends OAuthSecrets {
  /** The address at which the user returns. */
  readonly url: URL;
}

/** A provider with its settings. */
export type ConfiguredProvider =
  | { readonly provider: 'google' | 'facebook'; readonly settings: ProviderSettings }
  | { readonly provider: 'oidc'; readonly settings: OidcSettings };

/**
 * The page of a provider to which a user is sent.
 * @throws if the provider of the league does not say its URLs
 */
export async function authorizationPage(
  configured: ConfiguredProvider,
  { state, verifier, nonce, redirectUri }: OAuthDeparture,
): Promise<string> {
  const { scope, pkce, nonce: hasNonce, extra } = traits[configured.provider];
  const challenge = pkce && {
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  const parameters = { scope, state, redirect_uri: redirectUri, ...challenge, ...(hasNonce && { nonce }), ...extra };
  return buildAuthorizationUrl(await configurationOf(configured), parameters).href;
}

/**
 * Exchanges the code with which a user returns, and reads their profile. The tokens are not kept.
 * @throws if the user or the provider refused, or the provider did not answer as expected
 */
export async function readProfile(
  configured: ConfiguredProvider,
  { state, verifier, nonce, url }: OAuthReturn,
): Promise<Profile> {
  const configuration = await configurationOf(configured);
  const { pkce, nonce: hasNonce } = traits[configured.provider];
  const tokens = await authorizationCodeGrant(configuration, url, {
    expectedState: state,
    ...(pkce && { pkceCodeVerifier: verifier }),
    ...(hasNonce && { expectedNonce: nonce, idTokenExpected: true }),
  });
  const profile =
    configured.provider === 'oidc'
      ? await readOidcProfile(configuration, tokens)
      : await readKnownProfile(configured, configuration, tokens.access_token);
  if (!profile) throw new Error('The profile has no id.');
  return profile;
}

async function readKnownProfile(
  { provider, settings }: Extract<ConfiguredProvider, { readonly settings: ProviderSettings }>,
  configuration: Configuration,
  token: string,
): Promise<Profile | null> {
  const headers = new Headers({ accept: 'application/json' });
  const url = new URL(settings.userInfoUrl);
  const answer = await fetchProtectedResource(configuration, token, url, 'GET', null, headers);
  if (!answer.ok) throw new Error(`The profile was refused with status ${answer.status}.`);
  const facts: unknown = await answer.json();
  if (typeof facts !== 'object' || facts === null) return null;
  const said = facts as Record<string, unknown>;
  return profileOf(provider, textOf(said[traits[provider].id]), said);
}

type Tokens = Awaited<ReturnType<typeof authorizationCodeGrant>>;

/**
 * The id of a person is unique at an issuer only, so a league that changes its provider meets nobody whom it knows. Many providers let
 * people enter any address and call it verified, so none is believed: the league verifies it itself.
 */
async function readOidcProfile(configuration: Configuration, tokens: Tokens): Promise<Profile | null> {
  const claims = tokens.claims();
  if (claims === undefined) return null;
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const more = hasUserInfo ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
  return profileOf('oidc', `${claims.iss} ${claims.sub}`, { ...claims, ...more, email_verified: false });
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

async function configurationOf(configured: ConfiguredProvider): Promise<Configuration> {
  return configured.provider === 'oidc' ? discovered(configured.settings) : knownConfiguration(configured.settings);
}

function knownConfiguration({ clientId, clientSecret, ...urls }: ProviderSettings): Configuration {
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

/** What providers have said of themselves, and their keys. */
const found = new WeakMap<OidcSettings, Promise<Configuration>>();

/** Asks the provider once; if it does not answer, the next person asks again. */
function discovered(settings: OidcSettings): Promise<Configuration> {
  const known = found.get(settings);
  if (known !== undefined) return known;
  const asked = discover(settings);
  found.set(settings, asked);
  asked.catch(() => found.delete(settings));
  return asked;
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const url = new URL(issuer);
  const setUp = [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])];
  const options = { execute: setUp, timeout: ANSWER_S };
  const server = (await discovery(url, clientId, clientSecret, undefined, options)).serverMetadata();
  // A provider that names no ways to show the secret takes it in a header.
  const takesBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false;
  const showSecret = takesBody ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret);
  const configuration = new Configuration(server, clientId, clientSecret, showSecret);
  configuration.timeout = ANSWER_S;
  for (const each of setUp) each(configuration);
  return configuration;
}

function profileOf(provider: Provider, id: string, facts: Readonly<Record<string, unknown>>): Profile | null {
  if (id === '') return null;
  const { name, email, email_verified } = facts;
  return {
    provider,
    id,
    name: [...cleanName(textOf(name))].slice(0, PROFILE_NAME_MAX).join(''),
    email: tidyEmail(textOf(email)) || null,
    emailVerified: email_verified === true,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
