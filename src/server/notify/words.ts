import { EASTERN_ZONE, formatDay, formatTime } from '#core/kickoff-text.ts';
import type { MissingNews } from './news.ts';

/** What is missing in a week, with its verb: `2 picks and your order are`. */
export function missingText({ missing, lacksOrder, asksForTeam }: MissingNews): string {
  if (asksForTeam) return 'your team is';
  if (missing === 0) return 'your order is';
  const picks = missing === 1 ? '1 pick' : `${missing} picks`;
  if (lacksOrder) return `${picks} and your order are`;
  return `${picks} ${missing === 1 ? 'is' : 'are'}`;
}

/** Day and time of the next lock, in the reader's zone; null where there is none. */
export function lockText({ nextLock, zone }: MissingNews): { readonly day: string; readonly time: string } | null {
  if (nextLock === null) return null;
  return { day: formatDay(nextLock, zone ?? EASTERN_ZONE), time: formatTime(nextLock, zone ?? EASTERN_ZONE) };
}
