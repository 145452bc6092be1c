import { expect, it } from 'vitest';
import { openingGame } from './opening-column.ts';

const columns = [{ gid: 'a' }, { gid: 'b' }, { gid: 'c' }];

it.each([
  ['the first live game', ['Final', 'Not Started', 'In Progress'], 'c'],
  ['with none live, the first that is still to come', ['Final', 'Not Started', 'Not Started'], 'b'],
  ['none once all are over', ['Final', 'Final', 'Final'], undefined],
] as const)('a week opens at %s', (_, statuses, gid) => {
  const games = columns.map((column, at) => ({ ...column, status: statuses[at] ?? 'Final', void: null }));
  expect(openingGame(columns, games.toReversed())).toBe(gid);
});

it('a week does not open at a game that is called off', () => {
  const games = [
    { gid: 'a', status: 'In Progress', void: 'postponed' },
    { gid: 'b', status: 'Not Started', void: 'cancelled' },
    { gid: 'c', status: 'Not Started', void: null },
  ] as const;
  expect(openingGame(columns, games)).toBe('c');
});
