import { EASTERN_ZONE } from '#core/kickoff-text.ts';
import type { LockingGame, WeekLock } from '#core/locks.ts';
import { weekLocks } from '#core/locks.ts';
import { HOUR_MS } from '#core/time.ts';
import { isQuiet, reminderTime } from './quiet.ts';

/** The choices of hours between a reminder and its lock. */
export const reminderHours = [1, 2, 3, 6, 12, 24] as const;
/** The hours for people who have not chosen. */
export const DEFAULT_HOURS = 3;
/** The earliest that a reminder can be due before its lock, in ms: the most hours plus a night. */
export const EARLIEST_REMINDER_MS = 36 * HOUR_MS;

/** A lock of a week that members are reminded of. */
export interface ReminderMoment extends WeekLock {
  /** Reminders of Sunday wait until the week's first lock has passed. */
  readonly notBefore: number;
}

/** @param games of the week, with the pool's locks */
export function reminderMoments(games: readonly LockingGame[]): ReminderMoment[] {
  const locks = weekLocks(games);
  return locks.map((lock, at) => ({ ...lock, notBefore: locks[at - 1]?.lockAt ?? Number.NEGATIVE_INFINITY }));
}

/** A person's preferences for reminders. */
export interface ReminderWish {
  /** Null if they chose none. */
  readonly hours: number | null;
  /** Null if it is not known. */
  readonly zone: string | null;
}

/** Whether to remind a person of a lock now. A missed reminder is sent after the quiet hours, if the lock is still to come. */
export function isDue({ lockAt, notBefore }: ReminderMoment, { hours, zone }: ReminderWish, now: number): boolean {
  const place = zone ?? EASTERN_ZONE;
  if (now >= lockAt || now < notBefore || isQuiet(now, place)) return false;
  return now >= reminderTime(lockAt, hours ?? DEFAULT_HOURS, place);
}
