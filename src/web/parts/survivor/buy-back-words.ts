import { formatDay, formatTime, splitZone } from '#core/kickoff-text.ts';
import { listText } from '#core/listed.ts';
import { PICK_LOCK_DELAY_MS } from '#core/locks.ts';
import { DAY_MS } from '#core/time.ts';
import { weekName } from '#core/weeks.ts';

/** Within this time, the name of a day is clear without its date. */
const CLEAR_MS = 6 * DAY_MS;

/**
 * The moment up to which an entry can be bought back: `Thu, 8:20 PM`, with the date if it is further away. As in countdowns, it is the kick-off
 * of the game that ends it, not its slightly later lock.
 * @param until that lock, ms
 */
export function untilText(until: number, now: number, timeZone?: string): string {
  const shown = until - PICK_LOCK_DELAY_MS;
  const day = formatDay(shown, timeZone);
  const { clock } = splitZone(formatTime(shown, timeZone));
  return `${shown - now < CLEAR_MS ? day.split(',')[0] : day}, ${clock}`;
}

/** For everybody who sees an entry that is out: `Can buy back in until Thu, 8:20 PM`. @param until in words, as of `untilText` */
export function canBuyBackText(until: string): string {
  return `Can buy back in until ${until}`;
}

/** For everybody: `Bought back after Week 3`. */
export function boughtBackText(weekIds: readonly string[]): string {
  return `Bought back after ${listText(weekIds.map(weekName))}`;
}
