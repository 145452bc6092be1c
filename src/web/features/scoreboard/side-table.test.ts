import { describe, expect, it } from 'vitest';
import type { SideTableReply } from '#contract/side-tables.ts';
import { emptyText, valueText, wonText } from './side-table.tsx';

const ann = { id: 'ann', ownerId: 'ann', name: 'Ann', rank: 1, value: 6 };
const bob = { ...ann, id: 'bob', ownerId: 'bob', name: 'Bob' };

const table: SideTableReply = {
  id: 't',
  name: 'Second half',
  from: '2026-week10',
  to: '2026-week18',
  games: 'all',
  measure: 'points',
  who: { kind: 'all' },
  cents: 2000,
  isFixed: true,
  isDecided: false,
  winners: [],
  rows: [ann, bob],
};
const coming = { ...table, isFixed: false };
const decided = { ...table, isDecided: true };

it.each([
  ['points', 24, '12 points'],
  ['points', 25, '12.5 points'],
  ['fewest', 2, '1 point'],
  ['upsets', 3, '3 upsets'],
  ['upsets', 1, '1 upset'],
  ['weeks', 4, '4 weeks'],
  ['weeks', 1, '1 week'],
  ['right', 9, '9 right'],
] as const)('a value of %s, %i, is %s', (measure, value, text) => {
  expect(valueText(measure, value, 'pickem')).toBe(text);
});

it.each([
  ['points', 6, '3 weeks'],
  ['points', 2, '1 week'],
  ['right', 3, '3 weeks'],
] as const)('a value of %s, %i, in a survivor pool is %s', (measure, value, text) => {
  expect(valueText(measure, value, 'survivor')).toBe(text);
});

it.each([
  ['before it is decided', table, null],
  ['with one winner', { ...decided, winners: ['bob'] }, 'Won by Bob.'],
  ['with level winners', { ...decided, winners: ['ann', 'bob'] }, 'Won by Ann and Bob.'],
  ['without a winner', decided, 'Nobody won it.'],
])('the winners %s', (_, each, text) => {
  expect(wonText(each)).toBe(text);
});

describe('what stands in place of the ranking', () => {
  it.each([
    ['nothing once it has begun', table, null],
    ['its start, while everybody is level', coming, /^It starts with .* Week 10 or later\. Everybody plays\.$/],
    ['nothing before it begins, once it is known who plays', { ...coming, who: { kind: 'lower', week: 'w' } }, null],
    [
      'when the lower half is known',
      { ...coming, rows: [], who: { kind: 'lower', week: '2026-week9' } },
      /once Week 9 is decided/,
    ],
    ['how players get in', { ...table, rows: [], who: { kind: 'out' } }, /go out of the pool/],
    ['that nobody played', { ...decided, rows: [] }, /No player took part/],
    ['what to do for the fewest points', { ...table, rows: [], measure: 'fewest' }, /Make your picks/],
  ] as const)('%s', (_, each, text) => {
    const shown = emptyText(each as SideTableReply)?.text ?? null;
    if (text === null) expect(shown).toBeNull();
    else expect(shown).toMatch(text);
  });
});
