import { expect, test } from 'vitest';
import type { EnablingRecord } from './enabled-weeks.ts';
import { wasEnabled } from './enabled-weeks.ts';

const WEEK = '2026-week1';
const LOCK = 100;
const one = (act: 'week.enable' | 'week.disable') => {
  return (at: number, weekId = WEEK): EnablingRecord => ({ act, at, weekId, before: {}, after: {} });
};
const [on, off] = [one('week.enable'), one('week.disable')];
const allOn = (at: number, weeks: unknown): EnablingRecord => {
  return { act: 'weeks.enable', at, weekId: null, before: { weeks: [] }, after: { weeks } };
};
const allOff = (at: number, weeks: unknown): EnablingRecord => {
  return { act: 'weeks.clear', at, weekId: null, before: { weeks }, after: { weeks: [] } };
};

test.each<[name: string, records: EnablingRecord[], expected: boolean]>([
  ['disabled after the lock', [off(101)], true],
  ['disabled at the lock', [off(100)], true],
  ['disabled before the lock', [off(99)], false],
  ['enabled before the lock and disabled after it', [on(99), off(101)], true],
  ['enabled at the lock', [on(100), off(101)], false],
  ['enabled after the lock and disabled again', [on(101), off(102)], false],
  ['disabled before the lock, enabled and disabled after it', [off(99), on(101), off(102)], false],
  ['disabled and enabled again before the lock', [off(98), on(99), off(101)], true],
  ['disabled with all others after the lock', [allOff(101, [WEEK])], true],
  ['enabled with others before the lock', [allOn(99, [WEEK]), off(101)], true],
  ['of a pool whose other weeks were disabled', [off(101, '2026-week2'), allOff(102, [])], false],
  ['of records without a list', [allOff(101, null)], false],
])('Whether a week was enabled at a lock: %s', (_name, records, expected) => {
  expect(wasEnabled(records, WEEK, LOCK)).toBe(expected);
});
