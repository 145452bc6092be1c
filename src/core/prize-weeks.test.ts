import { expect, test } from 'vitest';
import { prizeWeeks } from './prize-weeks.ts';

const MADE_AT = 1000;
const game = (weekId: string, lockAt: number, ended: 'cancelled' | null = null) => ({ weekId, lockAt, void: ended });

test.each([
  ['whose last game locks after the pool was made', [game('w', 900), game('w', 1000)], [], MADE_AT, true],
  ['whose games had all locked before the pool was made', [game('w', 900), game('w', 999)], [], MADE_AT, false],
  ['the same, if its picks were imported', [game('w', 900)], ['ann'], MADE_AT, true],
  ['the same, if nobody knows when the pool was made', [game('w', 900)], [], null, true],
  ['whose games are all off', [game('w', 900, 'cancelled')], [], MADE_AT, true],
  ['without games yet', [], [], MADE_AT, true],
])('A week %s', (_, games, winners, createdAt, hasPrize) => {
  const week = { id: 'w', winners };
  expect(prizeWeeks([week], [...games, game('other', 2000)], createdAt)).toEqual(hasPrize ? [week] : []);
});
