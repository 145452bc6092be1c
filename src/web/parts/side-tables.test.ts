import { expect, it } from 'vitest';
import { prizeText, stateOf } from './side-tables.ts';

it.each([
  [0, null],
  [2000, 'Prize: $20'],
  [1250, 'Prize: $12.50'],
  [123400, 'Prize: $1,234'],
])('a prize of %i cents is shown as %s', (cents, text) => {
  expect(prizeText(cents)).toBe(text);
});

it.each([
  ['Still to come', false, false],
  ['Running', true, false],
  ['Decided', true, true],
  // All of its games may be off.
  ['Decided', false, true],
])('is %s', (text, isFixed, isDecided) => {
  expect(stateOf({ isFixed, isDecided }).text).toBe(text);
});
