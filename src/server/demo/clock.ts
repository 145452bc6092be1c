import { easternToUtc } from '#core/eastern-time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { readMeta, writeMeta } from '#server/platform/db/meta.ts';
import { dateInWeek, momentInWeek, SUNDAY, weekAt, weeksFrom } from './season.ts';

/**
 * A demo begins at this Eastern time of a Sunday: Thursday's game is over, the first games of the afternoon are in their
 * second quarter, the others are to come.
 */
const OPENS = '14:10';
/** Until this time the first games of the afternoon are still live. */
const CLOSES = '15:50';
/** The week of the first start. */
const OPENING_WEEK = 9;

/** The start time of a new demo: a Sunday in mid-season of the year of `realNow` (ms). */
export function firstDemoMoment(realNow: number): number {
  const season = new Date(realNow).getUTCFullYear();
  return momentInWeek({ season, number: OPENING_WEEK }, SUNDAY, OPENS);
}

/** The time at which a demo resumes: the reached time, or the next one with finished, live and upcoming games. */
export function nextDemoMoment(reached: number): number {
  for (const week of weeksFrom(weekAt(reached).season)) {
    const opens = momentInWeek(week, SUNDAY, OPENS);
    if (reached <= opens) return opens;
    if (reached < easternToUtc(dateInWeek(week, SUNDAY), CLOSES)) return reached;
  }
  throw new RangeError(`No season after ${reached}.`);
}

/** The last time that the demo has reached, ms. */
const CLOCK_KEY = 'demo_clock';

/**
 * The demo's own clock. It starts on a Sunday in mid-season; later starts resume at the reached time, or the next one with finished, live
 * and upcoming games.
 * @param realNow milliseconds since the epoch
 */
export async function openDemoClock(store: Store, realNow: () => number): Promise<Clock> {
  const reached = await reachedMoment(store.db);
  const start = reached === null ? firstDemoMoment(realNow()) : nextDemoMoment(reached);
  if (reached === null) await saveReached(store.db, start);
  const opened = realNow();
  // If the computer's clock is set back, the demo must not go back before a lock.
  let latest = start;
  return {
    now: () => {
      latest = Math.max(latest, start + realNow() - opened);
      return latest;
    },
  };
}

/** Stores the time that the demo has reached. */
export async function saveReached(db: Db, now: number): Promise<void> {
  await writeMeta(db, CLOCK_KEY, String(Math.round(now)));
}

/** The last stored time (ms); null before the first start. */
export async function reachedMoment(db: Db): Promise<number | null> {
  const reached = Number((await readMeta(db, CLOCK_KEY)) ?? Number.NaN);
  return Number.isFinite(reached) ? reached : null;
}
