import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { BROWSER_MAP, OS_MAP, parse } from 'bowser';
import { stringifySetCookie } from 'cookie';
import type { Cookies } from '#server/platform/http/call.ts';
import { networkOf } from '#server/platform/http/limits.ts';

/**
 * What the names of our cookies begin with. Over HTTPS `__Host-` makes browsers refuse a cookie that another subdomain or an
 * unencrypted page sets: it has to be `Secure`, with `Path=/` and without `Domain`.
 */
export function cookiePrefix(secure: boolean): string {
  return secure ? '__Host-pickem' : 'pickem';
}

/** Names that are shorter, or plainer, than those of the library. */
const plain: Readonly<Record<string, string>> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'Chrome OS': 'ChromeOS',
};

const systems: Readonly<Record<string, string>> = { ...OS_MAP, iPhone: 'iPhone', iPad: 'iPad' };

/** A browser in words: 'Chrome on Windows', from what it calls itself. */
export function deviceText(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device';
  const { browser, os, platform } = parse(userAgent);
  const name = plainName(known(browser.name, BROWSER_MAP)) ?? 'Unknown browser';
  const system = plainName(known(os.name === 'iOS' ? platform.model : os.name, systems));
  return system === undefined ? name : `${name} on ${system}`;
}

/** A name that the library does not know is text that the sender chose, so it is never shown. */
function known(name: string | undefined, names: Readonly<Record<string, string>>): string | undefined {
  return name !== undefined && Object.values(names).includes(name) ? name : undefined;
}

function plainName(name: string | undefined): string | undefined {
  return name === undefined || name === '' ? undefined : (plain[name] ?? name);
}

/** A network in words. @param ownAddress where the reader is; null where that is not known */
export function networkText(address: string | null, ownAddress: string | null): string {
  if (address === null || address === '') return 'unknown network';
  const network = networkOf(address);
  if (ownAddress !== null && network === networkOf(ownAddress)) return 'this network';
  return isIPv4(network) ? network.replace(/\d+$/, 'x') : network;
}

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
