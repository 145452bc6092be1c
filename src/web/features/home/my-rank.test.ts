import { expect, test } from 'vitest';
import { nearbyRows } from './my-rank.tsx';

test.each([
  [5, 'a', 5, 'abcde'],
  [8, 'a', 5, 'abcde'],
  [8, 'f', 5, 'adefg'],
  [8, 'f', 2, 'af'],
  [8, undefined, 5, 'abcde'],
  // One own entry of two, and four own ones of five, have a live number each.
  [2, 'b', 1, 'ab'],
  [2, 'a', 1, 'a'],
  [5, 'e', 1, 'ae'],
  [4, 'c', 0, 'ac'],
  [4, 'a', 0, 'a'],
])('of %i rows with the own one %s, %i are listed: %s', (count, own, most, listed) => {
  const rows = [...'abcdefgh'].slice(0, count).map((id) => ({ id }));
  expect(
    nearbyRows(rows, own, most)
      .map(({ id }) => id)
      .join(''),
  ).toBe(listed);
});
