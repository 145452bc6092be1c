import { describe, expect, it } from 'vitest';
import type { GameReply } from '#contract/shapes.ts';
import { weekScale } from '#core/formats/confidence/confidence.ts';
import { defaultRules, rulesWith } from '#core/rules/pool-rules.ts';
import { withStyles } from '#core/teams.ts';
import { ownSlots } from '#tests/own-slots.ts';
import { columnsOf, ownLetters, ownRows, pickersOf, storedEntry } from './cells.ts';

const straight = defaultRules;
const line = rulesWith({ useSpread: true });

function game(gid: string, fields: Partial<GameReply> = {}): GameReply {
  return withStyles({
    gid,
    weekId: '2026-week1',
    kickoff: 0,
    timeTbd: false,
    lockAt: 0,
    status: 'Final',
    void: null,
    home: 'KC',
    away: 'BAL',
    homeScore: 24,
    awayScore: 20,
    spread: null,
    frozenSpread: null,
    lineSource: null,
    spreadNote: '',
    situation: '',
    weather: '',
    allowSpreadUpdate: true,
    allowTimeUpdate: true,
    setByAdmin: [],
    ...fields,
  });
}

describe('columnsOf', () => {
  it('keeps the index of each letter, even if a game is not loaded yet', () => {
    const columns = columnsOf(['g1', 'new', 'g2'], [game('g2'), game('g1')], straight);
    expect(columns.map(({ place, gid }) => [place, gid])).toEqual([
      [0, 'g1'],
      [2, 'g2'],
    ]);
  });

  it.each([
    ['a finished game', {}, straight, { home: 'correct', away: 'incorrect' }],
    ['a game that the line reverses', { spread: 6.5 }, line, { home: 'incorrect', away: 'correct' }],
    ['a game that has not begun', { status: 'Not Started' as const }, straight, { home: 'pending', away: 'pending' }],
    ['a cancelled game', { void: 'cancelled' as const }, straight, { home: 'none', away: 'none' }],
  ])('judges %s once for everyone', (_, fields, rules, results) => {
    expect(columnsOf(['g1'], [game('g1', fields)], rules)[0]?.results).toEqual(results);
  });

  it('knows who is ahead while a game runs', () => {
    expect(columnsOf(['g1'], [game('g1', { status: 'In Progress' })], straight)[0]?.leading).toBe('home');
    expect(columnsOf(['g1'], [game('g1')], straight)[0]?.leading).toBeNull();
  });
});

it("shows the viewer's picks in their row, including sealed ones", () => {
  const row = { id: 'e1', ownerId: 'u1', name: 'Sam', picks: 'h??-', weekHalves: 2, overallHalves: 18 };
  const picks = { g2: { side: 'away', bus: false }, g4: { side: 'home', bus: false } } as const;
  expect(ownLetters(row, ['g1', 'g2', 'g3', 'g4'], picks, straight)).toBe('ha?h');
  expect(ownLetters({ ...row, picks: 'x-' }, ['g1'], { g1: { ...picks.g4, auto: true } }, straight)).toBe('x');
  const bet = { g2: { ...picks.g2, best: true } };
  expect(ownLetters(row, ['g1', 'g2'], bet, rulesWith({ bestBets: 1 }))).toBe('hA');
  expect(ownLetters(row, ['g1', 'g2'], bet, straight)).toBe('ha');
});

it('excludes members without a counting pick from those who can win the week', () => {
  const row = (id: string, picks: string) => ({ id, ownerId: id, name: id, picks, weekHalves: 18, overallHalves: 18 });
  const rows = [row('ann', 'h--'), row('late', '---'), row('cid', '-?-'), row('dan', 'x--'), row('off', '--a')];
  const games = [game('one'), game('two'), game('off', { void: 'postponed' })];
  const columns = columnsOf(['one', 'two', 'off'], games, straight);
  expect(pickersOf(rows, columns).map(({ id }) => id)).toEqual(['ann', 'cid', 'dan']);
});

const WEEK = '2026-week1';
const row = (id: string, ownerId: string) => ({
  id,
  ownerId,
  name: id,
  picks: 'h?',
  weekHalves: 2,
  overallHalves: 2,
  values: [2, null],
});
const matchup = { games: ['g1', 'g2'], rows: [row('ann', 'ann'), row('ann2', 'ann'), row('bob', 'bob')] };
const second = storedEntry(
  {
    id: 'ann2',
    picks: ownSlots(
      { kind: 'pick', about: 'g1', value: null, revision: 2 },
      { kind: 'pick', about: 'g2', value: { side: 'away' }, revision: 1 },
      { kind: 'order', about: WEEK, value: { order: ['g2', 'g1'] }, revision: 1 },
    ),
  },
  WEEK,
);

it("shows the sealed picks of the viewer's entries, and of nobody else", () => {
  const first = { id: 'ann', picks: { g2: { side: 'home', bus: false } as const }, order: [] };
  const own = ownRows(matchup, [first, second], rulesWith({}), null);
  expect([...own].map(([id, { picks }]) => [id, picks])).toEqual([
    ['ann', 'hh'],
    ['ann2', 'ha'],
  ]);
});

it("gives games the values of each entry's order", () => {
  const game = { void: null, status: 'Not Started', lockAt: 0 } as const;
  const rules = rulesWith({ format: 'confidence' });
  const games = { g1: { gid: 'g1', ...game }, g2: { gid: 'g2', ...game } };
  const own = ownRows(matchup, [second], rules, { games, scale: weekScale(rules, '2026-week1') });
  expect(own.get('ann2')?.values).toEqual([2, 1]);
});

it('has no row for an entry that is not in the table yet', () => {
  expect(ownRows({ ...matchup, rows: [] }, [second], rulesWith({}), null).size).toBe(0);
});
