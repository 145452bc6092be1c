import { describe, expect, it, test } from 'vitest';
import { weekId } from '#core/weeks.ts';
import type { DraftTable, Limits } from './side-table-draft.ts';
import {
  choicesOf,
  hasWrongAmount,
  ownTable,
  possibleWeeks,
  problemOf,
  withField,
  withNames,
  withWeeks,
} from './side-table-draft.ts';

const weekIds = Array.from({ length: 18 }, (_, at) => weekId(2026, at + 1));
const limits: Limits = { weekIds, format: 'pickem' };
const week = (number: number) => weekId(2026, number);

function aDraft(from: number, to: number, some: Partial<DraftTable> = {}): DraftTable {
  const draft = { from: week(from), to: week(to), name: '', games: 'all', measure: 'points' } as const;
  return { ...draft, key: `${from}-${to}-${some.name}`, who: { kind: 'all' }, prize: '', ...some };
}

describe('a side table without a name', () => {
  test.each([
    ['Weeks 5 to 8', aDraft(5, 8)],
    ['Week 7', aDraft(7, 7)],
    ['Week 15 to the Super Bowl', { ...aDraft(15, 18), to: '2026-super-bowl' }],
  ])('is called "%s"', (name, draft) => {
    expect(withNames([draft]).map((table) => table.name)).toEqual([name]);
  });

  it('has a name that no other table has', () => {
    const tables = [aDraft(5, 8), aDraft(5, 8, { name: 'weeks 5 TO 8' }), aDraft(5, 8, { name: ' ' }), aDraft(1, 4)];
    expect(withNames(tables).map(({ name }) => name)).toEqual([
      'Weeks 5 to 8 (2)',
      'weeks 5 TO 8',
      'Weeks 5 to 8 (3)',
      'Weeks 1 to 4',
    ]);
  });
});

test('A form knows what is wrong with a side table', () => {
  const monday = aDraft(1, 18, { name: 'Monday night', games: 'monday' });
  const double = aDraft(1, 4, { name: 'monday  NIGHT' });
  expect(problemOf(double, [monday, double], limits)).toBe('Another side table has this name');
  expect(problemOf(monday, [monday], limits)).toBeNull();
  expect(problemOf(monday, [monday], { ...limits, format: 'survivor' })).toBe('A survivor pool counts all games');
  expect(hasWrongAmount({ ...monday, prize: '20 bucks' })).toBe(true);
  expect(problemOf({ ...monday, prize: '20 bucks' }, [monday], limits)).toBeNull();
});

test('An own side table begins with all weeks that it can count', () => {
  expect(ownTable(limits)).toMatchObject({ from: week(1), to: week(18), games: 'all', measure: 'points' });
  expect(ownTable({ weekIds, comingWeekId: week(12) })).toMatchObject({ from: week(12), to: week(18) });
  expect(ownTable({ weekIds: [] })).toBeNull();
});

describe('a side table for the lower half', () => {
  test.each([
    ['after the week before it', aDraft(5, 8), 5, 8, 4],
    ['from the second week, if it would start in the first', aDraft(1, 1), 2, 2, 1],
  ])('is played %s', (_, draft, from, to, after) => {
    const lower = withField(draft, 'lower', limits);
    expect(lower).toMatchObject({ from: week(from), to: week(to), who: { kind: 'lower', week: week(after) } });
    expect(problemOf({ ...lower, name: 'Any' }, [], limits)).toBeNull();
  });

  it('stays after an earlier week when its own weeks change', () => {
    const lower = withField(aDraft(9, 12), 'lower', limits);
    expect(possibleWeeks(lower, limits)[0]).toBe(week(2));
    expect(withWeeks(lower, { from: week(3), to: week(12) }, limits).who).toMatchObject({ week: week(2) });
    expect(withWeeks(lower, { from: week(10), to: week(12) }, limits).who).toMatchObject({ week: week(8) });
  });
});

describe('the choices of a side table', () => {
  const values = (format: Limits['format'], some: Partial<DraftTable> = {}) => {
    const { games, measures, fields } = choicesOf({ weekIds, format }, aDraft(1, 4, some));
    return [games.length, measures.map(([value]) => value), fields.map(([value]) => value)];
  };

  test('are all games, measures and players, but in survivor only who plays', () => {
    expect(values('pickem')).toEqual([8, ['points', 'right', 'upsets', 'weeks', 'fewest'], ['all', 'lower']]);
    expect(values('survivor')).toEqual([1, ['points'], ['all', 'out']]);
  });

  test('keep what was stored under another format', () => {
    expect(values('survivor', { games: 'monday', measure: 'upsets', who: { kind: 'lower', week: week(1) } })).toEqual([
      2,
      ['points', 'upsets'],
      ['all', 'out', 'lower'],
    ]);
  });
});
