import { describe, expect, it } from 'vitest';
import type { OwnEntry } from '#contract/entries.ts';
import { entryToFill, entryToOpen, entryWeek } from './entries.tsx';

function entry(id: string, more: Partial<OwnEntry> = {}): OwnEntry {
  return { id, name: id, joinedAt: 1, picks: {}, guesses: {}, weeks: {}, ...more };
}

const picks = { g1: { side: 'home', revision: 1 } } as const;
const takenBack = { g1: { side: null, revision: 2 } } as const;
const weeks = { w1: { entry: { gid: 'g1', team: 'KC' }, revision: 1 } };

describe('The entry to fill', () => {
  it.each<readonly [string, OwnEntry[], string | undefined]>([
    ['is none without entries', [], undefined],
    ['is none if all are equal', [entry('a', { picks }), entry('b', { picks })], undefined],
    ['is the first with fewer picks', [entry('a', { picks }), entry('b'), entry('c')], 'b'],
    ['does not count a cleared pick', [entry('a', { picks: takenBack }), entry('b', { picks })], 'a'],
    ['is never an eliminated one', [entry('a', { weeks }), entry('b', { outWeekId: 'w1' }), entry('c')], 'c'],
    ['counts orders and teams', [entry('a'), entry('b', { weeks })], 'a'],
  ])('%s', (_, entries, id) => {
    expect(entryToFill(entries)?.id).toBe(id);
  });
});

describe('The entry to open', () => {
  const mine = [entry('a', { picks }), entry('b'), entry('c', { picks })];
  it.each<readonly [string, readonly (string | null | undefined)[], string, boolean]>([
    ['is the one in the address', ['c', 'a', 'a'], 'c', true],
    ['is the one of this visit, though another lacks picks', [undefined, 'c', 'a'], 'c', true],
    ['is the last one on this device, though another lacks picks', [undefined, null, 'a'], 'a', true],
    ["is none that is not the person's", ['x', 'x', 'a'], 'a', true],
    ['is the first that lacks picks if none is known', [undefined, null, 'x'], 'b', false],
  ])('%s', (_, wanted, id, isKnown) => {
    expect(entryToOpen(mine, wanted)).toEqual({ entry: mine.find((each) => each.id === id), isKnown });
  });
});

it("An entry's week has its picks and the other choices of that week", () => {
  const guess = { gid: 'g1', guess: 41, revision: 1 };
  const own = entry('a', { picks, weeks, guesses: { w1: guess }, used: { w2: { KC: 'w1' } }, outWeekId: 'w2' });
  const always = { picks, outWeekId: 'w2', hasSecondChance: false };
  expect(entryWeek(own, 'w1')).toEqual({ ...always, guess, entry: weeks.w1, used: undefined });
  expect(entryWeek(own, 'w2')).toEqual({ ...always, guess: undefined, entry: undefined, used: { KC: 'w1' } });
  expect(entryWeek({ ...own, secondChance: ['w3'] }, 'w3').hasSecondChance).toBe(true);
  expect(entryWeek(undefined, 'w1').picks).toEqual({});
});
