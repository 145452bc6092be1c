import { expect, test } from 'vitest';
import { reactionCounts, reactionKinds, reactionText } from './reactions.ts';

test('There are five reactions, each with its own name', () => {
  const names = reactionKinds.map((kind) => reactionText(kind, 1));
  expect(new Set(names).size).toBe(5);
});

test('Reactions are counted by kind in one order, with the people as they came', () => {
  const given = [
    { kind: 'fire', userId: 'bob' },
    { kind: 'agree', userId: 'ann' },
    { kind: 'fire', userId: 'ann' },
  ] as const;
  expect(reactionCounts(given)).toEqual([
    { kind: 'agree', by: ['ann'] },
    { kind: 'fire', by: ['bob', 'ann'] },
  ]);
  expect(reactionCounts([])).toEqual([]);
});

test.each([
  [1, 'On fire: 1 person'],
  [2, 'On fire: 2 people'],
])('The reaction of %i is read out as %s', (count, text) => {
  expect(reactionText('fire', count)).toBe(text);
});
