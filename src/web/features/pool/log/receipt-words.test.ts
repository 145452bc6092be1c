import { describe, expect, it } from 'vitest';
import type { Known } from './receipt-words.ts';
import { changeText, namesFrom, rangesText, typedHash } from './receipt-words.ts';

const ruth = '3fa91c2b7d10e5a49c013fa91c2b7d10';
const known: Known = {
  entries: new Map([[ruth, 'Grandma Ruth']]),
  games: new Map([['g1', { gid: 'g1', away: 'BUF', home: 'KC' }]]),
};

describe('A change', () => {
  const change = (slot: string, was: string | null, is: string | null) =>
    changeText({ entry: ruth, slot, was, is }, known);

  it.each([
    ['game:g1', 'home', 'away', 'BUF @ KC: KC → BUF'],
    ['game:g1', 'away best', null, 'BUF @ KC: BUF (best bet) → none'],
    ['game:g2', null, 'home', 'g2: none → home'],
    ['game:g1', 'nonsense', 'home', 'BUF @ KC: nonsense → KC'],
    ['value:g1', '3', '12', 'value of BUF @ KC: 3 → 12'],
    ['tiebreak:2026-week5', null, 'g1 41', 'tiebreak of Week 5: none → 41'],
    ['team:2026-week5', 'g1 KC', 'g2 DET', 'team of Week 5: KC → DET'],
    ['order:2026-week5', null, 'g1 g2', 'order of Week 5: set'],
    ['order:2026-week5', 'g1 g2', 'g2 g1', 'order of Week 5: changed'],
    ['order:2026-week5', 'g1 g2', null, 'order of Week 5: taken back'],
  ])('of %s from %s to %s is in words', (slot, was, is, text) => {
    expect(change(slot, was, is)).toBe(`Grandma Ruth, ${text}`);
  });

  it('of an unknown entry has the first digits of its hashed id', () => {
    expect(namesFrom(known).entry('0123456789abcdef')).toBe('Entry 01234567');
  });
});

describe('Numbers of receipts', () => {
  it.each([
    [[], ''],
    [[4], '4'],
    [[1, 2, 3, 7, 9, 10], '1–3, 7, 9–10'],
  ])('%j are shortened to %j', (numbers, text) => expect(rangesText(numbers)).toBe(text));
});

describe('A typed hash', () => {
  const digits = '3fa91c2b7d10e5a49c01';

  it.each([
    digits,
    '3fa9 1c2b 7d10 e5a4 9c01',
    ' 3FA9 1C2B\n7D10 E5A4 9C01 ',
    'Lock receipt 57: 3fa9 1c2b 7d10 e5a4 9c01',
  ])('may be %j', (text) => expect(typedHash(text)).toBe(digits));

  it('may be whole', () => expect(typedHash('ab'.repeat(32))).toBe('ab'.repeat(32)));

  it.each(['', '57', digits.slice(1), `${digits}g`, 'ab'.repeat(33)])('is not %j', (text) =>
    expect(typedHash(text)).toBeNull(),
  );
});
