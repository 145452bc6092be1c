import { expect, test } from 'vitest';
import { takeableWeek, weekAfter } from './buy-back-offer.ts';

const weeks = ['2026-week1', '2026-week2', '2026-week4'];

test('the week after another is the next one of the pool', () => {
  expect(weekAfter(weeks, '2026-week2')).toBe('2026-week4');
  expect(weekAfter(weeks, '2026-week4')).toBeUndefined();
  expect(weekAfter(weeks, '2026-week3')).toBeUndefined();
});

test.each<[string[] | undefined, string, string | undefined]>([
  [['2026-week1'], '2026-week2', '2026-week1'],
  [['2026-week1'], '2026-week1', undefined],
  [['2026-week1'], '2026-week4', undefined],
  [['2026-week1', '2026-week2'], '2026-week2', undefined],
  [['2026-week1', '2026-week2'], '2026-week4', '2026-week2'],
  [undefined, '2026-week2', undefined],
])('after buy-backs of %j, %s can take back that of %s', (boughtBack, weekId, takeable) => {
  expect(takeableWeek(boughtBack ? { boughtBack } : {}, weeks, weekId)).toBe(takeable);
});
