import { expect, test } from 'vitest';
import { spanText } from './span-text.ts';

test.each([
  [400, '0 seconds'],
  [1000, '1 second'],
  [59_999, '59 seconds'],
  [3_600_000, '1 hour'],
  [200_000_000, '2 days'],
])('%i ms are %s', (ms, text) => {
  expect(spanText(ms)).toBe(text);
});
