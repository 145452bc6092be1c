import { createHmac, randomBytes } from 'node:crypto';
import { MINUTE_MS } from '#core/time.ts';
import type { Cookies } from '#server/platform/http/call.ts';
import { isSame } from '#server/platform/is-same.ts';
import { cookiePrefix, setCookie } from './cookies.ts';

/** How long a user may stay at a provider, in ms. */
export const OAUTH_FLOW_MS = 10 * MINUTE_MS;

/**
 * The state of a redirect to a provider: a random text in the URL. The secret in the browser's cookie and the PKCE verifier are derived from
 * it with the league's secret, so neither is stored, and nobody can derive them from the URL.
 */
export interface OAuthStates {
  create(): string;
  /** The `Set-Cookie` that binds a state to a browser. It replaces the browser's previous one. */
  bind(state: string): string;
  /** Whether a state is bound to the browser with these cookies. */
  isBound(state: string, cookies: Cookies): boolean;
  /** The `Set-Cookie` that deletes the cookie. */
  readonly release: string;
  /** The PKCE verifier. */
  verifierOf(state: string): string;
  /** What an identity token of this flow must repeat. */
  nonceOf(state: string): string;
}

export function createOAuthStates(secret: string, secure: boolean): OAuthStates {
  const name = `${cookiePrefix(secure)}.state`;
  const derive = (what: string, state: string) =>
    createHmac('sha256', secret).update(`${what} ${state}`).digest('base64url');
  const browserSecret = (state: string) => derive('oauth browser', state);
  return {
    create: () => randomBytes(24).toString('base64url'),
    bind: (state) => setCookie(secure, name, browserSecret(state), OAUTH_FLOW_MS / 1000),
    isBound: (state, cookies) => isSame(cookies[name] ?? '', browserSecret(state)),
    release: setCookie(secure, name, '', 0),
    verifierOf: (state) => derive('oauth verifier', state),
    nonceOf: (state) => derive('oauth nonce', state),
  };
}
