import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { easternMidnight } from '#core/eastern-time.ts';
import {
  compareGames,
  DEFAULT_SITUATION,
  DEFAULT_SPREAD_NOTE,
  DEFAULT_STATUS,
  gameCounts,
  isSpreadLocked,
  kickoffSlots,
  MAX_SCORE,
  SPREAD_LOCK_MS,
  SPREAD_STEP,
} from '#core/game.ts';
import { isLocked, isPickable, PICK_LOCK_DELAY_MS } from '#core/locks.ts';
import type { Game } from '#core/types.ts';
import { aGame, anyGame, HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';

const kickoff = SUNDAY_1PM;

describe('The constants of a game', () => {
  it('are those of section 9', () => {
    expect(PICK_LOCK_DELAY_MS).toBe(5 * MINUTE);
    expect(SPREAD_LOCK_MS).toBe(24 * HOUR);
    expect(MAX_SCORE).toBe(99);
    expect(SPREAD_STEP).toBe(0.5);
    expect(DEFAULT_STATUS).toBe('Not Started');
    expect(DEFAULT_SITUATION).toBe('Regular Season');
    expect(DEFAULT_SPREAD_NOTE).toBe('Spread may change');
  });
});

describe('A game', () => {
  it.each([
    ['an hour before kick-off', -HOUR, false],
    ['at kick-off', 0, false],
    ['a moment before its lock', 5 * MINUTE - 1, false],
    ['at its lock', 5 * MINUTE, true],
    ['ever after', 1000 * HOUR, true],
  ])('%s: locked is %s', (_name, after, locked) => {
    expect(isLocked(aGame(), kickoff + after)).toBe(locked);
    expect(isPickable(aGame(), kickoff + after)).toBe(!locked);
  });

  it.each(['postponed', 'cancelled'] as const)('that is %s does not count and cannot be picked', (reason) => {
    expect(gameCounts(aGame({ void: reason }))).toBe(false);
    expect(isPickable(aGame({ void: reason }), kickoff - HOUR)).toBe(false);
  });

  it.each([
    ['25 hours before', -25 * HOUR, false],
    ['exactly 24 hours before', -24 * HOUR, false],
    ['less than 24 hours before', -24 * HOUR + 1, true],
    ['at kick-off', 0, true],
    ['after it', HOUR, true],
  ])('has its line locked less than 24 hours before kick-off: %s, %s', (_name, after, locked) => {
    expect(isSpreadLocked({ kickoff }, kickoff + after)).toBe(locked);
  });
});

describe('The order of games', () => {
  const early = aGame({ gid: 'e', kickoff: kickoff - 3 * HOUR });
  const one = aGame({ gid: 'c' });
  const sameTime = aGame({ gid: 'd' });
  const unknown = aGame({ gid: 'a', kickoff: easternMidnight('2026-09-10'), timeTbd: true });
  const nextWeek = aGame({ gid: '0', weekId: '2026-week2', kickoff: kickoff + 168 * HOUR });
  const week10 = aGame({ gid: '1', weekId: '2026-week10', kickoff: kickoff - HOUR });

  function inOrder(games: readonly Game[]): string {
    return games
      .toSorted(compareGames)
      .map((game) => game.gid)
      .join('');
  }

  it('is by kick-off, then gid, with unknown times last in their week', () => {
    expect(inOrder([unknown, sameTime, one, early])).toBe('ecda');
  });

  it('is by week first, weeks by number: week 2 before week 10', () => {
    expect(inOrder([week10, nextWeek, unknown, one])).toBe('ca01');
  });

  it('does not depend on the order they came in', () => {
    fc.assert(
      fc.property(fc.array(anyGame, { maxLength: 12 }), (drawn) => {
        const games = drawn.map((game, index) => ({ ...game, gid: `g${index}` }));
        expect(inOrder(games)).toBe(inOrder(games.toReversed()));
      }),
    );
  });

  it('is level only for a game and itself', () => {
    expect(compareGames(one, one)).toBe(0);
    expect(Math.sign(compareGames(one, sameTime))).toBe(-Math.sign(compareGames(sameTime, one)));
  });
});

describe('The kick-off slots', () => {
  it('hold the games that start together, each with the lock of its last', () => {
    const noon = kickoff - HOUR;
    const slots = kickoffSlots([
      aGame({ gid: 'b' }),
      aGame({ gid: 'early', kickoff: noon }),
      aGame({ gid: 'a', lockAt: kickoff - MINUTE }),
    ]);
    expect(slots.map((slot) => [slot.kickoff, slot.lockAt, slot.games.map((game) => game.gid)])).toEqual([
      [noon, noon + 5 * MINUTE, ['early']],
      [kickoff, kickoff + 5 * MINUTE, ['a', 'b']],
    ]);
  });

  it('lock with the games that count: one that is postponed or cancelled locks nothing', () => {
    const locksOf = (games: readonly Game[]) => kickoffSlots(games).map((slot) => slot.lockAt);
    const postponed = aGame({ gid: 'b', void: 'postponed' });
    const cancelled = aGame({ gid: 'c', void: 'cancelled' });
    const early = aGame({ gid: 'a', lockAt: kickoff - MINUTE });
    expect(locksOf([early, postponed])).toEqual([kickoff - MINUTE]);
    expect(locksOf([postponed, cancelled])).toEqual([null]);
  });

  it('are open as long as one of their games can be picked', () => {
    fc.assert(
      fc.property(fc.array(anyGame, { maxLength: 20 }), fc.integer({ min: -4, max: 4 }), (games, hours) => {
        const now = kickoff + hours * HOUR;
        for (const slot of kickoffSlots(games)) {
          const open = slot.lockAt !== null && now < slot.lockAt;
          expect(open).toBe(slot.games.some((game) => isPickable(game, now)));
        }
      }),
    );
  });

  it('keep games without a time in a slot of their own, one for each date', () => {
    const saturday = easternMidnight('2027-01-09');
    const sunday = easternMidnight('2027-01-10');
    const slots = kickoffSlots([
      aGame({ gid: 'x', kickoff: sunday, timeTbd: true }),
      aGame({ gid: 'y', kickoff: saturday, timeTbd: true }),
      aGame({ gid: 'z', kickoff: sunday + 13 * HOUR }),
    ]);
    expect(slots.map((slot) => [slot.timeTbd, slot.games[0]?.gid])).toEqual([
      [false, 'z'],
      [true, 'y'],
      [true, 'x'],
    ]);
  });

  it('lose no game and add none', () => {
    fc.assert(
      fc.property(fc.array(anyGame, { maxLength: 20 }), (drawn) => {
        const games = drawn.map((game, index) => ({ ...game, gid: `g${index}` }));
        const slots = kickoffSlots(games);
        expect(slots.flatMap((slot) => slot.games)).toEqual(games.toSorted(compareGames));
        for (const slot of slots) {
          expect(new Set(slot.games.map((game) => `${game.weekId} ${game.kickoff} ${game.timeTbd}`)).size).toBe(1);
        }
      }),
    );
  });

  it('are none when there are no games', () => {
    expect(kickoffSlots([])).toEqual([]);
  });
});
