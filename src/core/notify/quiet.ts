import { HOUR_MS, MINUTE_MS } from '#core/time.ts';

const DAY_MINUTES = 24 * 60;
/** Quiet hours: 22:00 to 8:00 in the person's own zone. */
const QUIET_FROM = 22 * 60;
const QUIET_UNTIL = 8 * 60;
/** Messages that fall into the quiet hours are due this long before they begin, in ms, so that they are sent by then. */
const HEADWAY_MS = 30 * MINUTE_MS;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The name of a time zone in the time-zone database; null for anything else. */
export function knownZone(zone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Whether a moment (ms) is in the quiet hours of a zone. */
export function isQuiet(ms: number, zone: string): boolean {
  const minute = minuteOfDay(ms, zone);
  return minute >= QUIET_FROM || minute < QUIET_UNTIL;
}

/** Moves a planned moment (ms) out of the quiet hours, to shortly before they begin. */
export function outsideQuiet(planned: number, zone: string): number {
  if (!isQuiet(planned, zone)) return planned;
  const passed = (minuteOfDay(planned, zone) - QUIET_FROM + DAY_MINUTES) % DAY_MINUTES;
  const begin = Math.floor(planned / MINUTE_MS) * MINUTE_MS - passed * MINUTE_MS;
  // If the clocks changed in between, the elapsed time differs from the clock time.
  const off = minuteOfDay(begin, zone) - QUIET_FROM;
  return begin - off * MINUTE_MS - HEADWAY_MS;
}

/** When (ms) a person is reminded of a lock. @param hours before it */
export function reminderTime(lockAt: number, hours: number, zone: string): number {
  return outsideQuiet(lockAt - hours * HOUR_MS, zone);
}

function minuteOfDay(ms: number, zone: string): number {
  const clock = clocks.get(zone) ?? clockOf(zone);
  const shown: Record<string, number> = {};
  for (const { type, value } of clock.formatToParts(ms)) shown[type] = Number(value);
  return (shown.hour ?? 0) * 60 + (shown.minute ?? 0);
}

function clockOf(zone: string): Intl.DateTimeFormat {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
  });
  clocks.set(zone, clock);
  return clock;
}
