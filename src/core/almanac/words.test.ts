import { describe, expect, it } from 'vitest';
import type { AlmanacRecord } from './records.ts';
import {
  championText,
  costText,
  courseText,
  duelText,
  placeOf,
  recordWords,
  rightPercent,
  weekPointsText,
} from './words.ts';

const at = (place: number, name: string) => ({ place, name, person: name, points: null });

describe('Who won a year', () => {
  it.each([
    [true, [at(1, 'Ann'), at(2, 'Bob')], 'Ann'],
    [true, [at(1, 'Ann'), at(1, 'Bob'), at(3, 'Cid')], 'Ann and Bob'],
    [false, [at(1, 'Ann'), at(2, 'Bob')], 'After 10 weeks: Ann leads'],
    [false, [at(1, 'Ann'), at(1, 'Bob')], 'After 10 weeks: Ann and Bob lead'],
    [false, [], 'No week is decided yet'],
    [true, [], 'Nobody'],
  ])('is said of a season that is over (%s) with the table %j: %s', (isOver, table, text) => {
    expect(championText({ isOver, weeks: 10, table })).toBe(text);
  });
});

describe('A record in words', () => {
  const holder = (name: string, more: Partial<AlmanacRecord['holders'][number]> = {}) => ({
    person: { id: name, name },
    name,
    year: 2024,
    ...more,
  });
  const week7 = { weekId: '2024-week7' };
  const upset = { ...week7, team: 'NYJ', opponent: 'BUF' };

  it.each<[Omit<AlmanacRecord, 'more'>, string, string, string[]]>([
    [
      { kind: 'bestWeek', value: 15, of: 16, holders: [holder('Ann', week7)] },
      'Best week',
      '15 of 16 right',
      ['Ann, 2024 Week 7'],
    ],
    [{ kind: 'bestWeek', value: 15, of: 16, holders: [holder('Ann')] }, 'Best week', '15 of 16 right', ['Ann, 2024']],
    [
      { kind: 'streak', value: 23, holders: [holder('Ann', { ...week7, toWeekId: '2024-week9' })] },
      'Longest streak',
      '23 right in a row',
      ['Ann, 2024 Week 7 to Week 9'],
    ],
    [
      { kind: 'weekWins', value: 6, holders: [holder('Ann'), holder('Bob'), holder('Cid', { year: 2025 })] },
      'Most weeks won',
      '6 weeks',
      ['Ann and Bob, 2024', 'Cid, 2025'],
    ],
    [{ kind: 'closestFinish', value: 2, holders: [holder('Ann')] }, 'Closest finish', '1 point', ['Ann, 2024']],
    [{ kind: 'closestFinish', value: 0, holders: [holder('Ann')] }, 'Closest finish', 'A tie for first', ['Ann, 2024']],
    [
      { kind: 'upset', value: 13.5, holders: [holder('Ann', upset)] },
      'Biggest upset',
      '13.5-point underdog',
      ['Ann, 2024 Week 7: NYJ beat BUF'],
    ],
    [{ kind: 'upset', value: 13.5, holders: [holder('Ann')] }, 'Biggest upset', '13.5-point underdog', ['Ann, 2024']],
  ])('of %j: %s, %s, %j', (record, title, value, holders) => {
    expect(recordWords({ ...record, more: 0 })).toEqual({ title, value, holders });
    expect(recordWords({ ...record, more: 2 }).holders).toEqual([...holders, 'and 2 more']);
  });
});

it.each([
  [{ before: 12, behind: 5, level: 1 }, '12–5–1'],
  [{ before: 2, behind: 1, level: 0 }, '2–1'],
  [{ before: 0, behind: 0, level: 3 }, '0–0–3'],
  [{ before: 0, behind: 0, level: 0 }, null],
])('a duel of %j is %s', (duel, text) => {
  expect(duelText(duel)).toBe(text);
});

it('a share of right picks is in whole percent, and unknown without a pick', () => {
  expect(rightPercent({ right: 2, wrong: 1 })).toBe('67%');
  expect(rightPercent({ right: 0, wrong: 0 })).toBeNull();
});

it.each([
  ['LV', { right: 3, wrong: 9 }, 'Las Vegas costs you most: 3 right, 9 wrong.'],
  ['NYJ', { right: 0, wrong: 1 }, 'The New York Jets cost you most: 0 right, 1 wrong.'],
  ['LV', { right: 3, wrong: 3 }, 'No team costs you: you are right about each of them at least as often as wrong.'],
])('what %s with %j costs: %s', (team, picked, text) => {
  expect(costText({ teams: [{ team, picked, against: { right: 0, wrong: 0 } }] })).toBe(text);
});

it('no decided pick costs nothing, and an unknown team keeps its letters', () => {
  expect(costText({ teams: [] })).toBe('None of your picks is decided yet.');
  expect(placeOf('XYZ')).toBe('XYZ');
});

it.each([
  ['You', [7, 4, 2], 'You went from 7th to 2nd in 3 weeks'],
  ['Ann', [7, 4, 7], 'Ann is 7th after 3 weeks, where they started'],
  ['You', [7, 4, 7], 'You are 7th after 3 weeks, where you started'],
  ['You', [1, 1], 'You have been 1st for 2 weeks'],
  ['You', [3], 'You are 3rd after the first week'],
  ['You', [], 'No week is decided yet'],
])('the course of %s by ranks %j: %s', (who, ranks, text) => {
  expect(courseText(who, ranks)).toBe(text);
});

it.each([
  [[14, null, 24], '7 to 12 points a week, the most in Week 3'],
  [[15, 15], '7.5 points each week'],
  [[null], null],
])('points of weeks with %j halves: %s', (halves, text) => {
  expect(weekPointsText(['2026-week1', '2026-week2', '2026-week3'], halves)).toBe(text);
});
