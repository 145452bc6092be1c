/** Days of a season as people write them: without a year, which follows from the season. */

/** A day of a year; months count from 1. */
export interface MonthDay {
  readonly month: number;
  readonly day: number;
}

const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+/i;
/** A time behind a day: `7:00 PM`, `19:00:30 EST`, `7pm`. */
const TIME =
  /(?:,?\s+(?:at\s+)?|T)(?:\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?\s*(?:[ap]\.?m\.?)?|\d{1,2}\s*[ap]\.?m\.?)(?:\s*(?:[A-Z]{1,4}|[+-]\d{2}:?\d{2}))?$/i;
const ISO = /^\d{4}[-/](\d{1,2})[-/](\d{1,2})$/;
const NUMBERS = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](?:\d{4}|\d{2}))?$/;
const NAMED = /^([a-z]+)\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?(?:,?[\s-]+\d{4})?$/i;
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+(?:of\s+)?([a-z]+)\.?(?:,?[\s-]+(?:\d{4}|\d{2}))?$/i;
/** The names of months, and how many days they have at most. */
const months: readonly (readonly [name: RegExp, days: number])[] = [
  [/^jan(?:uary)?$/i, 31],
  [/^feb(?:ruary)?$/i, 29],
  [/^mar(?:ch)?$/i, 31],
  [/^apr(?:il)?$/i, 30],
  [/^may$/i, 31],
  [/^june?$/i, 30],
  [/^july?$/i, 31],
  [/^aug(?:ust)?$/i, 31],
  [/^sept?(?:ember)?$/i, 30],
  [/^oct(?:ober)?$/i, 31],
  [/^nov(?:ember)?$/i, 30],
  [/^dec(?:ember)?$/i, 31],
];
/** The last month that belongs to the season of the year before. */
const SPRING = 6;

/**
 * Reads a day, American style: `9/25`, `9/25/2024`, `2024-09-25`, `Sept. 25`, `25-Sep`, `Wednesday, September 25`, also with a time behind
 * it. Null for other texts.
 */
export function readDay(text: string): MonthDay | null {
  const bare = text.trim().replace(WEEKDAY, '').replace(TIME, '');
  const [, dayBefore = '', monthBehind = ''] = DAY_FIRST.exec(bare) ?? [];
  const [, month = monthBehind, day = dayBefore] = ISO.exec(bare) ?? NUMBERS.exec(bare) ?? NAMED.exec(bare) ?? [];
  const number = months.findIndex(([name]) => name.test(month)) + 1 || Number(month);
  const [, days = 0] = months[number - 1] ?? [];
  return Number(day) >= 1 && Number(day) <= days ? { month: number, day: Number(day) } : null;
}

/** The morning of a day in the season of a year, ms: after the last game of the day before, and before the first one of that day. */
export function dayInSeason({ month, day }: MonthDay, season: number): number {
  return Date.UTC(month <= SPRING ? season + 1 : season, month - 1, day, 12);
}
