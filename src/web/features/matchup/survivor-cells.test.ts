import { expect, it, test } from 'vitest';
import type { StandingsReply, Survival } from '#contract/scores.ts';
import { aGame } from '#tests/core-samples.ts';
import { cellText, leadingTeams, survivorRows, winnersText } from './survivor-cells.ts';

const WEEKS = ['2026-week1', '2026-week2'];

function reply(rows: Record<string, Survival['weeks']>, survivors: string[] = []): StandingsReply {
  return {
    weeks: WEEKS,
    activeWeekId: WEEKS[1] ?? null,
    finishedWeeks: [],
    survivors,
    rows: Object.entries(rows).map(([id, weeks]) => ({
      id,
      name: id.toUpperCase(),
      halves: [],
      totalHalves: 0,
      average: 0,
      rank: 1,
      survival: { lives: 1, outWeekId: null, wins: 0, weeks },
    })),
  };
}

it('shows a sealed team to its owner alone', () => {
  const sealed: Survival['weeks'] = [
    { result: 'won', team: 'KC' },
    { result: 'open', made: true },
  ];
  const teams = new Map([
    ['2026-week1', 'KC'],
    ['2026-week2', 'BUF'],
  ]);
  const rows = survivorRows(reply({ ann: sealed, bob: sealed }), { playerId: 'ann', teams });
  expect(rows.map(({ survival }) => survival.weeks[1]?.team)).toEqual(['BUF', undefined]);
});

test.each<[Survival['weeks'][number], boolean, string, string]>([
  [{ result: 'won', team: 'KC' }, false, '', 'Won'],
  [{ result: 'lost', team: 'KC' }, false, '', 'Cost a life'],
  [{ result: 'missed' }, false, 'None', 'No team, cost a life'],
  [{ result: 'off', team: 'KC' }, false, 'Off', 'Called off, cost no life'],
  [{ result: 'open' }, false, '–', 'No team yet'],
  [{ result: 'open', made: true }, false, 'Set', 'Team chosen, sealed until its game locks'],
  [{ result: 'open', made: true, team: 'KC' }, false, '', 'Team chosen - waiting for result'],
  [{ result: 'open', team: 'KC' }, true, '', 'Winning right now'],
])('%j, ahead: %s, reads %j: %s', (week, leading, mark, told) => {
  expect(cellText(week, leading)).toEqual({ mark, told });
});

it('knows the teams that are ahead in running games', () => {
  const live = { status: 'In Progress' } as const;
  const games = [
    aGame({ ...live, home: 'KC', away: 'LV', homeScore: 3 }),
    aGame({ ...live, home: 'NE', away: 'BUF', awayScore: 7 }),
    aGame({ ...live, home: 'GB', away: 'CHI', homeScore: 7, awayScore: 7 }),
    aGame({ status: 'Final', home: 'SF', away: 'SEA', homeScore: 3 }),
    aGame({ ...live, home: 'NYJ', away: 'MIA', homeScore: 3, void: 'postponed' }),
  ];
  expect([...leadingTeams(games)]).toEqual(['KC', 'BUF']);
});

test.each<[string[], string | null]>([
  [[], null],
  [['bob'], 'BOB won this pool.'],
  [['ann', 'bob', 'cid'], 'ANN, BOB and CID share the win.'],
])('with %j as winners says %j', (survivors, text) => {
  expect(winnersText(reply({ ann: [], bob: [], cid: [] }, survivors))).toBe(text);
});
