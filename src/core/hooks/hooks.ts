/** Hooks of a pool: addresses that are sent its news (decision 038). */
import type { HookKind } from './kinds.ts';
import { kindOf } from './kinds.ts';

/** The topics that a hook can be sent, with their names on screen. */
export const hookTopics = {
  'week.opened': 'A week opens',
  'lock.coming': 'Picks are about to lock',
  'week.decided': 'A week is decided',
  'leader.changed': 'Somebody new leads the pool',
} as const;
/** One topic. */
export type HookTopic = keyof typeof hookTopics;

/** All topics, in the order of a season. */
export const hookTopicNames = Object.keys(hookTopics) as HookTopic[];

/** The most hooks of a pool. */
export const HOOKS_EACH = 5;
/** How many hours before a lock a hook is notified of it: the limits and the default. */
export const HOOK_HOURS = { min: 1, max: 48, usual: 3 } as const;
/** The smallest pool whose hooks are sent how many members lack picks: in smaller ones it would reveal who. */
export const LACKING_FROM = 5;
/** The longest address. */
export const HOOK_ADDRESS_MAX = 2000;

/** What is wrong with the address of a hook; null if nothing is. */
export function hookAddressError(kind: HookKind, address: string): string | null {
  if (address === '') return 'Paste the address of the webhook';
  if (address.length > HOOK_ADDRESS_MAX) return `The address must be at most ${HOOK_ADDRESS_MAX} characters long`;
  const { addresses } = kindOf(kind);
  if (addresses && !addresses.pattern.test(address)) return addresses.problem;
  return /^https:\/\/\S+$/i.test(address) ? null : 'The address must start with https://';
}

const SHOWN_OF_ADDRESS = 4;

/** The public name of a hook. Its full address is a secret: anyone who knows it can post there. */
export function hookLabel(address: string): string {
  const [, host = ''] = /^https:\/\/([^/?#]*)/i.exec(address) ?? [];
  return `${host.toLowerCase()} …${address.slice(-SHOWN_OF_ADDRESS)}`;
}
