import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { stringifySetCookie } from 'cookie';
import { cookiePrefix } from './cookie-prefix.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/** Cookies of a request, by name. */
export type Cookies = Readonly<Record<string, string | undefined>>;

/**
 * Knows the browsers that have signed in to an account before. Each account has a cookie of its own, so that several
 * people can share a browser. It signs nobody in: its device only has attempts of its own, which no stranger can use up.
 */
export interface KnownDevices {
  /** The device of a request, where it has signed in to this account before. */
  find(cookies: Cookies, accountId: string): string | null;
  /** The `Set-Cookie` by which a device is known to an account from now on. */
  remember(cookies: Cookies, accountId: string): string;
}

export function createKnownDevices(secret: string, secure: boolean): KnownDevices {
  const sign = (text: string) => createHmac('sha256', secret).update(`known device ${text}`).digest('base64url');
  const nameFor = (accountId: string) => `${cookiePrefix(secure)}.device.${sign(`name ${accountId}`).slice(0, 12)}`;
  /** Browsers may still hold a cookie with the weaker prefix. Another subdomain could set it, but not sign it. */
  const otherNameFor = (accountId: string) => nameFor(accountId).replace('__Host-', '__Secure-');
  const find: KnownDevices['find'] = (cookies, accountId) => {
    const cookie = cookies[nameFor(accountId)] ?? cookies[otherNameFor(accountId)] ?? '';
    const [device = '', signature = ''] = cookie.split('.');
    return isSame(signature, sign(`${device} ${accountId}`)) ? device : null;
  };

  return {
    find,
    remember(cookies, accountId) {
      const device = find(cookies, accountId) ?? randomBytes(16).toString('base64url');
      const value = `${device}.${sign(`${device} ${accountId}`)}`;
      return stringifySetCookie({
        name: nameFor(accountId),
        value,
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: YEAR_S,
      });
    },
  };
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
