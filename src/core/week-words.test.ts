import { expect, test } from 'vitest';
import { weeksPlayed } from './week-words.ts';
import { weekId } from './weeks.ts';

test.each([
  [[], null],
  [numbersTo(18), 'The regular season'],
  [numbersTo(19), 'Week 1 to the Wild Card round'],
  [[13, 14, 15, 16, 17, 18], 'Weeks 13 to 18'],
  [[17, 18, 19, 20, 21, 22], 'Week 17 to the Super Bowl'],
  [[19, 20], 'The Wild Card round to the Divisional round'],
  [[18], 'Week 18'],
  [numbersTo(18).filter((number) => number !== 12), 'Week 1 to Week 18 (17 weeks)'],
])('Of the weeks %j an invitation says: %s', (numbers, text) => {
  const ids = numbers.map((number) => weekId(2026, number));
  expect(weeksPlayed(ids)).toBe(text);
  expect(weeksPlayed([...(ids.length > 0 ? [weekId(2025, 1)] : []), ...ids])).toBe(text);
});

function numbersTo(last: number): number[] {
  return Array.from({ length: last }, (_, at) => at + 1);
}
