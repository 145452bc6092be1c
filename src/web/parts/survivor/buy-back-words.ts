import { formatDay, formatTime, splitZone } from '#core/kickoff-text.ts';
import { capital, listText } from '#core/listed.ts';
import { shownLock } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
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
  const shown = shownLock(until);
  const day = formatDay(shown, timeZone);
  const { clock } = splitZone(formatTime(shown, timeZone));
  return `${shown - now < CLEAR_MS ? day.split(',')[0] : day}, ${clock}`;
}

/** For everybody who sees an entry that is out: `Can buy back in until Thu, 8:20 PM`. @param until in words, as of `untilText` */
export function canBuyBackText(until: string, rules: Pick<PoolRules, 'buyBackBy'>): string {
  return `${capital(mayReturnText(rules))} until ${until}`;
}

/** What can be done for an entry that is out: by its owner, or only by a commissioner. */
export function mayReturnText({ buyBackBy }: Pick<PoolRules, 'buyBackBy'>): string {
  return buyBackBy === 'owner' ? 'can buy back in' : 'can be bought back';
}

/** For everybody: `Bought back after Week 3`. */
export function boughtBackText(weekIds: readonly string[]): string {
  return `Bought back after ${listText(weekIds.map(weekName))}`;
}
