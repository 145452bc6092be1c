/** A local OAuth server in place of Google, Facebook and the provider of a league, on its own port. */
import type { IncomingMessage } from 'node:http';
import type {
  MutableRedirectUri,
  MutableResponse,
  MutableToken,
  TokenRequestIncomingMessage,
} from 'oauth2-mock-server';
import { OAuth2Server } from 'oauth2-mock-server';
import type { OidcSettings, ProviderSettings, ProviderTable } from '#server/platform/env/settings.ts';

/** A user at a provider. */
export interface Identity {
  readonly id: string;
  readonly name?: string;
  readonly email?: string;
  /** Only Google reports this. */
  readonly emailVerified?: boolean;
  /** Other fields of the provider. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export interface OAuthServer {
  readonly providers: Required<Omit<ProviderTable, 'oidc'>>;
  /** The provider of a league. */
  readonly oidc: OidcSettings;
  /** The environment variables that make a server use it. */
  readonly env: Readonly<Record<string, string>>;
  /** The requests to exchange codes, in order. */
  readonly tokenRequests: readonly Readonly<Record<string, unknown>>[];
  /** Sets the identity of the next users. */
  be(identity: Identity): void;
  /** The next user presses "Cancel". */
  refuseNext(): void;
  /** The next exchange of a code, or request for the user's profile, fails. */
  failNext(what: 'token' | 'userinfo'): void;
  /** The next identity token is not signed by its provider. */
  forgeNext(): void;
  /** Other claims of the next identity token, such as a wrong `nonce`. */
  claimNext(claims: Readonly<Record<string, unknown>>): void;
  stop(): Promise<void>;
}

const CLIENT = { clientId: 'pickem-test', clientSecret: 'pickem-test-secret' };

export async function startOAuthServer(): Promise<OAuthServer> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const url = `http://127.0.0.1:${server.address().port}`;
  server.issuer.url = url;
  const tokenRequests: Readonly<Record<string, unknown>>[] = [];
  let identity: Identity = { id: 'nobody' };
  let refusing = false;
  let failing: 'token' | 'userinfo' | null = null;
  let forging = false;
  let claims: Readonly<Record<string, unknown>> = {};

  const failOnce = (what: 'token' | 'userinfo', response: MutableResponse) => {
    if (failing !== what) return;
    failing = null;
    response.statusCode = 500;
    response.body = { error: 'server_error' };
  };
  server.service.on('beforeAuthorizeRedirect', (redirect: MutableRedirectUri) => {
    if (!refusing) return;
    refusing = false;
    redirect.url.searchParams.delete('code');
    redirect.url.searchParams.set('error', 'access_denied');
  });
  server.service.on('beforeTokenSigning', ({ payload }: MutableToken) => {
    Object.assign(payload, { sub: identity.id });
    if (!('nonce' in payload)) return;
    Object.assign(payload, claims);
    claims = {};
  });
  server.service.on('beforeResponse', (response: MutableResponse, request: TokenRequestIncomingMessage) => {
    tokenRequests.push({ ...request.body });
    if (forging && response.body !== '') Object.assign(response.body, { id_token: unsigned(response.body.id_token) });
    forging = false;
    failOnce('token', response);
  });
  server.service.on('beforeUserinfo', (response: MutableResponse, request: IncomingMessage) => {
    response.body = request.url?.includes('fields=') ? asFacebook(identity) : asGoogle(identity);
    failOnce('userinfo', response);
  });

  const endpoints = { authorizationUrl: `${url}/authorize`, tokenUrl: `${url}/token` };
  const providers = {
    google: { ...CLIENT, ...endpoints, userInfoUrl: `${url}/userinfo` },
    facebook: { ...CLIENT, ...endpoints, userInfoUrl: `${url}/userinfo?fields=id,name,email` },
  };
  return {
    providers,
    // In a header its id is encoded, which this server does not undo.
    oidc: { ...CLIENT, clientId: 'pickem', issuer: url },
    env: { ...envOf('GOOGLE', providers.google), ...envOf('FACEBOOK', providers.facebook) },
    tokenRequests,
    be: (next) => {
      identity = next;
    },
    refuseNext: () => {
      refusing = true;
    },
    failNext: (what) => {
      failing = what;
    },
    forgeNext: () => {
      forging = true;
    },
    claimNext: (next) => {
      claims = next;
    },
    stop: () => server.stop(),
  };
}

/** A token with the signature of another. */
function unsigned(token: unknown): string {
  return `${String(token).split('.').slice(0, 2).join('.')}.${'A'.repeat(342)}`;
}

function asGoogle({ id, name, email, emailVerified = false, more }: Identity) {
  return { ...more, sub: id, name, email, email_verified: emailVerified };
}

function asFacebook({ id, name, email, more }: Identity) {
  return { ...more, id, name, email };
}

function envOf(name: string, settings: ProviderSettings): Record<string, string> {
  return {
    [`${name}_CLIENT_ID`]: settings.clientId,
    [`${name}_CLIENT_SECRET`]: settings.clientSecret,
    [`${name}_AUTHORIZATION_URL`]: settings.authorizationUrl,
    [`${name}_TOKEN_URL`]: settings.tokenUrl,
    [`${name}_USERINFO_URL`]: settings.userInfoUrl,
  };
}
