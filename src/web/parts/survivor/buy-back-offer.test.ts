import { expect, test } from 'vitest';
import type { Survival } from '#contract/standings.ts';
import { entriesToBuyBack, latestBuyBack, takeableWeek, weekAfter } from './buy-back-offer.ts';

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

function row(id: string, more: Partial<Survival> = {}) {
  return { id, name: id, survival: { lives: 1, outWeekId: null, wins: 0, weeks: [], ...more } };
}

test('commissioners see who can be bought back, and whose buy-back can be taken back', () => {
  const rows = [
    row('in'),
    row('early', { boughtBack: ['2026-week1'] }),
    row('late', { boughtBack: ['2026-week1', '2026-week2'] }),
    row('out', { lives: 0, mayBuyBack: { weekId: '2026-week2', until: 5 } }),
    row('again', { lives: 0, boughtBack: ['2026-week1'], mayBuyBack: { weekId: '2026-week2', until: 5 } }),
  ];
  expect(latestBuyBack(rows, weeks)).toBe('2026-week2');
  const out = { act: 'buy', weekId: '2026-week2', until: 5 };
  const outs = [
    { id: 'out', name: 'out', ...out },
    { id: 'again', name: 'again', ...out },
  ];
  expect(entriesToBuyBack(rows, undefined)).toEqual(outs);
  expect(entriesToBuyBack(rows, '2026-week2')).toEqual([
    { id: 'late', name: 'late', act: 'takeBack', weekId: '2026-week2' },
    ...outs,
  ]);
  expect(latestBuyBack([row('in')], weeks)).toBeUndefined();
});
