import { expect, test } from 'vitest';
import { picksText } from './invitation.tsx';

test.each([
  ['pickem', false, 'Straight up'],
  ['pickem', true, 'With the spread'],
  ['confidence', false, 'Confidence, straight up'],
  ['survivor', false, 'Survivor: one team a week'],
] as const)('an invitation to %s (spread: %s) says what is picked', (format, useSpread, text) => {
  expect(picksText({ format, useSpread })).toBe(text);
});
