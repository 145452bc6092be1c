import { describe, expect, it } from 'vitest';
import type { OwnEntry } from '#contract/entries.ts';
import { ownSlots } from '#tests/own-slots.ts';
import { entryToFill, entryToOpen, entryWeek } from './entries.tsx';

function entry(id: string, more: Partial<OwnEntry> = {}): OwnEntry {
  return { id, name: id, joinedAt: 1, picks: {}, ...more };
}

const picks = ownSlots({ kind: 'pick', about: 'g1', value: { side: 'home' }, revision: 1 });
const takenBack = ownSlots({ kind: 'pick', about: 'g1', value: null, revision: 2 });
const teams = ownSlots({ kind: 'team', about: 'w1', value: { gid: 'g1', team: 'KC' }, revision: 1 });
const guesses = ownSlots({ kind: 'guess', about: 'w1', value: { gid: 'g1', total: 41 }, revision: 1 });

describe('The entry to fill', () => {
  it.each<readonly [string, OwnEntry[], string | undefined]>([
    ['is none without entries', [], undefined],
    ['is none if all are equal', [entry('a', { picks }), entry('b', { picks })], undefined],
    ['is the first with fewer picks', [entry('a', { picks }), entry('b'), entry('c')], 'b'],
    ['does not count a cleared pick', [entry('a', { picks: takenBack }), entry('b', { picks })], 'a'],
    ['is never an eliminated one', [entry('a', { picks: teams }), entry('b', { outWeekId: 'w1' }), entry('c')], 'c'],
    ['counts orders and teams', [entry('a'), entry('b', { picks: teams })], 'a'],
    ['does not count guesses', [entry('a'), entry('b', { picks: guesses })], undefined],
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

it("An entry's week has all its picks, and the teams that it cannot choose", () => {
  const own = entry('a', { picks, used: { w2: { KC: 'w1' } }, outWeekId: 'w2' });
  const always = { picks, outWeekId: 'w2', hasSecondChance: false };
  expect(entryWeek(own, 'w1')).toEqual({ ...always, used: undefined });
  expect(entryWeek(own, 'w2')).toEqual({ ...always, used: { KC: 'w1' } });
  expect(entryWeek({ ...own, secondChance: ['w3'] }, 'w3').hasSecondChance).toBe(true);
  expect(entryWeek(undefined, 'w1').picks).toEqual({});
});
