import { isIPv4 } from 'node:net';
import { BROWSER_MAP, OS_MAP, parse } from 'bowser';
import { networkOf } from './address.ts';

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
