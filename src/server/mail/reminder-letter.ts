import { EASTERN_ZONE } from '#core/eastern-time.ts';
import { formatDay, formatTime } from '#core/kickoff-text.ts';
import { weekName } from '#core/weeks.ts';
import type { Envelope } from './letters.ts';
import { mailOf } from './letters.ts';
import type { Mail } from './mailer.ts';

/** What somebody is reminded of. */
export interface Reminder {
  readonly weekId: string;
  /** Games that he can still pick and has not. */
  readonly missing: number;
  /** When the first of the open games locks, in ms; null where none is open. */
  readonly nextLock: number | null;
}

/** Tells a player that picks of his are missing. */
export function reminderLetter(envelope: Envelope, { weekId, missing, nextLock }: Reminder): Mail {
  const week = weekName(weekId);
  const picks = missing === 1 ? '1 pick is' : `${missing} picks are`;
  const lock =
    nextLock === null
      ? []
      : [`The next game locks on ${formatDay(nextLock, EASTERN_ZONE)} at ${formatTime(nextLock, EASTERN_ZONE)}.`];
  return mailOf(envelope, {
    subject: `${week}: ${picks} missing`,
    heading: `${week}: ${picks} missing`,
    paragraphs: ['There are games that you can still pick, and have not.', ...lock],
    button: { text: 'Make your picks', url: new URL('/picks', envelope.site).href },
    foot: 'An admin of your pool had this mail sent to those who have picks missing, once for a week.',
    footLink: { text: 'Do not remind me any more', url: new URL('/profile', envelope.site).href },
  });
}
