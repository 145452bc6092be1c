import type { AuditAct } from './audit.ts';
import { normalizeName } from './names.ts';
import { isRule } from './rules/pool-rules.ts';

/** How many announcements a pool shows its members, latest first; older ones stay in its log. */
export const ANNOUNCEMENTS_SHOWN = 5;

/** The acts in a pool's log that are announced to its members, each with the record field that must be present. */
export const announcedActs = {
  'pool.announce': 'text',
  /** Rules that changed for a reason: every change after the pool's first lock needs one. */
  'pool.edit': 'why',
  /** A lock that moved forward while it was open. */
  'lock.earlier': 'text',
  /** Picks that were withdrawn because their game opened again in another week. */
  'picks.withdraw': 'text',
  /** A prize that changed hands after it was announced. */
  'prize.change': 'prize',
} as const satisfies Partial<Record<AuditAct, string>>;

/** Whether an announcement includes a field of its log record: other edits made at the same time are left out. */
export function isAnnouncedField(name: string): boolean {
  return isRule(name) || Object.values<string>(announcedActs).includes(name);
}

/** The longest announcement, in characters. */
export const ANNOUNCEMENT_MAX = 500;

/** Why a text cannot be announced, given what `cleanMessage` returned; null if it can. */
export function announcementError(text: string): string | null {
  if (normalizeName(text) === '') return 'Write what to announce';
  return [...text].length <= ANNOUNCEMENT_MAX
    ? null
    : `An announcement must be at most ${ANNOUNCEMENT_MAX} characters long`;
}

/** What determines which announcements of a pool a member has not read. */
export interface AnnouncementReader {
  /** When they joined, in ms. */
  readonly joinedAt: number;
  /** The id of the last announcement that they have read; 0 before the first. */
  readonly toldUntil: number;
}

/** The announcements that a member has not read, without those from before they joined. A person who is not a member has none. */
export function unreadOf<A extends { readonly id: number; readonly at: number }>(
  announcements: readonly A[],
  { joinedAt = Number.POSITIVE_INFINITY, toldUntil = 0 }: Partial<AnnouncementReader>,
): A[] {
  return announcements.filter(({ id, at }) => id > toldUntil && at > joinedAt);
}
