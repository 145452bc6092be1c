/** When jobs run: time is cut into slots of a job's period, and each slot is for one run. Times are ms. */
import { MINUTE_MS } from '#core/time.ts';

/** A job that fails is tried again this soon, later and later. */
const FIRST_RETRY_MS = MINUTE_MS;

/** What the schedule has to know of a job's past. */
export interface Past {
  /** The slot that it ran in last. */
  readonly slot: number;
  /** In a row, up to now. */
  readonly failures: number;
}

/**
 * How far apart runs are. After failures a frequent job runs less often, down to once a minute, and a rare one sooner than
 * it would: after a minute, then two, four, up to its own period.
 */
export function effectivePeriod(period: number, failures: number): number {
  if (failures === 0) return period;
  const doublings = Math.min(failures, 20);
  if (period <= FIRST_RETRY_MS) return Math.min(FIRST_RETRY_MS, period * 2 ** doublings);
  return Math.min(period, FIRST_RETRY_MS * 2 ** (doublings - 1));
}

/** The slot that a job has to run in now; null where it ran in it already. */
export function dueSlot(period: number, past: Past | null, now: number): number | null {
  const slot = slotAt(effectivePeriod(period, past?.failures ?? 0), now);
  return past && slot <= past.slot ? null : slot;
}

/** When a job runs next: now, or at the beginning of the next slot. */
export function nextRunAt(period: number, past: Past | null, now: number): number {
  if (dueSlot(period, past, now) !== null) return now;
  const length = effectivePeriod(period, past?.failures ?? 0);
  return slotAt(length, Math.max(now, past?.slot ?? now)) + length;
}

function slotAt(length: number, now: number): number {
  return Math.floor(now / length) * length;
}
