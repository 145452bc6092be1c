import { EASTERN_ZONE, formatDay, formatTime } from '#core/kickoff-text.ts';
import type { LackingEntry, MissingNews } from './news.ts';

/** What is missing in a week: `2 picks and your order are missing`; with several entries for which: `2 picks are missing for Lucky`. */
export function missingText(news: MissingNews): string {
  const [entry, ...others] = news.entries;
  if (entry === undefined) return '';
  if (others.length > 0)
    return `${news.asksForTeam ? 'teams' : 'picks'} are missing for ${news.entries.length} entries`;
  return `${lackingText(entry, news)} missing${news.isNamed ? ` for ${entry.name}` : ''}`;
}

/** What each entry lacks, in a line, if the reader has several. */
export function missingLines(news: MissingNews): string[] {
  if (!news.isNamed) return [];
  return news.entries.map((entry) => `${entry.name}: ${lackingText(entry, news)} missing.`);
}

/** The entry to pick for first; undefined if the reader has only one. */
export function entryToPick({ entries: [first], isNamed }: MissingNews): string | undefined {
  return isNamed ? first?.id : undefined;
}

function lackingText({ missing, lacksOrder }: LackingEntry, { asksForTeam }: MissingNews): string {
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
