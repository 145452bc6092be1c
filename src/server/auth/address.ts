import { isIPv4, isIPv6 } from 'node:net';

/** Groups of an IPv6 address that name one connection: a household or a server gets a whole /64. */
const NETWORK_GROUPS = 4;

/** What attempts from one connection are counted under: an IPv4 address, or the network of an IPv6 address. */
export function connectionOf(address: string): string {
  const plain = address.split('%', 1)[0] ?? '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped && isIPv4(mapped)) return mapped;
  return isIPv6(plain) ? networkOf(plain) : plain;
}

function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const all = [
    ...groups,
    ...Array<string>(Math.max(missing, 0)).fill('0'),
    ...(tail?.split(':').filter(Boolean) ?? []),
  ];
  const network = all.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
