import { expect, test } from 'vitest';
import { aGame, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { NO_LOCK } from './game.ts';
import { firstLock, isWeekLocked, lastLock, withWeekLocks } from './week-locks.ts';

const early = aGame();
const late = aGame({ kickoff: SUNDAY_1PM + 7 * HOUR });

test('the first and the last lock of a week are those of games that count', () => {
  expect([firstLock([late, early]), lastLock([late, early])]).toEqual([early.lockAt, late.lockAt]);
  expect(firstLock([late, { ...early, void: 'cancelled' }])).toBe(late.lockAt);
  expect(lastLock([{ ...late, void: 'postponed' }, early])).toBe(early.lockAt);
  expect([firstLock([]), lastLock([])]).toEqual([null, null]);
});

const next = SUNDAY_1PM + 4 * 24 * HOUR;
const open = aGame({ void: 'postponed', lockAt: NO_LOCK });

test.each([
  ['at its last lock', [early, late], late.lockAt, true],
  ['not before', [early, late], late.lockAt - 1, false],
  ['whatever becomes of a cancelled game', [early, { ...late, void: 'cancelled' }], early.lockAt, true],
  ['not while a postponed game has no time', [early, open], next - 1, false],
  ['for a postponed game at the first lock of the next week', [early, open], next, true],
  ['at the lock of a game that was postponed after it', [early, { ...late, void: 'postponed' }], late.lockAt, true],
] as const)('a whole week is locked %s', (_, games, now, isLocked) => {
  expect(isWeekLocked(withWeekLocks(games, next), now)).toBe(isLocked);
});

test('in the last week of a pool a postponed game stays open until it has a time', () => {
  expect(isWeekLocked(withWeekLocks([early, open], null), next)).toBe(false);
});
