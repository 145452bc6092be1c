import { expect, test } from 'vitest';
import { MAX_SIDE_TABLES, readyMadeTables } from '#core/side-tables.ts';
import { weekId } from '#core/weeks.ts';
import { tablesOf } from './money-rows.tsx';
import { draftOf, ownTable } from './side-table-draft.ts';

const weeks = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => weekId(2026, from + at));
const drafts = readyMadeTables(weeks(1, 18)).map((terms) => ({ ...draftOf(terms, terms.name), prize: '50' }));

test.each<[string, string[], [string, number, number][]]>([
  [
    'ends with the last week',
    weeks(1, 17),
    [
      ['Second half', 10, 17],
      ['Monday night', 1, 17],
    ],
  ],
  ['is left out without a week of its own', weeks(1, 9), [['Monday night', 1, 9]]],
])('A side table of a new pool whose weeks change %s, and keeps its prize', (_, weekIds, expected) => {
  const tables = drafts.filter(({ name }) => ['Second half', 'Monday night'].includes(name));
  const sent = tablesOf({ tables }, { weekIds, format: 'pickem' });
  expect(sent.tables).toMatchObject(
    expected.map(([name, from, to]) => ({ name, from: weekId(2026, from), to: weekId(2026, to), cents: 5000 })),
  );
  expect(sent.wrong).toEqual([]);
});

test('A side table of a new pool is not sent with a wrong prize, or with the name of another one', () => {
  const tables = drafts.map((table) => {
    if (table.name === 'Last place') return { ...table, prize: '20%' };
    return table.name === 'Second half' ? { ...table, name: ' monday  NIGHT' } : table;
  });
  expect(tablesOf({ tables }, { weekIds: weeks(1, 18), format: 'pickem' }).wrong).toEqual([
    'Second half',
    'Monday night',
    'Last place',
  ]);
});

test('A new pool has no more side tables than a pool can have, also if another format brings some back', () => {
  const own = weeks(1, MAX_SIDE_TABLES).flatMap((id) => {
    const table = ownTable({ weekIds: [id] });
    return table === null ? [] : [draftOf(table, id)];
  });
  const limits = { weekIds: weeks(1, 18), format: 'pickem' } as const;
  expect(tablesOf({ tables: [...drafts, ...own] }, limits).tables).toHaveLength(MAX_SIDE_TABLES);
});
