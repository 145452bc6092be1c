import { createHmac, randomBytes } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { BROWSER_MAP, OS_MAP, parse } from 'bowser';
import type { Cookies } from '#server/platform/http/call.ts';
import { networkOf } from '#server/platform/http/limits.ts';
import { isSame } from '#server/platform/is-same.ts';
import { cookiePrefix, setCookie } from './cookies.ts';

/** Shorter or plainer names than the library's. */
const plain: Readonly<Record<string, string>> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'Chrome OS': 'ChromeOS',
};

const systems: Readonly<Record<string, string>> = { ...OS_MAP, iPhone: 'iPhone', iPad: 'iPad' };

/** A browser in words, from its user agent: 'Chrome on Windows'. */
export function deviceText(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device';
  const { browser, os, platform } = parse(userAgent);
  const name = plainName(known(browser.name, BROWSER_MAP)) ?? 'Unknown browser';
  const system = plainName(known(os.name === 'iOS' ? platform.model : os.name, systems));
  return system === undefined ? name : `${name} on ${system}`;
}

/** A name unknown to the library is text chosen by the sender, so it is never shown. */
function known(name: string | undefined, names: Readonly<Record<string, string>>): string | undefined {
  return name !== undefined && Object.values(names).includes(name) ? name : undefined;
}

function plainName(name: string | undefined): string | undefined {
  return name === undefined || name === '' ? undefined : (plain[name] ?? name);
}

/** A network in words. @param ownAddress the reader's address; null if unknown */
export function networkText(address: string | null, ownAddress: string | null): string {
  if (address === null || address === '') return 'unknown network';
  const network = networkOf(address);
  if (ownAddress !== null && network === networkOf(ownAddress)) return 'this network';
  return isIPv4(network) ? network.replace(/\d+$/, 'x') : network;
}

const YEAR_S = 365 * 24 * 60 * 60;

/** The account fields that devices need. */
export interface DeviceOwner {
  readonly accountId: string;
  /** Another key makes every device unknown; null until that happens for the first time. */
  readonly deviceKey: string | null;
}

/**
 * Recognizes browsers that have signed in to an account before. Each account has its own cookie, so that several users can share a browser.
 * The cookie does not sign anyone in: it only gives the device its own sign-in attempts, which strangers cannot use up.
 */
export interface KnownDevices {
  /** The device of a request, if it has signed in to this account before. */
  find(cookies: Cookies, owner: DeviceOwner): string | null;
  /** The `Set-Cookie` that makes a device known to an account. */
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
      return setCookie(secure, nameFor(owner.accountId), `${device}.${signatureOf(device, owner)}`, YEAR_S);
    },
  };
}
