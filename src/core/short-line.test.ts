import { expect, test } from 'vitest';
import { lineSentence, shortLine } from './short-line.ts';

test.each([
  [3.5, 'PHI by 3.5'],
  [-7, 'DAL by 7'],
  [0, 'even'],
  [null, 'no line'],
])('a line of %s for the home side is shown as %s', (line, text) => {
  expect(shortLine({ home: 'PHI', away: 'DAL' }, line)).toBe(text);
});

test.each([
  [3.5, 'PHI favored by 3.5'],
  [-7, 'DAL favored by 7'],
  [0, 'Even line'],
  [null, ''],
])('a line of %s for the home side is the sentence %j', (line, text) => {
  expect(lineSentence({ home: 'PHI', away: 'DAL' }, line)).toBe(text);
});
