import { betterAuth } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { Store } from '#server/platform/db/connect.ts';
import type { Settings } from '#server/platform/env/settings.ts';
import { SESSION_IDLE_MS } from '#server/platform/http/session-store.ts';
import { cookiePrefix } from './devices.ts';
import { hasher } from './passwords.ts';
import { providerConfigs } from './providers.ts';
import { verificationKey } from './store.ts';

type AccountSettings = Pick<Settings, 'kind' | 'publicUrl' | 'signUp' | 'providers' | 'logLevel'>;

/** The accounts library on the league's database. Its tables must exist. */
export function createLibrary(store: Store, secret: string, settings: AccountSettings) {
  const secure = settings.publicUrl.protocol === 'https:';
  return betterAuth({
    baseURL: baseUrlOf(settings),
    secret,
    database: { db: store.db, type: store.engine, transaction: true },
    telemetry: { enabled: false },
    logger: { level: 'error', log: logTo(settings) },
    user: { modelName: 'accounts' },
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_IDLE_MS / 1000,
      // `session-store.ts` extends sessions, up to their maximum lifetime.
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    account: {
      modelName: 'logins',
      // The provider is only needed to identify the user; its tokens are not stored.
      updateAccountOnSignIn: false,
      accountLinking: {
        enabled: true,
        requireLocalEmailVerified: true,
        trustedProviders: [],
        allowDifferentEmails: true,
      },
    },
    databaseHooks: {
      account: {
        create: { before: async () => ({ data: withoutTokens }) },
        update: { before: async () => ({ data: withoutTokens }) },
      },
    },
    verification: { modelName: 'verifications', storeIdentifier: { hash: verificationKey } },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      autoSignIn: true,
      password: { hash: hasher.hash, verify: ({ hash, password }) => hasher.verify(hash, password) },
    },
    plugins: [genericOAuth({ config: providerConfigs(settings, store.db) })],
    advanced: {
      // The library's default prefix is `__Secure-`.
      useSecureCookies: false,
      cookiePrefix: cookiePrefix(secure),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
    },
    rateLimit: { enabled: false },
  });
}

export type AccountsLibrary = ReturnType<typeof createLibrary>;

const withoutTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
};

/** A league has one address. The demo uses the loopback name of the request. */
function baseUrlOf({ kind, publicUrl }: AccountSettings) {
  if (kind === 'league') return publicUrl.origin;
  const allowedHosts = ['localhost', 'localhost:*', '127.0.0.1', '127.0.0.1:*'];
  return { allowedHosts, protocol: 'http' as const, fallback: publicUrl.origin };
}

/**
 * Logs one line per error, without the stack: many of the library's errors are mistakes of visitors, and an operator only needs to know
 * why a provider refused.
 */
function logTo({ logLevel }: AccountSettings) {
  return (_level: string, message: string, ...details: unknown[]) => {
    if (logLevel !== 'info' && logLevel !== 'debug') return;
    const reasons = details.map((detail) => (detail instanceof Error ? detail.message : JSON.stringify(detail)));
    console.error(['Accounts:', message, ...reasons].join(' '));
  };
}
