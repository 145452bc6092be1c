import { EASTERN_ZONE } from '#core/kickoff-text.ts';
import type { WeekLock } from '#core/lock-plans.ts';
import { weekLocks } from '#core/lock-plans.ts';
import type { Game } from '#core/types.ts';
import { isQuiet, reminderTime } from './quiet.ts';

/** So many hours before a lock somebody may be reminded of it. */
export const reminderHours = [1, 2, 3, 6, 12, 24] as const;
/** For whoever chose none. */
export const DEFAULT_HOURS = 3;
/** No reminder is due earlier than this before its lock, in ms: the most hours, and a night. */
export const EARLIEST_REMINDER_MS = 36 * 60 * 60 * 1000;

/** A week of which no game has locked for so long is no news any more, in ms: scores may be entered days after the last game. */
export const WEEK_NEWS_MS = 7 * 24 * 60 * 60 * 1000;

/** A lock of a week that members are reminded of. */
export interface ReminderMoment extends WeekLock {
  /** It is none before this one: who is reminded of the week's first lock hears nothing of Sunday until then. */
  readonly notBefore: number;
}

/** @param games of the week, with the pool's locks */
export function reminderMoments(games: readonly Pick<Game, 'kickoff' | 'lockAt' | 'void'>[]): ReminderMoment[] {
  const locks = weekLocks(games);
  return locks.map((lock, at) => ({ ...lock, notBefore: locks[at - 1]?.lockAt ?? Number.NEGATIVE_INFINITY }));
}

/** When somebody wants to be reminded. */
export interface ReminderWish {
  /** Null where they chose none. */
  readonly hours: number | null;
  /** Null where it is not known. */
  readonly zone: string | null;
}

/** Whether somebody is to be reminded of a lock now. What was not sent in time is, once it is no longer quiet, as long as the lock is to come. */
export function isDue({ lockAt, notBefore }: ReminderMoment, { hours, zone }: ReminderWish, now: number): boolean {
  const place = zone ?? EASTERN_ZONE;
  if (now >= lockAt || now < notBefore || isQuiet(now, place)) return false;
  return now >= reminderTime(lockAt, hours ?? DEFAULT_HOURS, place);
}
