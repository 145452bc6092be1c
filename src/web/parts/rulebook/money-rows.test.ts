import { expect, test } from 'vitest';
import { defaultRules } from '#core/rules/pool-rules.ts';
import { readyMadeTables } from '#core/side-tables.ts';
import { weekId } from '#core/weeks.ts';
import { tablesOf } from './money-rows.tsx';

const weeks = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => weekId(2026, from + at));

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
  const chosen = readyMadeTables(weeks(1, 18)).filter(({ name }) => ['Second half', 'Monday night'].includes(name));
  const tables = chosen.map((terms) => ({ terms, prize: '50' }));
  const sent = tablesOf({ tables }, defaultRules, weekIds);
  expect(sent).toMatchObject(
    expected.map(([name, from, to]) => ({ name, from: weekId(2026, from), to: weekId(2026, to), cents: 5000 })),
  );
});
