import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { stringifySetCookie } from 'cookie';
import type { Cookies } from '#server/http/call.ts';
import { cookiePrefix } from './cookie-prefix.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/** An account as devices know it. */
export interface DeviceOwner {
  readonly accountId: string;
  /** Another key makes every device unknown; null until that happens for the first time. */
  readonly deviceKey: string | null;
}

/**
 * Knows the browsers that have signed in to an account before. Each account has a cookie of its own, so that several
 * people can share a browser. It signs nobody in: its device only has attempts of its own, which no stranger can use up.
 */
export interface KnownDevices {
  /** The device of a request, where it has signed in to this account before. */
  find(cookies: Cookies, owner: DeviceOwner): string | null;
  /** The `Set-Cookie` by which a device is known to an account from now on. */
  remember(cookies: Cookies, owner: DeviceOwner): string;
}

export function createKnownDevices(secret: string, secure: boolean): KnownDevices {
  const sign = (text: string) => createHmac('sha256', secret).update(`known device ${text}`).digest('base64url');
  const nameFor = (accountId: string) => `${cookiePrefix(secure)}.device.${sign(`name ${accountId}`).slice(0, 12)}`;
  /** Browsers may still hold a cookie with the weaker prefix. Another subdomain could set it, but not sign it. */
  const otherNameFor = (accountId: string) => nameFor(accountId).replace('__Host-', '__Secure-');
  const signatureOf = (device: string, { accountId, deviceKey }: DeviceOwner) =>
    sign(`${device} ${accountId}${deviceKey ?? ''}`);
  const find: KnownDevices['find'] = (cookies, owner) => {
    const cookie = cookies[nameFor(owner.accountId)] ?? cookies[otherNameFor(owner.accountId)] ?? '';
    const [device = '', signature = ''] = cookie.split('.');
    return isSame(signature, signatureOf(device, owner)) ? device : null;
  };

  return {
    find,
    remember(cookies, owner) {
      const device = find(cookies, owner) ?? randomBytes(16).toString('base64url');
      return stringifySetCookie({
        name: nameFor(owner.accountId),
        value: `${device}.${signatureOf(device, owner)}`,
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
