/** When drills run (decision 066). Times are in ms. */

import { easternDate, easternToUtc } from './eastern-time.ts';
import { DAY_MS, HOUR_MS } from './time.ts';

/** No drill starts this long before a lock. */
export const DRILL_QUIET_MS = 6 * HOUR_MS;

const WEDNESDAY = 3;
const WEEK = 7;

/** The latest Wednesday, 4 AM Eastern, up to a time. */
export function drillTimeBefore(now: number): number {
  const today = Date.parse(`${easternDate(now)}T00:00:00Z`);
  const daysBack = (new Date(today).getUTCDay() - WEDNESDAY + WEEK) % WEEK;
  const latest = drillOn(today - daysBack * DAY_MS);
  return latest <= now ? latest : drillOn(today - (daysBack + WEEK) * DAY_MS);
}

/** @param day midnight UTC of a date */
function drillOn(day: number): number {
  return easternToUtc(new Date(day).toISOString().slice(0, 10), '04:00');
}
