import { describe, expect, test } from 'vitest';
import type { WeekRecap } from '#core/recap/recap.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { CountedPicks } from '#core/types.ts';
import { aFinal, aGame, away, HOUR, home, SUNDAY_1PM, straightUp } from '#tests/core-samples.ts';
import { fileName } from './picture.ts';
import type { PicturedEntry } from './pictures.ts';
import {
  ownWeekPicture,
  recapPicture,
  standingsPicture,
  survivorRecapPicture,
  weekStandingsPicture,
  yearPicture,
} from './pictures.ts';

const pool = 'Sunday Crew';
const weeks = ['2026-week1', '2026-week2', '2026-week3'];

/** Entries with 30, 28, 26 ... points, half of them in the first week; the owner of each has its id. */
function entries(count: number): PicturedEntry[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `e${at + 1}`,
    ownerId: `e${at + 1}`,
    name: `Player ${at + 1}`,
    rank: at + 1,
    totalHalves: 60 - 4 * at,
    halves: [30 - 2 * at, null, null],
  }));
}

function standingsOf(count: number, finishedWeeks: readonly string[] = ['2026-week1']) {
  return { weeks, finishedWeeks, rows: entries(count) };
}

describe('The standings on a picture', () => {
  test.each([
    ['e3', 10, 'e3', false],
    ['e11', 11, 'e11', false],
    ['e14', 11, 'e14', true],
    ['nobody', 10, undefined, false],
  ])('have the first ten, and the own row of %s: %i rows', (viewer, count, own, isApart) => {
    const { rows } = standingsPicture({ pool, standings: standingsOf(14), viewer });
    expect(rows).toHaveLength(count);
    expect(rows.slice(0, 10).map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(rows.filter(({ isOwn }) => isOwn).map(({ rank }) => `e${rank}`)).toEqual(own ? [own] : []);
    expect(rows.at(-1)?.isApart).toBe(isApart);
  });

  test.each([
    [['2026-week1'], 'Standings', 'After Week 1'],
    [[], 'Standings', 'Week 1 so far'],
    [weeks, 'Final standings', ''],
  ])('after the decided weeks %j: %s, %s', (finished, title, subtitle) => {
    expect(standingsPicture({ pool, standings: standingsOf(3, finished), viewer: '' })).toMatchObject({
      title,
      subtitle,
    });
  });

  test('of a survivor pool have lives, who is out and since when, and medals for its winners only', () => {
    const standings = standingsOf(3);
    const survival = { lives: 2, outWeekId: null, weeks: [] };
    const rows = standings.rows.map((row, at) => ({
      ...row,
      survival: at === 2 ? { ...survival, lives: 0, outWeekId: '2026-week1' } : survival,
    }));
    const open = standingsPicture({ pool, standings: { ...standings, rows }, viewer: 'e2' });
    expect(open.hero).toMatchObject({ label: 'Still in', text: '2 of 3' });
    expect(open.rows.map(({ value, hasMedal }) => [value, hasMedal])).toEqual([
      ['2 lives', false],
      ['2 lives', false],
      ['Out in Week 1', false],
    ]);
    const won = standingsPicture({ pool, standings: { ...standings, rows, survivors: ['e1'] }, viewer: 'e2' });
    expect(won).toMatchObject({ title: 'Final standings', hero: null });
    expect(won.rows[0]).toMatchObject({ value: 'Won the pool', hasMedal: true });
  });
});

test('The standings of a week name its winners, and leave out who does not play it', () => {
  const standings = { ...standingsOf(3), winners: { '2026-week1': [{ id: 'e2' }] } };
  const rows = standings.rows.map((row) => (row.id === 'e3' ? { ...row, halves: [null, null, null] } : row));
  const shown = weekStandingsPicture({ pool, standings: { ...standings, rows }, viewer: 'e2', weekId: '2026-week1' });
  expect(shown).toMatchObject({ title: 'Week 1', hero: { label: 'Winner', text: 'Player 2', isWin: true } });
  expect(shown.rows.map(({ name, value, hasMedal }) => [name, value, hasMedal])).toEqual([
    ['Player 1', '15', false],
    ['Player 2', '14', true],
  ]);
});

test("A week's recap has the scores that the page lists: the first five, and those of the viewer", () => {
  const scores = entries(9).map(({ id, name, rank, halves }) => ({
    ...{ id, name, rank, halves: halves[0] ?? 0 },
    ...{ medal: null, isLast: false },
  }));
  const recap: WeekRecap = {
    ...{ ownOf: () => null, weekId: '2026-week1', stage: 'decided', scores },
    ...{ best: ['Player 1'], bestIds: ['e1'], bestHalves: 30 },
  };
  const own = { halves: 18, rank: 7, of: 9, place: 4, up: 2, bestCall: null, costliest: null };
  const shown = recapPicture({ pool, recap, own, mine: new Set(['e7']), rules: straightUp });
  expect(shown.hero).toMatchObject({ label: 'Winner', text: 'Player 1', note: 'with 15 points' });
  expect(shown.rows.map(({ name }) => name).join()).toBe('Player 1,Player 2,Player 3,Player 4,Player 5,Player 7');
  expect(shown.rows.at(-1)).toMatchObject({ isOwn: true, isApart: true });
  expect(shown.facts).toEqual([{ label: 'My week', text: '7th of 9', note: 'Up 2 places to 4th in the pool.' }]);
});

test("A survivor pool's recap names who is out, and the teams that cost lives", () => {
  const recap = {
    ...({ stage: 'decided', out: ['Ann', 'Bob'], before: 9, left: 7, winners: [], wonIn: null, own: null } as const),
    ...{ lost: [{ team: 'KC', by: 3 }], missed: 1 },
  };
  const pictured = (lives: 1 | 2) =>
    survivorRecapPicture({ pool, rules: { lives }, weekId: '2026-week1', recap, plays: true });
  const shown = pictured(2);
  expect([pictured(1).unit, shown.unit]).toEqual(['Players out', 'Lives lost']);
  expect(shown.hero).toMatchObject({ label: 'Knocked out', text: 'Ann and Bob', note: '7 of 9 still in' });
  expect(shown.rows.map(({ name, value }) => [name, value])).toEqual([
    ['Kansas City Chiefs', '3'],
    ['No team', '1'],
  ]);
  expect(shown.facts).toEqual([{ label: 'My week', text: 'Already out', note: '' }]);
});

describe('An own week on a picture', () => {
  const games = [
    aFinal(20, 24, { gid: 'g1', home: 'BUF', away: 'KC' }),
    aFinal(31, 10, { gid: 'g2', home: 'NYG', away: 'DAL' }),
    aGame({ gid: 'g3', home: 'CHI', away: 'GB', status: 'In Progress', homeScore: 7 }),
    aGame({ gid: 'g4', home: 'SEA', away: 'LAR', kickoff: SUNDAY_1PM + 8 * HOUR }),
  ];
  const picks: CountedPicks = { g1: home, g2: { ...home, auto: true }, g3: { ...away, value: 12 }, g4: home };
  const input = { pool, name: 'Ann', weekId: '2026-week1', games, rules: straightUp, now: SUNDAY_1PM + 4 * HOUR };

  test('has marks of games that are over, and no score of one that is played', () => {
    const shown = ownWeekPicture({ ...input, picks });
    expect(shown.hero).toMatchObject({ label: 'Ann', text: '1 right, 1 wrong' });
    expect(shown.rows.map(({ name, value, mark }) => [name, value, mark])).toEqual([
      ['KC 20, BUF 24', 'BUF', 'right'],
      ['DAL 31, NYG 10', 'NYG (auto)', 'wrong'],
      ['GB at CHI', 'GB · 12', null],
    ]);
    expect(shown.foot).toBe('1 game to come');
  });

  test('is the same whatever is picked of open games', () => {
    const { g4: _, ...locked } = picks;
    const other: CountedPicks = { ...locked, g4: { ...away, value: 3 } };
    const shown = ownWeekPicture({ ...input, picks });
    expect(ownWeekPicture({ ...input, picks: locked })).toEqual(shown);
    expect(ownWeekPicture({ ...input, picks: other })).toEqual(shown);
    expect(JSON.stringify(shown)).not.toMatch(/SEA|LAR/);
  });

  test('says the line that decided a pick', () => {
    const rules = rulesWith({ useSpread: true });
    const shown = ownWeekPicture({ ...input, games: [aFinal(20, 24, { spread: 6.5 })], picks: { g1: home }, rules });
    expect(shown.rows[0]).toMatchObject({ name: 'DAL 20, PHI 24 · Line: PHI by 6.5', mark: 'wrong' });
  });

  test('counts picks that are half right', () => {
    const rules = rulesWith({ tie: 'half' });
    const shown = ownWeekPicture({ ...input, games: [aFinal(20, 20)], picks: { g1: home }, rules });
    expect(shown.hero?.text).toBe('0 right, 0 wrong, 1 half right');
    expect(shown.rows[0]?.mark).toBe('half');
  });
});

describe('A year on a picture', () => {
  const table = [
    { place: 1, name: 'Ann', person: 'ann', points: 101.5 },
    { place: 1, name: 'Bob', person: 'bob', points: 101.5 },
    { place: 3, name: 'Cal', person: 'cal', points: null },
  ];
  const year = { year: 2025, pool: { name: 'Last Year' }, isOver: true, weeks: 18, table };

  test('names its champions, and has its final table', () => {
    const shown = yearPicture({ pool, year, viewer: 'bob' });
    expect(shown).toMatchObject({ pool: 'Last Year', title: '2025 champions', foot: '' });
    expect(shown.hero).toMatchObject({ label: 'Champions', text: 'Ann and Bob', isWin: true });
    expect(shown.rows.map(({ name, value, isOwn }) => [name, value, isOwn])).toEqual([
      ['Ann', '101.5', false],
      ['Bob', '101.5', true],
      ['Cal', '', false],
    ]);
  });

  test('has no champion while the season is played, and says that a table was typed', () => {
    const open = yearPicture({ pool, year: { ...year, isOver: false, weeks: 8 }, viewer: '' });
    expect(open).toMatchObject({ title: '2025 season', subtitle: 'After 8 weeks', hero: null });
    const typed = yearPicture({ pool, year: { ...year, pool: null }, viewer: '' });
    expect(typed).toMatchObject({ pool, foot: 'Entered by a commissioner' });
  });
});

test.each([
  ['Sunday Crew', 'Week 8 recap', 'pickem-sunday-crew-week-8-recap.png'],
  ['Zoë & 田中 / ../..', '2025 champion', 'pickem-zoë-田中-2025-champion.png'],
  ['🏈', 'standings', 'pickem-standings.png'],
])('A picture of the pool %s, %s, is the file %s', (name, what, file) => {
  expect(fileName({ pool: name, what })).toBe(file);
});
