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
/** Up to here the first games of the afternoon are still running. */
const CLOSES = '15:50';
/** The week in which the first start falls. */
const OPENING_WEEK = 9;

/** Where a new demo begins: a Sunday in the middle of the season of the year of `realNow` (ms). */
export function firstDemoMoment(realNow: number): number {
  const season = new Date(realNow).getUTCFullYear();
  return momentInWeek({ season, number: OPENING_WEEK }, SUNDAY, OPENS);
}

/** Where a demo that has reached a moment goes on: there, or at the next moment with finished, live and coming games. */
export function nextDemoMoment(reached: number): number {
  for (const week of weeksFrom(weekAt(reached).season)) {
    const opens = momentInWeek(week, SUNDAY, OPENS);
    if (reached <= opens) return opens;
    if (reached < easternToUtc(dateInWeek(week, SUNDAY), CLOSES)) return reached;
  }
  throw new RangeError(`No season after ${reached}.`);
}

/** The last moment that the demo is known to have reached, ms. */
const CLOCK_KEY = 'demo_clock';

/**
 * The demo's own clock: it starts on a Sunday in mid-season, and a later start goes on from the moment that was reached, or
 * from the next one with finished, live and coming games.
 * @param realNow milliseconds since the epoch
 */
export async function openDemoClock(store: Store, realNow: () => number): Promise<Clock> {
  const reached = await reachedMoment(store.db);
  const start = reached === null ? firstDemoMoment(realNow()) : nextDemoMoment(reached);
  if (reached === null) await saveReached(store.db, start);
  const opened = realNow();
  // A computer whose clock is set back must not take the demo back behind a lock.
  let latest = start;
  return {
    now: () => {
      latest = Math.max(latest, start + realNow() - opened);
      return latest;
    },
  };
}

/** Stores how far the demo has come. */
export async function saveReached(db: Db, now: number): Promise<void> {
  await writeMeta(db, CLOCK_KEY, String(Math.round(now)));
}

/** The last moment (ms) stored; null before the first start. */
export async function reachedMoment(db: Db): Promise<number | null> {
  const reached = Number((await readMeta(db, CLOCK_KEY)) ?? Number.NaN);
  return Number.isFinite(reached) ? reached : null;
}
