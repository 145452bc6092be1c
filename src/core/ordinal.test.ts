import { expect, it } from 'vitest';
import { ordinal } from './ordinal.ts';

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [102, '102nd'],
])('ranks %i as %s', (rank, text) => {
  expect(ordinal(rank)).toBe(text);
});
