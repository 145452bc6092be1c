/** Hooks of a pool: addresses that are sent its news (decision 038). */
import type { HookAddress, HookKind } from './kinds.ts';
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

/** Reads the address of a hook from what a commissioner entered, with a space between its fields. */
export function readHookAddress(kind: HookKind, entered: string): HookAddress {
  const { fields, read } = kindOf(kind);
  const text = entered.trim();
  const [{ label }] = fields;
  if (text === '') return { problem: `Paste the ${label.charAt(0).toLowerCase()}${label.slice(1)}` };
  if (text.length > HOOK_ADDRESS_MAX)
    return { problem: `The address must be at most ${HOOK_ADDRESS_MAX} characters long` };
  return read(text);
}

const SHOWN_OF_ADDRESS = 4;

/** The public name of a hook. Its full address is a secret: anyone who knows it can post there. */
export function hookLabel(address: string): string {
  const [, host = ''] = /^https:\/\/([^/?#]*)/i.exec(address) ?? [];
  return `${host.toLowerCase()} …${address.slice(-SHOWN_OF_ADDRESS)}`;
}
