import type { Db, Store } from '#server/store/engine/connect.ts';
import { readMeta, writeMeta } from '#server/store/engine/meta.ts';
import type { Clock } from '../../clock.ts';
import { firstDemoMoment, nextDemoMoment } from './moments.ts';

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
  if (reached === null) await heartbeat(store.db, start);
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

/** Notes how far the demo has come. */
export async function heartbeat(db: Db, now: number): Promise<void> {
  await writeMeta(db, CLOCK_KEY, String(Math.round(now)));
}

/** The last moment (ms) noted; null before the first start. */
export async function reachedMoment(db: Db): Promise<number | null> {
  const reached = Number((await readMeta(db, CLOCK_KEY)) ?? Number.NaN);
  return Number.isFinite(reached) ? reached : null;
}
