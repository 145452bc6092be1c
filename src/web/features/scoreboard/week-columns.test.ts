import { expect, it } from 'vitest';
import { columnsNeeded } from './week-columns.ts';

const shown = (columns: number, latest: number) =>
  columnsNeeded(18, latest).flatMap((needed, at) => (needed <= columns ? [at + 1] : []));

it.each([
  [9, 10, [2, 3, 4, 5, 6, 7, 8, 9, 10]],
  [9, 18, [10, 11, 12, 13, 14, 15, 16, 17, 18]],
  [9, 9, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  [9, 3, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  [5, 10, [6, 7, 8, 9, 10]],
  [5, 3, [1, 2, 3, 4, 5]],
  [5, 0, [1, 2, 3, 4, 5]],
])('where %i columns fit, the latest weeks up to week %i are %j', (columns, latest, weeks) => {
  expect(shown(columns, latest - 1)).toEqual(weeks);
});
