import { expect, test } from 'vitest';
import { listedNames, listText } from '#core/listed.ts';

test.each([
  [[], '', ''],
  [['A'], 'A', 'A'],
  [['A', 'B'], 'A and B', 'A and B'],
  [['A', 'B', 'C'], 'A, B and C', 'A, B and C'],
  [['A', 'B', 'C', 'D'], 'A, B, C and D', 'A, B and 2 others'],
])('%j in a sentence', (words, whole, shortened) => {
  expect(listText(words)).toBe(whole);
  expect(listedNames(words)).toBe(shortened);
});
