/** Days of a season as people write them: without a year, which follows from the season. */

/** A day of a year; months count from 1. */
export interface MonthDay {
  readonly month: number;
  readonly day: number;
}

const NUMBERS = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](?:\d{4}|\d{2}))?$/;
const ISO = /^\d{4}-(\d{2})-(\d{2})(?:[T\s].*)?$/;
const NAMED =
  /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+\d{4})?$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** The last month that belongs to the season of the year before. */
const SPRING = 6;

/** Reads a day, American style: `9/25`, `9/25/2024`, `2024-09-25`, `Sept. 25`, `Wednesday, September 25`. Null for other texts. */
export function readDay(text: string): MonthDay | null {
  const [, month = '', day = ''] = ISO.exec(text) ?? NUMBERS.exec(text) ?? NAMED.exec(text) ?? [];
  const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1 || Number(month);
  const isDay = number >= 1 && number <= 12 && Number(day) >= 1 && Number(day) <= 31;
  return isDay ? { month: number, day: Number(day) } : null;
}

/** The morning of a day in the season of a year, ms: after the last game of the day before, and before the first one of that day. */
export function dayInSeason({ month, day }: MonthDay, season: number): number {
  return Date.UTC(month <= SPRING ? season + 1 : season, month - 1, day, 12);
}
