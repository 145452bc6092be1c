import { describe, expect, it } from 'vitest';
import { aGame, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { poolWeek } from './pool-week.ts';

const WEEK = '2026-week1';
const lock = aGame().lockAt;
const [plain, out, off] = [
  aGame({ gid: 'plain', frozenSpread: -3 }),
  aGame({ gid: 'out' }),
  aGame({ gid: 'off', void: 'postponed', lockAt: SUNDAY_1PM + 100 * HOUR }),
];

describe("A pool's week", () => {
  it('is the week as it is, if the pool decides nothing', () => {
    const games = [plain, out, off];
    expect(poolWeek(WEEK, games, {})).toEqual({ id: WEEK, games, wholeWeek: games, leftOut: [] });
  });

  it('keeps the games that the pool leaves out apart, as they are', () => {
    const week = poolWeek(WEEK, [plain, out], { leftOut: ['out'], deadline: lock - HOUR, lines: { out: 1 } });
    expect(week.games.map(({ gid }) => gid)).toEqual(['plain']);
    expect(week.leftOut).toEqual([out]);
  });

  it('locks each game by the deadline of the pool, if that comes first', () => {
    const locks = poolWeek(WEEK, [plain, aGame({ lockAt: lock - 2 * HOUR })], { deadline: lock - HOUR }).games;
    expect(locks.map(({ lockAt }) => lockAt)).toEqual([lock - HOUR, lock - 2 * HOUR]);
  });

  it('has the corrected lines of the pool', () => {
    const { games } = poolWeek(WEEK, [plain, out], { lines: { plain: -2.5, other: 7 } });
    expect(games.map(({ frozenSpread }) => frozenSpread)).toEqual([-2.5, out.frozenSpread]);
  });

  it('counts a postponed game as locked with the next week, for what concerns the whole week alone', () => {
    const next = SUNDAY_1PM + 90 * HOUR;
    const week = poolWeek(WEEK, [plain, off], { nextWeekLock: next });
    expect(week.games.map(({ lockAt }) => lockAt)).toEqual([lock, off.lockAt]);
    expect(week.wholeWeek.map(({ lockAt }) => lockAt)).toEqual([lock, next]);
    const earlier = poolWeek(WEEK, [off], { nextWeekLock: next, deadline: next - HOUR });
    expect(earlier.wholeWeek.map(({ lockAt }) => lockAt)).toEqual([next - HOUR]);
  });
});
