import { expect, test } from 'vitest';
import { fitText, wrapped } from './fit.ts';

/** Each character is a pixel wide. */
const widthOf = (text: string) => [...text].length;

/** One letter of three people. */
const FAMILY = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';

test.each([
  ['Ann', 3, 'Ann'],
  ['Annabel', 5, 'Anna…'],
  ['Ann Bell', 5, 'Ann…'],
  ['Annabel', 0, '…'],
  [`${FAMILY} family`, 4, '…'],
  [`${FAMILY} family`, 7, `${FAMILY}…`],
  ['Zoe\u0308y', 4, 'Zoe\u0308y'.slice(0, 2).concat('…')],
  ['', 5, ''],
])('%j in %i pixels is %j', (text, room, shown) => {
  expect(fitText(text, room, widthOf)).toBe(shown);
});

test.each([
  ['Ann and Bob', 20, ['Ann and Bob']],
  ['Ann Bell and Bob', 9, ['Ann Bell', 'and Bob']],
  ['Ann Bell, Bob and 3 others', 9, ['Ann Bell,', 'Bob and 3 others']],
  ['Annabellissima', 5, ['Annabellissima']],
])('%j in lines of %i pixels is %j', (text, room, lines) => {
  expect(wrapped(text, room, 2, widthOf)).toEqual(lines);
});
