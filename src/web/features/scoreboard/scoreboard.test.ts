import { expect, it } from 'vitest';
import type { StandingsReply } from '#contract/standings.ts';
import { rankedRows } from './ranked-rows.ts';
import { placeText } from './score-cards.tsx';
import { tiebreakNotes, winnersByWeek, wonText } from './week-winners.ts';

function row(id: string, halves: (number | null)[]) {
  const totalHalves = halves.reduce<number>((sum, score) => sum + (score ?? 0), 0);
  return { id, ownerId: id, name: id, halves, totalHalves, average: 0, rank: 0 };
}

const standings: StandingsReply = {
  weeks: ['2026-week1', '2026-week2', '2026-week3'],
  activeWeekId: '2026-week2',
  finishedWeeks: ['2026-week1'],
  rows: [row('ann', [9, 4, null]), row('bob', [9, 6, null]), row('cat', [3, 1, null])],
};

it('marks the winners of finished weeks only, all of them when tied', () => {
  expect(winnersByWeek(standings).map((winners) => [...winners.keys()])).toEqual([['ann', 'bob'], [], []]);
});

it('gives no week to a player who joined after it', () => {
  const joined = { ...row('dot', [9, 0, null]), late: ['2026-week1'] };
  const winners = winnersByWeek({ ...standings, rows: [...standings.rows, joined] });
  expect([...(winners[0]?.keys() ?? [])]).toEqual(['ann', 'bob']);
});

it.each([
  ['behind the leader', [20, 12], 2, '2nd, 4 behind'],
  ['ahead of the next', [12, 19], 1, '1st, 3.5 ahead'],
  ['tied with the leader', [12, 12], 1, '1st, tied'],
  ['alone', [12], 1, '1st'],
])("says the viewer's place %s", (_, totals, rank, text) => {
  const rows = totals.map((total, at) => ({ ...row(`p${at}`, [total]), rank }));
  const own = rows.at(-1);
  expect(own && placeText(own, rows)).toBe(text);
});

it('marks medals and the last place of the rows as the server ranks them', () => {
  const [ann, bob, cat] = standings.rows.map((each, at) => ({ ...each, rank: [2, 1, 3][at] ?? 0 }));
  const ranked = rankedRows([bob, ann, cat].flatMap((each) => each ?? []));
  expect(ranked.map(({ id, rank, medal, isLast }) => [id, rank, medal, isLast])).toEqual([
    ['bob', 1, 'trophy', false],
    ['ann', 2, 'silver', false],
    ['cat', 3, 'bronze', true],
  ]);
});

it("uses the server's winners in a pool with a tiebreak", () => {
  const won = { id: 'bob', guess: 43, difference: -2 };
  const winners = winnersByWeek({ ...standings, winners: { '2026-week1': [won] } });
  expect(winners.map((week) => [...week.values()])).toEqual([[won], [], []]);
  expect(tiebreakNotes({ ...standings, winners })).toEqual(['Week 1: bob won on the tiebreak: 43, off by 2']);
});

it.each([
  ['Won the week', {}],
  ['Won the week on the tiebreak: 43, off by 2', { guess: 43, difference: -2 }],
  ['Won the week on the tiebreak: 45, off by 2', { guess: 45, difference: 2 }],
  ['Won the week on the tiebreak: 43, right on', { guess: 43, difference: 0 }],
])('says %s', (text, won) => {
  expect(wonText({ id: 'bob', ...won })).toBe(text);
});
