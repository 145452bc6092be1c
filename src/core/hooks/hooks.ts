/** Hooks of a pool: addresses that are told what happens in it (decision 038). */
import type { HookKind } from './kinds.ts';
import { kindOf } from './kinds.ts';

/** What a hook can be told of, with its name on screen. */
export const hookTopics = {
  'week.opened': 'A week opens',
  'lock.coming': 'Picks are about to lock',
  'week.decided': 'A week is decided',
  'leader.changed': 'Somebody new leads the pool',
} as const;
/** One of these. */
export type HookTopic = keyof typeof hookTopics;

/** All of them, in the order of a season. */
export const hookTopicNames = Object.keys(hookTopics) as HookTopic[];

/** So many hooks a pool can have. */
export const HOOKS_EACH = 5;
/** How many hours before a lock a hook is told of it: the limits and the default. */
export const HOOK_HOURS = { min: 1, max: 48, usual: 3 } as const;
/** Hooks of smaller pools are not told how many lack picks: everybody could work out who. */
export const LACKING_FROM = 5;
/** The longest address. */
export const HOOK_ADDRESS_MAX = 2000;

/** What is wrong with the address of a hook, as it is written; null for nothing. */
export function hookAddressError(kind: HookKind, address: string): string | null {
  if (address === '') return 'Paste the address of the webhook';
  if (address.length > HOOK_ADDRESS_MAX) return `The address must be at most ${HOOK_ADDRESS_MAX} characters long`;
  const { addresses } = kindOf(kind);
  if (addresses && !addresses.pattern.test(address)) return addresses.problem;
  return /^https:\/\/\S+$/i.test(address) ? null : 'The address must start with https://';
}

const SHOWN_OF_ADDRESS = 4;

/** The public name of a hook. Its full address is a secret: anybody who knows it can post there. */
export function hookLabel(address: string): string {
  const [, host = ''] = /^https:\/\/([^/?#]*)/i.exec(address) ?? [];
  return `${host.toLowerCase()} …${address.slice(-SHOWN_OF_ADDRESS)}`;
}
