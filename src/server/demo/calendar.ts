import { easternDate, easternToUtc } from '#core/eastern-time.ts';
import { DAY_MS } from '#core/time.ts';
import { REGULAR_WEEKS } from '#core/weeks.ts';

/** Days of a week of football, counted from its Thursday. */
export const THURSDAY = 0;
export const SUNDAY = 3;
export const MONDAY = 4;

/** A week begins at this Eastern time of the Tuesday before its Thursday, when the week before is over. */
const WEEK_BEGINS = { daysAfterThursday: -2, time: '12:00' };

export interface SeasonWeek {
  readonly season: number;
  /** 1 to 18 */
  readonly number: number;
}

/** The date (YYYY-MM-DD) so many days after the Thursday of a week; week 1 is that of the Thursday after Labor Day. */
export function dateInWeek({ season, number }: SeasonWeek, daysAfterThursday: number): string {
  const september = Date.UTC(season, 8, 1);
  const laborDay = 1 + ((8 - new Date(september).getUTCDay()) % 7);
  const days = laborDay - 1 + 3 + (number - 1) * 7 + daysAfterThursday;
  return new Date(september + days * DAY_MS).toISOString().slice(0, 10);
}

/** A moment of a week, by day and Eastern time. */
export function momentInWeek(week: SeasonWeek, daysAfterThursday: number, time: string): number {
  return easternToUtc(dateInWeek(week, daysAfterThursday), time);
}

/** The moment (ms) from which a week is on. */
export function weekStart(week: SeasonWeek): number {
  return momentInWeek(week, WEEK_BEGINS.daysAfterThursday, WEEK_BEGINS.time);
}

/** The week that is on at a moment: the last that has begun; after a season its last week. */
export function weekAt(now: number): SeasonWeek {
  const year = Number(easternDate(now).slice(0, 4));
  const week = weeksFrom(year - 2).findLast((each) => weekStart(each) <= now);
  if (!week) throw new RangeError(`No season at ${now}.`);
  return week;
}

/** The weeks of a season and of the two after it, in order. */
export function weeksFrom(season: number): SeasonWeek[] {
  return [season, season + 1, season + 2].flatMap(weeksOf);
}

/** The 18 weeks of a season. */
export function weeksOf(season: number): SeasonWeek[] {
  return Array.from({ length: REGULAR_WEEKS }, (_, at) => ({ season, number: at + 1 }));
}
