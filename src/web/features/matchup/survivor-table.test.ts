import { expect, it, test } from 'vitest';
import type { StandingsReply, Survival } from '#contract/standings.ts';
import { aGame } from '#tests/core-samples.ts';
import type { LiveScore } from '#web/parts/survivor/live-score.ts';
import { cellText, liveScores, survivorRows, winnersText } from './survivor-table.tsx';

const WEEKS = ['2026-week1', '2026-week2'];

function reply(rows: Record<string, Survival['weeks']>, survivors: string[] = []): StandingsReply {
  return {
    weeks: WEEKS,
    activeWeekId: WEEKS[1] ?? null,
    finishedWeeks: [],
    survivors,
    rows: Object.entries(rows).map(([id, weeks]) => ({
      id,
      ownerId: id,
      name: id.toUpperCase(),
      halves: [],
      totalHalves: 0,
      average: 0,
      rank: 1,
      survival: { lives: 1, outWeekId: null, wins: 0, weeks },
    })),
  };
}

it('shows sealed teams of each entry only to its owner', () => {
  const sealed: Survival['weeks'] = [
    { result: 'won', team: 'KC' },
    { result: 'open', made: true },
  ];
  const teams = new Map([
    ['2026-week1', 'KC'],
    ['2026-week2', 'BUF'],
  ]);
  const own = new Map([
    ['ann', teams],
    ['ann2', new Map([['2026-week2', 'SF']])],
  ]);
  const rows = survivorRows(reply({ ann: sealed, bob: sealed, ann2: sealed }), own);
  expect(rows.map(({ survival }) => survival.weeks[1]?.team)).toEqual(['BUF', undefined, 'SF']);
});

test.each<[Survival['weeks'][number], LiveScore | undefined, string, string]>([
  [{ result: 'won', team: 'KC' }, undefined, '', 'Won'],
  [{ result: 'lost', team: 'KC' }, undefined, '', 'Cost a life'],
  [{ result: 'missed' }, undefined, 'None', 'No team, cost a life'],
  [{ result: 'off', team: 'KC' }, undefined, 'Off', 'Called off, cost nothing'],
  [{ result: 'open' }, undefined, '–', 'No team yet'],
  [{ result: 'open', made: true }, undefined, 'Set', 'Team picked, hidden until its game locks'],
  [{ result: 'open', made: true, team: 'KC' }, undefined, '', 'Team chosen - waiting for result'],
  [{ result: 'open', team: 'KC' }, 'ahead', '', 'Team chosen - waiting for result. Winning right now'],
  [{ result: 'open', team: 'KC' }, 'level', 'Level', 'Level right now: a tie costs a life'],
  [{ result: 'open', team: 'KC' }, 'behind', 'Down', 'Losing right now'],
  [{ result: 'won', team: 'KC' }, 'behind', '', 'Won'],
])('%j, %s, reads %j: %s', (week, live, mark, sentence) => {
  expect(cellText(week, live, { lives: 2 })).toEqual({ mark, sentence });
});

test.each<[Survival['weeks'][number], LiveScore | undefined, Parameters<typeof cellText>[2], string, string]>([
  [{ result: 'lost', team: 'KC' }, undefined, { lives: 1 }, '', 'Went out'],
  [{ result: 'missed' }, undefined, { lives: 1 }, 'None', 'No team, went out'],
  [{ result: 'pending', team: 'KC' }, undefined, {}, '', 'Out, unless nobody is safe'],
  [{ result: 'open', team: 'KC' }, 'level', { lives: 1 }, 'Level', 'Level right now: a tie means elimination'],
  [{ result: 'won', team: 'KC' }, undefined, { goal: 'lose' }, '', 'Safe'],
  [{ result: 'won', team: 'KC' }, undefined, { survivorTie: 'wins' }, '', 'Safe'],
  [{ result: 'open', team: 'KC' }, 'ahead', { goal: 'lose' }, 'Up', 'Winning right now'],
  [
    { result: 'open', team: 'KC' },
    'behind',
    { goal: 'lose' },
    '',
    'Team chosen - waiting for result. Losing right now',
  ],
  [{ result: 'open', team: 'KC' }, 'level', { survivorTie: 'wins' }, 'Level', 'Level right now: a tie is safe'],
])('%j, %s, with %j reads %j: %s', (week, live, rules, mark, sentence) => {
  expect(cellText(week, live, rules)).toEqual({ mark, sentence });
});

it('knows the score of teams in running games', () => {
  const live = { status: 'In Progress' } as const;
  const games = [
    aGame({ ...live, home: 'KC', away: 'LV', homeScore: 3 }),
    aGame({ ...live, home: 'NE', away: 'BUF', awayScore: 7 }),
    aGame({ ...live, home: 'GB', away: 'CHI', homeScore: 7, awayScore: 7 }),
    aGame({ status: 'Final', home: 'SF', away: 'SEA', homeScore: 3 }),
    aGame({ ...live, home: 'NYJ', away: 'MIA', homeScore: 3, void: 'postponed' }),
  ];
  expect(Object.fromEntries(liveScores(games))).toEqual({
    KC: 'ahead',
    LV: 'behind',
    NE: 'behind',
    BUF: 'ahead',
    GB: 'level',
    CHI: 'level',
  });
});

test.each<[string[], string | null]>([
  [[], null],
  [['bob'], 'BOB won this pool.'],
  [['ann', 'bob', 'cid'], 'ANN, BOB and CID share the win.'],
])('with %j as winners says %j', (survivors, text) => {
  expect(winnersText(reply({ ann: [], bob: [], cid: [] }, survivors))).toBe(text);
});
