import { describe, expect, it } from 'vitest';
import type { Known } from './receipt-words.ts';
import { changeText, correctionTitle, momentText, namesFrom } from './receipt-words.ts';

const ruth = '3fa91c2b7d10e5a49c013fa91c2b7d10';
const quinn = '9c013fa91c2b7d103fa91c2b7d10e5a4';
const known: Known = {
  entries: new Map([[ruth, 'Grandma Ruth']]),
  people: new Map([[quinn, 'Commissioner Quinn']]),
  games: new Map([['g1', { gid: 'g1', away: 'BUF', home: 'KC' }]]),
};

describe('A change', () => {
  const change = (slot: string, was: string | null, is: string | null) =>
    changeText({ entry: ruth, slot, was, is, madeAt: null, enteredBy: null }, known);

  it.each([
    ['game:g1', 'home', 'away', 'BUF @ KC: KC → BUF'],
    ['game:g1', 'away best', null, 'BUF @ KC: BUF (best bet) → none'],
    ['game:g2', null, 'home', 'g2: none → home'],
    ['game:g1', 'nonsense', 'home', 'BUF @ KC: nonsense → KC'],
    ['value:g1', '3', '12', 'value of BUF @ KC: 3 → 12'],
    ['tiebreak:2026-week5', null, 'g1 41', 'tiebreak of Week 5: none → 41'],
    ['team:2026-week5', 'g1 KC', 'g2 DET', 'team of Week 5: KC → DET'],
    ['team:2026-week5:2', null, 'g2 DET', 'second team of Week 5: none → DET'],
    ['order:2026-week5', null, 'g1 g2', 'order of Week 5: set'],
    ['order:2026-week5', 'g1 g2', 'g2 g1', 'order of Week 5: changed'],
    ['order:2026-week5', 'g1 g2', null, 'order of Week 5: taken back'],
  ])('of %s from %s to %s is in words', (slot, was, is, text) => {
    expect(change(slot, was, is)).toBe(`Grandma Ruth, ${text}`);
  });

  it.each([
    [quinn, 'entered by Commissioner Quinn'],
    ['0'.repeat(32), 'entered by a commissioner'],
    [null, 'not entered by anybody'],
  ])('says who stored it, and when (%s)', (enteredBy, by) => {
    const stored = { entry: ruth, slot: 'game:g1', was: null, is: 'home', madeAt: 1_789_319_100_000, enteredBy };
    const text = `Grandma Ruth, BUF @ KC: none → KC (${by}, ${momentText(stored.madeAt)})`;
    expect(changeText(stored, known)).toBe(text);
  });

  it.each([
    ['lock:g1', 'The lock of BUF @ KC'],
    ['teams:g1', 'The teams of BUF @ KC'],
    ['rule:bestBets', 'The rule “Best bets”'],
    ['rule:gone', 'The rule “gone”'],
  ])('of %s names what it is about', (slot, about) => {
    expect(namesFrom(known).about('', slot)).toBe(about);
  });

  it.each([
    ['owner', `1 ${ruth}`, `1 ${quinn}`, 'Grandma Ruth, owner: somebody else → Commissioner Quinn'],
    ['name', 'aa', 'bb', 'Grandma Ruth, name: changed'],
    ['name', 'aa', 'closed', 'Grandma Ruth, name: account closed'],
  ])('of an entry’s %s is in words', (slot, was, is, text) => {
    expect(changeText({ entry: ruth, slot, was, is, madeAt: null, enteredBy: null }, known)).toBe(text);
  });

  it.each([
    [quinn, '2026-week5', 'Receipt 7 · Week 5 · by Commissioner Quinn'],
    ['0'.repeat(32), '2026-week5', 'Receipt 7 · Week 5 · by a commissioner'],
    ['link', null, 'Receipt 7 · Entries and rules · by a link'],
    [null, '2026-week5', 'Receipt 7 · Week 5'],
  ])('names its author (%s)', (by, weekId, title) => {
    expect(correctionTitle({ number: 7, weekId, by }, known)).toBe(title);
  });

  it('of an unknown entry has the first digits of its hashed id', () => {
    expect(namesFrom(known).about('0123456789abcdef', 'game:g1')).toBe('Entry 01234567, BUF @ KC');
  });
});
