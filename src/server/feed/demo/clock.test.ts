import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { easternToUtc } from '#core/eastern-time.ts';
import type { Store } from '#server/store/engine/connect.ts';
import { connect } from '#server/store/engine/connect.ts';
import { migrate } from '#server/store/engine/migrate.ts';
import { heartbeat, openDemoClock, reachedMoment } from './clock.ts';

const HOUR = 60 * 60 * 1000;
const REAL = Date.parse('2026-11-21T12:00:00Z');
const START = easternToUtc('2026-11-08', '14:10');

describe('the clock of the demo', () => {
  let store: Store;

  beforeEach(async () => {
    store = connect(':memory:');
    await migrate(store);
  });
  afterEach(() => store.close());

  it('starts on a Sunday in mid-season, whatever the day, and keeps that moment', async () => {
    expect((await openDemoClock(store, () => REAL)).now()).toBe(START);
    expect(await reachedMoment(store.db)).toBe(START);
    expect((await openDemoClock(store, () => REAL + 5 * HOUR)).now()).toBe(START);
  });

  it('runs on as real time does, and never back', async () => {
    let real = REAL;
    const clock = await openDemoClock(store, () => real);
    real += 90_000;
    expect(clock.now()).toBe(START + 90_000);
    real -= 60_000;
    expect(clock.now()).toBe(START + 90_000);
    real += 90_000;
    expect(clock.now()).toBe(START + 120_000);
  });

  it.each([
    ['goes on from what was reached', START + HOUR, START + HOUR],
    ['goes on to the next Sunday', START + 2 * HOUR, easternToUtc('2026-11-15', '14:10')],
  ])('%s at a later start', async (_, reached, next) => {
    await openDemoClock(store, () => REAL);
    await heartbeat(store.db, reached);
    expect((await openDemoClock(store, () => REAL + 400 * HOUR)).now()).toBe(next);
    expect(await reachedMoment(store.db)).toBe(reached);
  });
});
