import { describe, expect, it } from 'vitest';
import type { SlotKind, SlotPick } from './pick.ts';
import type { SlotWeek } from './slots.ts';
import {
  emptyValue,
  gameOf,
  isTakenBack,
  opensAt,
  parseSlotValue,
  parseWish,
  reveal,
  textOf,
  weekOf,
} from './slots.ts';

const WEEK = '2026-week1';
const NEVER = Number.POSITIVE_INFINITY;

/** Game g1 locks at 10 and g2, the tiebreak, at 20; g3 of another week at 5. The whole week is locked at 30. */
const week: SlotWeek = {
  lockOf: (gid) => ({ g1: 10, g2: 20, g3: 5 })[gid],
  wholeLock: 30,
  tiebreakGid: 'g2',
};

const side: SlotPick = { kind: 'pick', about: 'g1', value: { side: 'home', best: true }, revision: 4 };
const guess: SlotPick = { kind: 'guess', about: WEEK, value: { gid: 'g2', total: 41 }, revision: 4 };
const order: SlotPick = { kind: 'order', about: WEEK, value: { order: ['g2', 'g1'] }, revision: 4 };
const team: SlotPick = { kind: 'team', about: `${WEEK}:2`, value: { gid: 'g1', team: 'PHI' }, revision: 4 };
const noGuess: SlotPick = { ...guess, value: { gid: 'g2', total: null } };

describe('A pick opens', () => {
  it.each<[string, SlotPick, number]>([
    ['with its game', side, 10],
    ['with its game, taken back too', { ...side, value: null }, 10],
    ['never, of a game that the pool does not have', { ...side, about: 'g9' }, NEVER],
    ['with the tiebreak game, a guess', guess, 20],
    ['with the tiebreak game, a guess that was taken back', noGuess, 20],
    ['with the whole week, a guess of another game', { ...guess, value: { gid: 'g1', total: 41 } }, 30],
    ['with the whole week, an order', order, 30],
    ['with the whole week, an order that was taken back', { ...order, value: null }, 30],
    ['with the game of the team', team, 10],
    ['with its game of another week, a team', { ...team, value: { gid: 'g3', team: 'PHI' } }, 5],
    ['with the whole week, a team that was taken back', { ...team, value: null }, 30],
  ])('%s', (_when, pick, at) => {
    expect(opensAt(pick, week)).toBe(at);
  });

  it.each([side, guess, order, team])('and shows its value from then on, and never its revision: %j', (pick) => {
    const { kind, about, value } = pick;
    const at = opensAt(pick, week);
    expect(reveal(pick, week, at - 1)).toEqual({ kind, about, value: null, isSealed: true });
    expect(reveal(pick, week, at)).toEqual({ kind, about, value, isSealed: false });
  });

  it.each([{ ...side, value: null }, noGuess, { ...team, value: null }])('as none, if taken back: %j', (pick) => {
    expect(reveal(pick, week, 0)).toMatchObject({ value: null, isSealed: false });
  });
});

it.each<[SlotPick, string | null, string | null, object | null]>([
  [side, 'g1', 'home best', null],
  [guess, 'g2', 'g2 41', { gid: 'g2', total: null }],
  [noGuess, 'g2', null, { gid: 'g2', total: null }],
  [order, null, 'g2 g1', null],
  [team, 'g1', 'g1 PHI', null],
  [{ ...team, value: null }, null, null, null],
])('%j is about a game, has a text, and can be taken back', (pick, gid, text, empty) => {
  expect([gameOf(pick), textOf(pick), emptyValue(pick)]).toEqual([gid, text, empty]);
  expect(isTakenBack(pick)).toBe(text === null);
});

it.each<[SlotPick, string | undefined]>([
  [side, 'the week of g1'],
  [guess, WEEK],
  [order, WEEK],
  [team, WEEK],
  // Only teams have a second slot in a week.
  [{ ...guess, about: `${WEEK}:2` }, `${WEEK}:2`],
  [{ ...order, about: `${WEEK}:2` }, `${WEEK}:2`],
])('%j is of a week', (pick, expected) => {
  expect(weekOf(pick, (gid) => `the week of ${gid}`)).toBe(expected);
});

describe('A stored value', () => {
  it.each<[SlotKind, object]>([
    ['pick', { side: 'away' }],
    ['pick', { side: 'home', best: true, auto: true }],
    ['guess', { gid: 'g1', total: 0 }],
    ['guess', { gid: 'g1', total: null, cleared: true }],
    ['order', { order: ['g1', 'g2'] }],
    ['order', { order: [] }],
    ['team', { gid: 'g1', team: 'KC', auto: true }],
  ])('of a %s is read: %j', (kind, value) => {
    expect(parseSlotValue(kind, { ...value })).toEqual(value);
  });

  it.each<[SlotKind, object]>([
    ['pick', {}],
    ['pick', { side: 'left' }],
    ['pick', { side: 'home', best: false }],
    ['pick', { side: 'home', cleared: true }],
    ['pick', { side: 'home', extra: 1 }],
    ['guess', { gid: 'g1', total: 201 }],
    ['guess', { gid: 'g1', total: 1.5 }],
    ['guess', { gid: ['g1'], total: 1 }],
    ['guess', { total: 1 }],
    ['order', { order: ['g1', 'g1'] }],
    ['order', { order: ['g1', 2] }],
    ['team', { gid: ['g1'], team: 'KC' }],
    ['team', { gid: 'g1', team: 'KC', best: true }],
  ])('of a %s is not one: %j', (kind, value) => {
    expect(parseSlotValue(kind, { ...value })).toBeNull();
  });
});

it.each([
  { kind: 'order', about: WEEK, value: { order: [] } },
  { kind: 'order', about: WEEK, value: null },
  { kind: 'guess', about: WEEK, value: null },
  { kind: 'team', about: WEEK, value: { gid: 'g1', team: 'KC', best: true } },
  { kind: 'pick', about: 'two words', value: null },
  { kind: 'toString', about: 'g1', value: null },
])('nobody can ask for this: %j', (wish) => {
  expect(parseWish(wish)).toBeNull();
});

it('a wish has only the fields that it may have', () => {
  const asked = { kind: 'pick', about: 'g1', value: { side: 'home', best: false, auto: true }, basedOn: 3 };
  expect(parseWish(asked)).toEqual({ kind: 'pick', about: 'g1', value: { side: 'home', best: false } });
});
