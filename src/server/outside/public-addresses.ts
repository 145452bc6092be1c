import { BlockList, isIP } from 'node:net';

/**
 * IPv4 addresses that lead into a machine, a network or nowhere: the special-purpose registry of IANA, multicast, and the one address of a cloud's
 * own services that lies outside of it. Addresses of tunnels are among them, because they hold another one.
 */
const closedIpv4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Of IPv6 only this block is given to machines that anybody reaches: loopback, local, mapped and translated addresses are outside of it. */
const OPEN_IPV6 = ['2000::', 3] as const;

/** Within it: protocols such as Teredo, documentation, 6to4. */
const closedIpv6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const;

/** One list for each family: a list of both takes IPv4 addresses for mapped ones. */
const ipv4 = new BlockList();
for (const [net, prefix] of closedIpv4) ipv4.addSubnet(net, prefix, 'ipv4');
const ipv6 = new BlockList();
for (const [net, prefix] of closedIpv6) ipv6.addSubnet(net, prefix, 'ipv6');
const openIpv6 = new BlockList();
openIpv6.addSubnet(...OPEN_IPV6, 'ipv6');

/** Whether a text is an address of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !ipv4.check(address, 'ipv4');
  return family === 6 && openIpv6.check(address, 'ipv6') && !ipv6.check(address, 'ipv6');
}

/** Names that no public name server answers (RFC 6761, 6762, 8375, and `internal` by a resolution of ICANN). Single-label names resolve only locally. */
const LOCAL_NAME = /^[^.]+\.?$|\.(localhost|local|internal|home\.arpa)\.?$/;

/** Whether a host name, as `URL` has it, resolves only locally. */
export function isLocalName(hostname: string): boolean {
  return LOCAL_NAME.test(hostname);
}
