import { expect, test } from 'vitest';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { memberFacts } from './member-facts.tsx';

const ann = [{ id: 'a', name: 'Ann' }];
const both = [...ann, { id: 'b', name: 'Ann 2' }];
const pool = { activeWeekId: '2026-week9', rules: rulesWith({}) };
const standings = { rows: [{ id: 'a', rank: 14, totalHalves: 130 }, { id: 'b' }] } as never;
const missing = (...ids: string[]) =>
  ({ openGames: 8, entries: ids.map((id) => ({ id, missing: 3, lacksOrder: false })) }) as never;
const money = (paid: number, due = 2000) =>
  ({
    entries: [
      { id: 'a', due, paid },
      { id: 'b', due: 2000, paid: 2500 },
    ],
  }) as never;

test.each<[string, Parameters<typeof memberFacts>, readonly string[]]>([
  [
    'stands, has not picked and has not paid',
    [ann, pool, { standings, missing: missing('a'), money: money(500) }],
    ['14th, 65 points', 'Week 9: 3 open games not picked !', '$15 to pay !'],
  ],
  [
    'has picked and paid',
    [ann, pool, { standings, missing: missing(), money: money(2000) }],
    ['14th, 65 points', 'Week 9: all picked', 'Fee paid'],
  ],
  [
    'owes nothing',
    [ann, pool, { standings, missing: missing(), money: money(0, 0) }],
    ['14th, 65 points', 'Week 9: all picked'],
  ],
  [
    'plays with two entries: no place, and what both lack; the overpayment of one does not pay the other',
    [both, pool, { standings, missing: missing('a', 'b'), money: money(0) }],
    ['Week 9: 6 open games not picked !', '$20 to pay !'],
  ],
  [
    'is out',
    [ann, pool, { standings: { rows: [{ id: 'a', survival: { outWeekId: '2026-week3' } }] } as never }],
    ['Out in Week 3'],
  ],
  ['does not play', [[], pool, { standings, missing: missing(), money: money(0) }], []],
  ['is shown before anything is known', [ann, pool, {}], []],
])('A member who %s', (_, asked, lines) => {
  expect(memberFacts(...asked).map(({ text, isOpen }) => (isOpen ? `${text} !` : text))).toEqual(lines);
});
