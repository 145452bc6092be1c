import { describe, expect, it } from 'vitest';
import { drillTimeBefore } from './drill.ts';

describe('A drill is due on Wednesdays at 4 AM Eastern', () => {
  it.each([
    ['2026-11-25T09:00:00.000Z', '2026-11-25T09:00:00.000Z'],
    ['2026-11-25T08:59:59.999Z', '2026-11-18T09:00:00.000Z'],
    ['2026-12-02T04:00:00.000Z', '2026-11-25T09:00:00.000Z'],
    // In daylight saving time, and in the week that leaves it.
    ['2026-10-28T08:00:00.000Z', '2026-10-28T08:00:00.000Z'],
    ['2026-11-04T08:30:00.000Z', '2026-10-28T08:00:00.000Z'],
    ['2026-11-10T20:00:00.000Z', '2026-11-04T09:00:00.000Z'],
  ])('at %s, the latest one is that of %s', (now, expected) => {
    expect(new Date(drillTimeBefore(Date.parse(now))).toISOString()).toBe(expected);
  });
});
