import { expect, test } from 'vitest';
import { shortLine } from './short-line.ts';

test.each([
  [3.5, 'PHI by 3.5'],
  [-7, 'DAL by 7'],
  [0, 'even'],
  [null, 'no line'],
])('a line of %s for the home side is shown as %s', (line, text) => {
  expect(shortLine({ home: 'PHI', away: 'DAL' }, line)).toBe(text);
});
