import { betterAuth } from 'better-auth';
import type { Settings } from '../env.ts';
import type { Store } from '../store/connect.ts';

const DAY_S = 24 * 60 * 60;
/** A session lasts this long after it was last extended, in seconds. */
export const SESSION_S = 30 * DAY_S;
/** A session in use is extended once it is this old, in seconds. */
export const SESSION_UPDATE_S = DAY_S;

/** The accounts library on the league's own database. The tables must be there before this is called. */
export function createAccounts(store: Store, secret: string, settings: Pick<Settings, 'publicUrl'>) {
  return betterAuth({
    baseURL: settings.publicUrl.origin,
    secret,
    database: { db: store.db, type: store.engine, transaction: true },
    telemetry: { enabled: false },
    logger: { level: 'error' },
    user: { modelName: 'accounts' },
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_S,
      updateAge: SESSION_UPDATE_S,
      cookieCache: { enabled: false },
    },
    account: { modelName: 'logins' },
    verification: { modelName: 'verifications' },
    emailAndPassword: { enabled: true, minPasswordLength: 6, maxPasswordLength: 128, autoSignIn: true },
    advanced: {
      cookiePrefix: 'pickem',
      useSecureCookies: settings.publicUrl.protocol === 'https:',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
    },
    rateLimit: { enabled: false },
  });
}

export type Accounts = ReturnType<typeof createAccounts>;
