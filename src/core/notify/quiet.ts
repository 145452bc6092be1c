const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MINUTES = 24 * 60;
/** Nobody is told anything by a clock from 22:00 to 8:00 of their own zone. */
const QUIET_FROM = 22 * 60;
const QUIET_UNTIL = 8 * 60;
/** What would fall into these hours is due so long before them, so that it is out when they begin, in ms. */
const HEADWAY_MS = 30 * MINUTE_MS;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The name of a time zone as the time-zone database has it; null for anything else. */
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

/** The moment (ms) for something that is planned for another: the same, but where it is quiet then, shortly before that began. */
export function outsideQuiet(planned: number, zone: string): number {
  if (!isQuiet(planned, zone)) return planned;
  const passed = (minuteOfDay(planned, zone) - QUIET_FROM + DAY_MINUTES) % DAY_MINUTES;
  const begin = Math.floor(planned / MINUTE_MS) * MINUTE_MS - passed * MINUTE_MS;
  // Where clocks changed meanwhile, more or less time has gone by than they say.
  const off = minuteOfDay(begin, zone) - QUIET_FROM;
  return begin - off * MINUTE_MS - HEADWAY_MS;
}

/** When (ms) somebody is reminded of a lock. @param hours before it */
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
