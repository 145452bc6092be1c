/**
 * Eastern time by the time-zone database. The rule of section 9 (-04:00 from 8 March to 1 November) is wrong for real
 * games and is not repeated (decisions, Screens). Works for the years 1000 to 9999.
 */

import { EASTERN_ZONE } from './kickoff-text.ts';
import { lazily } from './lazily.ts';
import { DAY_MS } from './time.ts';

const SECOND_MS = 1000;

const DATE = /^[1-9]\d{3}-\d\d-\d\d$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** A moment in New York time. */
export interface EasternTime {
  /** YYYY-MM-DD */
  readonly date: string;
  /** HH:MM, 24 hours */
  readonly time: string;
}

const easternClock = lazily(
  () =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: EASTERN_ZONE,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
);

const offsetsAtMidnightUtc = new Map<number, number>();

/**
 * The moment (ms since the epoch) of a date and time in New York.
 * A time that occurs twice (fall) means the first; one that is skipped (spring) means an hour later.
 * @throws RangeError if the date is not a calendar date YYYY-MM-DD or the time is not HH:MM
 */
export function easternToUtc(date: string, time: string): number {
  const wall = parseWall(date, time);
  const before = offsetAt(wall - DAY_MS);
  const after = offsetAt(wall + DAY_MS);
  if (before !== after && offsetAt(wall - before) !== before && offsetAt(wall - after) === after) return wall - after;
  return wall - before;
}

/** The date and time in New York at a moment (ms since the epoch). */
export function utcToEastern(ms: number): EasternTime {
  const wall = new Date(ms + offsetAt(ms)).toISOString();
  return { date: wall.slice(0, 10), time: wall.slice(11, 16) };
}

/** The date in New York at a moment (ms since the epoch), YYYY-MM-DD. */
export function easternDate(ms: number): string {
  return utcToEastern(ms).date;
}

/** The first moment of a date in New York: the stored kick-off of a game whose time is not known. */
export function easternMidnight(date: string): number {
  return easternToUtc(date, '00:00');
}

function parseWall(date: string, time: string): number {
  const wall = DATE.test(date) && TIME.test(time) ? Date.parse(`${date}T${time}:00Z`) : Number.NaN;
  // Engines differ on dates such as February 30: some refuse it, some continue into March.
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 10) !== date) {
    throw new RangeError(`Not a date and time: ${date} ${time}`);
  }
  return wall;
}

/** Milliseconds to add to UTC. Queries of the time-zone database are slow, so the result is cached for each day. */
function offsetAt(ms: number): number {
  const day = Math.floor(ms / DAY_MS);
  const offset = offsetAtMidnightUtc(day);
  return offset === offsetAtMidnightUtc(day + 1) ? offset : askOffset(ms);
}

function offsetAtMidnightUtc(day: number): number {
  const known = offsetsAtMidnightUtc.get(day);
  if (known !== undefined) return known;
  const offset = askOffset(day * DAY_MS);
  offsetsAtMidnightUtc.set(day, offset);
  return offset;
}

function askOffset(ms: number): number {
  const shown: Record<string, number> = {};
  for (const { type, value } of easternClock().formatToParts(ms)) shown[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / SECOND_MS) * SECOND_MS;
}
