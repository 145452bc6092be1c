import ipaddr from 'ipaddr.js';

/** Groups of an IPv6 address that name one network (a household or a server gets a /64), and one customer of a provider. */
const [NETWORK_GROUPS, CUSTOMER_GROUPS] = [4, 3];

/** What attempts from an address are counted under. */
export interface Networks {
  /** One household or server: an IPv4 address, or a /64 of IPv6. */
  readonly network: string;
  /** What one customer may have at hand: a /24 of IPv4, or a /48 of IPv6. */
  readonly wider: string;
}

/** What is no address counts under itself. */
export function networksOf(address: string): Networks {
  if (!ipaddr.isValid(address)) return { network: address, wider: address };
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) {
    return { network: parsed.toString(), wider: `${parsed.octets.slice(0, 3).join('.')}.0/24` };
  }
  const groupsOf = (groups: number) => {
    const first = parsed.parts.slice(0, groups).map((part) => part.toString(16));
    return `${first.join(':')}::/${groups * 16}`;
  };
  return { network: groupsOf(NETWORK_GROUPS), wider: groupsOf(CUSTOMER_GROUPS) };
}

/** The network that an address belongs to. */
export function networkOf(address: string): string {
  return networksOf(address).network;
}
