import { expect, test } from 'vitest';
import type { UseRules } from './survivor.ts';
import type { ShownTeams } from './team-counts.ts';
import { teamCounts } from './team-counts.ts';

const weeks = ['2026-week1', '2026-week2', '2026-week3'];
const won = (team: string) => ({ result: 'won', team }) as const;
const open = { result: 'open' } as const;

/** Me, Ann and Bob after Week 1; of Week 2, one game has locked. */
const rows: ShownTeams[] = [
  { id: 'me', weeks: [won('KC'), open, open] },
  { id: 'ann', weeks: [won('KC'), { ...open, team: 'BUF' }, open] },
  { id: 'bob', weeks: [{ result: 'lost', team: 'NYJ' }, open, open] },
];
const own = new Map([
  [
    'me',
    new Map([
      ['2026-week1', 'KC'],
      ['2026-week2', 'SF'],
      ['2026-week3', 'BUF'],
    ]),
  ],
]);

test.each<[string, string, ShownTeams[], Record<string, number>, Record<string, number>]>([
  ['those that locked, and own ones of other weeks', '2026-week2', rows, { BUF: 1 }, { KC: 2, NYJ: 1, BUF: 1 }],
  ['a week to come: nobody has a team', '2026-week3', rows, {}, { KC: 2, NYJ: 1, BUF: 1, SF: 1 }],
  ['no team whose game is off', '2026-week2', [{ id: 'ann', weeks: [{ result: 'off', team: 'KC' }] }], {}, {}],
  [
    'second teams',
    '2026-week2',
    [
      {
        id: 'ann',
        weeks: [
          { ...won('KC'), second: won('SF') },
          { ...won('DAL'), second: { ...open, team: 'SF' } },
        ],
      },
    ],
    { DAL: 1, SF: 1 },
    { KC: 1, SF: 1 },
  ],
])('the teams of a survivor pool count %s', (_, weekId, those, chosen, used) => {
  const counts = teamCounts(weeks, those, weekId, own);
  expect(Object.fromEntries(counts.chosen)).toEqual(chosen);
  expect(Object.fromEntries(counts.used)).toEqual(used);
});

test.each<[string, UseRules, Record<string, number>]>([
  ['2026-week2', {}, { KC: 1, SF: 1 }],
  ['2026-week4', {}, { KC: 1, BUF: 1, SF: 1 }],
  ['2026-week4', { teamsAgainAfter: 2 }, { SF: 1 }],
  ['2026-wild-card', {}, {}],
])('in %s with %o, uses are counted of its own phase only', (weekId, rules, used) => {
  const ids = ['2026-week1', '2026-week2', '2026-week3', '2026-week4', '2026-wild-card'];
  const ann = { id: 'ann', weeks: [won('KC'), won('BUF'), won('SF'), open, open] };
  expect(Object.fromEntries(teamCounts(ids, [ann], weekId, new Map(), rules).used)).toEqual(used);
});
