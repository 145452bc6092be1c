import type { AuditAct } from './audit.ts';
import { look } from './names.ts';
import { isRule } from './rules/pool-rules.ts';

/** So many announcements of a pool are kept before its members, the latest; older ones stand in its log. */
export const ANNOUNCEMENTS_SHOWN = 5;

/** What of a pool's log is announced to its members: each act, with the field that an entry has where it is. */
export const announcedActs = {
  'pool.announce': 'text',
  /** Rules that changed for a reason: after the pool's first lock each change has one. */
  'pool.edit': 'why',
  /** A lock that moved forward while it was open. */
  'lock.earlier': 'text',
  /** Picks that were withdrawn, because their game opened anew in another week. */
  'picks.withdraw': 'text',
  /** A prize that changed hands after it was told. */
  'prize.change': 'prize',
} as const satisfies Partial<Record<AuditAct, string>>;

/** Whether an announcement tells a field of its entry: what else was edited at the same time is no news. */
export function isAnnouncedField(name: string): boolean {
  return isRule(name) || Object.values<string>(announcedActs).includes(name);
}

/** The longest announcement, in characters. */
export const ANNOUNCEMENT_MAX = 500;

/** What keeps a text from being announced, as `cleanMessage` leaves it; null where nothing does. */
export function announcementError(text: string): string | null {
  if (look(text) === '') return 'Write what to announce';
  return [...text].length <= ANNOUNCEMENT_MAX
    ? null
    : `An announcement must be at most ${ANNOUNCEMENT_MAX} characters long`;
}

/** What a member has to do with the announcements of a pool. */
export interface Told {
  /** When they joined, in ms. */
  readonly joinedAt: number;
  /** The id of the last announcement that they have read; 0 before the first. */
  readonly toldUntil: number;
}

/** Those of some announcements that a member has not read; what was announced before they joined is no news to them, and nothing to others. */
export function unreadOf<A extends { readonly id: number; readonly at: number }>(
  announcements: readonly A[],
  { joinedAt = Number.POSITIVE_INFINITY, toldUntil = 0 }: Partial<Told>,
): A[] {
  return announcements.filter(({ id, at }) => id > toldUntil && at > joinedAt);
}
