import { describe, expect, test } from 'vitest';
import type { AskedLife } from '#core/why/lives.ts';
import type { VisibleStandings } from './decided-week.ts';
import { survivorRecap } from './survivor-recap.ts';
import { entryLifeText, lostText, ownLifeText, survivorText } from './words.ts';

const weeks = ['2026-week1', '2026-week2', '2026-week3'];
const lost = (team: string): AskedLife => ({ result: 'lost', team });
const won = (team: string): AskedLife => ({ result: 'won', team });
const missed: AskedLife = { result: 'missed' };
const out: AskedLife = { result: 'out' };

/** Players with two lives each. */
const lives: Readonly<Record<string, readonly AskedLife[]>> = {
  Ann: [won('BUF'), won('KC'), lost('DAL')],
  Bob: [lost('NYG'), lost('DAL'), out],
  Cal: [won('BUF'), lost('DAL'), won('KC')],
  Dee: [lost('NYG'), missed, out],
  Eve: [lost('NYG'), lost('SEA'), out],
};

const standings: VisibleStandings = {
  weeks,
  finishedWeeks: weeks,
  rows: Object.entries(lives).map(([name, own]) => {
    const cost = own.filter(({ result }) => result === 'lost' || result === 'missed').length;
    const outWeekId = cost === 2 ? (weeks[own.findLastIndex(({ result }) => result !== 'out')] ?? null) : null;
    return {
      id: name,
      name,
      rank: 1,
      totalHalves: 0,
      halves: [0, 0, 0],
      survival: { lives: 2 - cost, outWeekId, weeks: own },
    };
  }),
};

const recapOf = (week: number, name: string, told = standings) =>
  survivorRecap(weeks[week - 1] ?? '', told, name, { lives: 2 });

test('a week of a survivor pool shows who went out, who is left, and what cost lives', () => {
  const recap = recapOf(2, 'Ann');
  expect(recap).toMatchObject({ stage: 'decided', before: 5, left: 2, missed: 1 });
  expect(survivorText(recap)).toBe('Knocked out: Bob, Dee and Eve. Still in: 2 of 5.');
  expect(lostText(recap, { lives: 2 })).toBe('Lives lost: DAL 2, SEA 1, no team 1.');
  expect(survivorText(recapOf(3, 'Ann'))).toBe('Nobody was knocked out. Still in: 2 of 2.');
  expect(lostText(recapOf(3, 'Ann'), { lives: 2 })).toBe('Lives lost: DAL 1.');
  expect(lostText(recap, { lives: 1 })).toBe('Players out: DAL 2, SEA 1, no team 1.');
  const nothing = { ...recap, lost: [], missed: 0 };
  expect(lostText(nothing, { lives: 1 })).toBe('Nobody went out.');
  expect(lostText(nothing, { lives: 2 })).toBe('Nobody lost a life.');
});

test.each([
  [1, 'Ann', "You're still in with 2 lives."],
  [1, 'Bob', "You're still in."],
  [2, 'Ann', "You're still in with 2 lives."],
  [2, 'Bob', "You're out."],
  [3, 'Ann', "You're still in."],
  [3, 'Bob', 'You were already out.'],
])('in week %i it tells %s: %s', (week, name, text) => {
  expect(ownLifeText(recapOf(week, name))).toBe(text);
});

test('shows who was bought back as out in the week that put them out, and as in after it', () => {
  const eve = { lives: 1, outWeekId: null, boughtBack: ['2026-week2'], weeks: [lost('NYG'), lost('SEA'), won('KC')] };
  const rows = standings.rows.map((row) => (row.name === 'Eve' ? { ...row, survival: eve } : row));
  const told = { ...standings, rows };
  expect(survivorText(recapOf(2, 'Eve', told))).toBe('Knocked out: Bob, Dee and Eve. Still in: 2 of 5.');
  expect([1, 2, 3].map((week) => recapOf(week, 'Eve', told).own?.lives)).toEqual([1, 0, 1]);
  expect(survivorText(recapOf(3, 'Eve', told))).toBe('Nobody was knocked out. Still in: 3 of 3.');
});

test('counts each of the two teams of a week', () => {
  const [first, second] = [lost('NYG'), lost('KC')];
  const two = { lives: 0, outWeekId: '2026-week2', weeks: [{ ...won('BUF'), second }, { ...first, second }, out] };
  const rows = standings.rows.map((row) => (row.name === 'Eve' ? { ...row, survival: two } : row));
  const of = (week: number) => recapOf(week, 'Eve', { ...standings, rows });
  expect(lostText(of(1), { lives: 2 })).toBe('Lives lost: NYG 2, KC 1.');
  expect([1, 2].map((week) => of(week).own?.lives)).toEqual([1, 0]);
  expect(of(2).own?.teams).toEqual([first, second]);
});

test('is to come until a game is over, and runs until all are', () => {
  const open = { ...standings, finishedWeeks: weeks.slice(0, 2) };
  expect(recapOf(3, 'Ann', open).stage).toBe('running');
  const rows = open.rows.map((row) => ({ ...row, halves: [0, 0, null] }));
  expect(recapOf(3, 'Ann', { ...open, rows }).stage).toBe('coming');
});

describe('A pool that is won', () => {
  const wonBy = (survivors: readonly string[], own: typeof lives) => {
    const rows = standings.rows
      .filter(({ name }) => name in own)
      .map((row) => {
        const played = own[row.name] ?? [];
        const lost = played.findIndex(({ result }) => result === 'lost');
        const survival = { lives: lost < 0 ? 1 : 0, outWeekId: weeks[lost] ?? null, weeks: played };
        return { ...row, survival };
      });
    return (week: number, name: string) =>
      survivorRecap(weeks[week - 1] ?? '', { ...standings, rows, survivors }, name, { lives: 1 });
  };

  test('by one names them in the week that put out the last other, and is over then', () => {
    const of = wonBy(['Ann'], { Ann: [won('BUF'), won('KC'), won('SF')], Bob: [won('KC'), lost('DAL'), out] });
    expect(survivorText(of(1, 'Ann'))).toBe('Nobody was knocked out. Still in: 2 of 2.');
    expect(survivorText(of(2, 'Ann'))).toBe('Knocked out: Bob. Ann won the pool.');
    expect(['Ann', 'Bob'].map((name) => ownLifeText(of(2, name)))).toEqual(['You won the pool!', "You're out."]);
    expect(['Ann', 'Bob'].map((name) => entryLifeText(of(2, name)))).toEqual(['Won the pool', 'Out']);
    expect([1, 2, 3].map((week) => of(week, 'Ann').wonIn)).toEqual([null, null, weeks[1]]);
  });

  test('stays won in its week, even if the winner no longer chooses teams', () => {
    const of = wonBy(['Ann'], { Ann: [won('BUF'), won('KC'), missed], Bob: [won('KC'), lost('DAL'), out] });
    expect(survivorText(of(2, 'Ann'))).toBe('Knocked out: Bob. Ann won the pool.');
    expect(of(3, 'Ann').wonIn).toBe(weeks[1]);
  });

  test('by all who went out last names them', () => {
    const of = wonBy(['Ann', 'Bob'], { Ann: [won('BUF'), lost('KC'), out], Bob: [won('KC'), lost('DAL'), out] });
    expect(survivorText(of(2, 'Ann'))).toBe('Knocked out: Ann and Bob. Ann and Bob share the win.');
    expect(ownLifeText(of(2, 'Bob'))).toBe('You share the win.');
    expect(entryLifeText(of(2, 'Bob'))).toBe('Shares the win');
  });

  test('by those left at the end of the season names them then', () => {
    const of = wonBy(['Ann', 'Bob'], {
      Ann: [won('BUF'), won('KC'), won('SF')],
      Bob: [won('KC'), won('DAL'), won('GB')],
    });
    expect(survivorText(of(2, 'Ann'))).toBe('Nobody was knocked out. Still in: 2 of 2.');
    expect(survivorText(of(3, 'Ann'))).toBe('Nobody was knocked out. Ann and Bob share the win.');
  });
});
