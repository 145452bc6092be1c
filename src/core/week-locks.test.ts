import { expect, test } from 'vitest';
import { aGame, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { firstLock, lastLock } from './week-locks.ts';

const early = aGame();
const late = aGame({ kickoff: SUNDAY_1PM + 7 * HOUR });

test('the first and the last lock of a week are those of games that count', () => {
  expect([firstLock([late, early]), lastLock([late, early])]).toEqual([early.lockAt, late.lockAt]);
  expect(firstLock([late, { ...early, void: 'cancelled' }])).toBe(late.lockAt);
  expect(lastLock([{ ...late, void: 'postponed' }, early])).toBe(early.lockAt);
  expect([firstLock([]), lastLock([])]).toEqual([null, null]);
});
