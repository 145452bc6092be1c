import ipaddr from 'ipaddr.js';

/** Whether a host name of a URL is this machine, so that no traffic crosses a network. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Whether browsers treat an address as secure, so that they offer push, the clipboard and the like there. */
export function isSecureAddress({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopbackName(hostname);
}

/** Ranges of addresses that only a network of one's own reaches: RFC 1918, RFC 6598, RFC 4193 and link-local addresses. */
const homeRanges: ReadonlySet<string> = new Set(['private', 'carrierGradeNat', 'uniqueLocal', 'linkLocal']);

/** Whether a host name of a URL is in a home network: a private address, or a `.local` name. */
export function isHomeName(hostname: string): boolean {
  if (/[^.]\.local$/.test(hostname)) return true;
  const address = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(address) && homeRanges.has(ipaddr.parse(address).range());
}
