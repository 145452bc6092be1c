/** A local OAuth server in place of Google and Facebook, on its own port. */
import type { IncomingMessage } from 'node:http';
import type { MutableRedirectUri, MutableResponse, TokenRequestIncomingMessage } from 'oauth2-mock-server';
import { OAuth2Server } from 'oauth2-mock-server';
import type { Provider } from '#contract/shapes.ts';
import type { ProviderSettings } from '#server/platform/env/settings.ts';

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
  readonly providers: Readonly<Record<Provider, ProviderSettings>>;
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
  server.service.on('beforeResponse', (response: MutableResponse, request: TokenRequestIncomingMessage) => {
    tokenRequests.push({ ...request.body });
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
    stop: () => server.stop(),
  };
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
