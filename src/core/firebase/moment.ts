import { easternMidnight, easternToUtc, utcToEastern } from '#core/eastern-time.ts';
import { HOUR_MS } from '#core/time.ts';

/** A kick-off, ms. */
export interface Kickoff {
  readonly kickoff: number;
  readonly timeTbd: boolean;
}

const EARLIEST = Date.UTC(1990, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);
const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d(?:\.\d{1,9})?))?\s*(Z|[+-]\d\d:?\d\d)?)?$/i;
/** What `Date.toString` and `Date.toUTCString` write. */
const WITH_ZONE = /^[a-z]{3},? [\w ]{6,14} \d\d:\d\d:\d\d GMT(?:[+-]\d{4})?(?: \([^)]{1,60}\))?$/i;
const DIGITS = /^\d{9,14}$/;
/** The old system wrote one of these two by a rule that is wrong for some weeks of the year. The wall clock beside it is right. */
const EASTERN = /^-0[45]:?00$/;

/** A moment of an export (ms): milliseconds or seconds since the epoch, or a date with a time. Null for anything else. */
export function readMoment(text: string): number | null {
  const minute = readKickoff(text)?.kickoff ?? null;
  const seconds = Number(ISO.exec(text)?.[3] ?? 0);
  return minute === null ? null : minute + Math.floor(seconds * 1000);
}

/**
 * The same for a kick-off, of which a date tells the minute: a date without a time means that the time is not known. A time without a
 * zone is Eastern.
 */
export function readKickoff(text: string): Kickoff | null {
  const parts = ISO.exec(text);
  if (parts) return readIso(parts);
  const number = DIGITS.test(text) ? Number(text) : Number.NaN;
  const ms = WITH_ZONE.test(text) ? Date.parse(text) : number;
  return known(ms, false) ?? known(ms * 1000, false);
}

/** A kick-off as `readKickoff` reads it: Eastern time with its zone, or a date alone if the time is not known. */
export function writeKickoff({ kickoff, timeTbd }: Kickoff): string {
  const { date, time } = utcToEastern(kickoff);
  if (timeTbd) return date;
  const behind = (kickoff - Date.parse(`${date}T${time}Z`)) / HOUR_MS;
  return `${date}T${time}:00-0${Math.round(behind)}:00`;
}

function readIso([, date = '', time, , zone]: RegExpExecArray): Kickoff | null {
  try {
    if (time === undefined) return known(easternMidnight(date), true);
    if (zone === undefined || EASTERN.test(zone)) return known(easternToUtc(date, time), false);
    return known(Date.parse(`${date}T${time}:00${zone.toUpperCase()}`), false);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function known(kickoff: number, timeTbd: boolean): Kickoff | null {
  return kickoff >= EARLIEST && kickoff < LATEST ? { kickoff, timeTbd } : null;
}
