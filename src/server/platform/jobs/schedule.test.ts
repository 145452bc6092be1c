import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#tests/core-samples.ts';
import { dueSlot, effectivePeriod, nextRunAt } from './jobs.ts';

const LIVE = 20_000;
const NOON = Date.parse('2026-09-13T16:00:00Z');

describe('How far apart runs are', () => {
  test.each([
    ['as often as wanted while it succeeds', LIVE, 0, LIVE],
    ['a frequent job less often while it fails', LIVE, 1, 2 * LIVE],
    ['once a minute at the least', LIVE, 2, MINUTE],
    ['for however long it fails', LIVE, 1000, MINUTE],
    ['a rare one after a minute', HOUR, 1, MINUTE],
    ['then after two', HOUR, 2, 2 * MINUTE],
    ['four', HOUR, 3, 4 * MINUTE],
    ['and never more rarely than wanted', HOUR, 1000, HOUR],
    ['a job of every minute stays that', MINUTE, 5, MINUTE],
  ])('%s', (_, period, failures, expected) => {
    expect(effectivePeriod(period, failures)).toBe(expected);
  });
});

describe('The slot of a job', () => {
  test('is due at once for a job that never ran', () => {
    expect(dueSlot(HOUR, null, NOON + 5 * MINUTE)).toBe(NOON);
    expect(nextRunAt(HOUR, null, NOON + 5 * MINUTE)).toBe(NOON + 5 * MINUTE);
  });

  test('is due once', () => {
    const past = { slot: NOON, failures: 0 };
    expect(dueSlot(HOUR, past, NOON + 59 * MINUTE)).toBeNull();
    expect(nextRunAt(HOUR, past, NOON + 59 * MINUTE)).toBe(NOON + HOUR);
    expect(dueSlot(HOUR, past, NOON + HOUR)).toBe(NOON + HOUR);
  });

  test('is the last one if some were missed', () => {
    expect(dueSlot(HOUR, { slot: NOON, failures: 0 }, NOON + 7.5 * HOUR)).toBe(NOON + 7 * HOUR);
  });

  test('comes sooner when games begin, and when a job of every hour has failed', () => {
    expect(dueSlot(LIVE, { slot: NOON, failures: 0 }, NOON + LIVE)).toBe(NOON + LIVE);
    expect(dueSlot(HOUR, { slot: NOON, failures: 1 }, NOON + MINUTE)).toBe(NOON + MINUTE);
  });

  test('nodes that agree on the past agree on the slot, and it is never one that ran', () => {
    const anyPeriod = fc.constantFrom(LIVE, MINUTE, 15 * MINUTE, HOUR, 24 * HOUR);
    const anyPast = fc.record({
      slot: fc.integer({ min: 0, max: 1_000_000 }).map((n) => NOON + n * 10_000),
      failures: fc.nat(12),
    });
    fc.assert(
      fc.property(anyPeriod, anyPast, fc.nat(100_000_000), (period, past, ms) => {
        const now = NOON + ms;
        const slot = dueSlot(period, past, now);
        if (slot !== null) expect(slot).toBeGreaterThan(past.slot);
        const next = nextRunAt(period, past, now);
        expect(next).toBeGreaterThanOrEqual(now);
        expect(dueSlot(period, past, next)).not.toBeNull();
      }),
    );
  });
});
