import type { NoticeKind } from '#core/notify/kinds.ts';
import type { Clock } from '../clock.ts';

interface OfPool {
  readonly poolId: string;
  readonly poolName: string;
}

/** An entry of the reader that lacks something. */
export interface LackingEntry {
  readonly id: string;
  readonly name: string;
  /** How many picks it lacks, or 1 for a team. */
  readonly missing: number;
  /** The pool also asks for an order of the games, and that is missing. */
  readonly lacksOrder: boolean;
}

/** Games that the reader can still pick and has not, or the order or the team that the pool asks for. */
export interface MissingNews extends OfPool {
  readonly kind: 'missing-picks';
  readonly weekId: string;
  /** Those that lack something; at least one. */
  readonly entries: readonly LackingEntry[];
  /** The reader has several entries in the pool, so that they are told by name. */
  readonly isNamed: boolean;
  /** The pool asks for a team, and that is missing. */
  readonly asksForTeam: boolean;
  /** When the first of the open games locks, in ms; null where none is open. */
  readonly nextLock: number | null;
  /** The reader's time zone; null if unknown, which means Eastern. */
  readonly zone: string | null;
  /** Sent by a commissioner or an admin, not by the clock. */
  readonly isByHand: boolean;
}

/** What was announced in a pool. */
export interface AnnouncementNews extends OfPool {
  readonly kind: 'announcement';
  readonly text: string;
}

/** Somebody named the reader in the talk of a pool. */
export interface MentionNews extends OfPool {
  readonly kind: 'mention';
  readonly by: string;
  readonly text: string;
}

/** How the reader did in a week that is decided. */
export interface ResultNews extends OfPool {
  readonly kind: 'week-result';
  readonly weekId: string;
  /** Another result of the week was sent to the reader before. */
  readonly isCorrection: boolean;
  /** What became of the week, in words. */
  readonly all: string;
  /** What became of the reader: first how they did, then what stood out. */
  readonly own: readonly [string, ...string[]];
}

/** What somebody can be told. It has no field for somebody else's side or for an address. */
export type News = MissingNews | AnnouncementNews | MentionNews | ResultNews;

/** The news of one kind. */
export type NewsOf<K extends NoticeKind> = Extract<News, { readonly kind: K }>;

/** How long news is worth sending, in real ms: a reminder until the next lock. Undefined for the usual time. */
export function newsMs(news: News, { now, speed = 1 }: Clock): number | undefined {
  if (news.kind !== 'missing-picks' || news.nextLock === null) return undefined;
  return Math.max(0, news.nextLock - now()) / speed;
}
