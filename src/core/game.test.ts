import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { easternMidnight, easternToUtc } from '#core/eastern-time.ts';
import {
  compareGames,
  DEFAULT_SITUATION,
  DEFAULT_SPREAD_NOTE,
  DEFAULT_STATUS,
  gameCounts,
  isChangeable,
  isLocked,
  isPickable,
  isSpreadLocked,
  kickoffSlots,
  MAX_SCORE,
  NO_LOCK,
  PICK_LOCK_DELAY_MS,
  SPREAD_LOCK_MS,
  SPREAD_STEP,
} from '#core/game.ts';
import { lockMoment } from '#core/lock-plans.ts';
import type { Game } from '#core/types.ts';
import { gameStatuses } from '#core/types.ts';
import { aGame, anyGame, HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';

const SECOND = 1000;
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

describe('The lock of a new game', () => {
  it('is 5 minutes after the kick-off', () => {
    const next = { kickoff, timeTbd: false, status: 'Not Started', void: null } as const;
    expect(lockMoment(next, kickoff - HOUR, null)).toBe(kickoff + 5 * MINUTE);
  });

  it.each(['In Progress', 'Final'] as const)('is at once when the game is %s', (status) => {
    const now = kickoff - HOUR;
    expect(lockMoment({ kickoff, timeTbd: false, status, void: null }, now, null)).toBe(now);
  });

  it('lies 5 minutes after the kick-off also for a game that comes in late, in progress or over', () => {
    const next = { kickoff, timeTbd: false, status: 'Final', void: null } as const;
    expect(lockMoment(next, kickoff + 4 * HOUR, null)).toBe(kickoff + 5 * MINUTE);
  });

  it.each([
    ['in summer time', '2026-10-11'],
    ['in winter time', '2027-01-10'],
    ['on the day that clocks change', '2026-11-01'],
  ])('is at 09:30 Eastern of its date while the time is not known, %s', (_name, date) => {
    const next = { kickoff: easternMidnight(date), timeTbd: true, status: 'Not Started', void: null } as const;
    expect(lockMoment(next, next.kickoff - 48 * HOUR, null)).toBe(easternToUtc(date, '09:30'));
  });
});

describe('The lock of a game that changes', () => {
  const open = kickoff - HOUR;
  const lockAt = kickoff + 5 * MINUTE;

  it.each([
    ['a later kick-off moves it on', { kickoff: kickoff + 3 * HOUR }, kickoff + 3 * HOUR + 5 * MINUTE],
    ['an earlier kick-off moves it forward', { kickoff: kickoff - 30 * MINUTE }, kickoff - 25 * MINUTE],
    ['a start before its time locks it now', { status: 'In Progress' }, open],
    ['a kick-off moved into the past locks it', { kickoff: kickoff - 3 * HOUR }, kickoff - 3 * HOUR + 5 * MINUTE],
    ['nothing new leaves it', {}, lockAt],
  ] as const)('while it is open: %s', (_name, change, expected) => {
    expect(lockMoment({ ...aGame(), ...change }, open, lockAt)).toBe(expected);
  });

  it('moves from 09:30 to the real kick-off when a time arrives before', () => {
    const tbd = { kickoff: easternMidnight('2027-01-10'), timeTbd: true, status: 'Not Started', void: null } as const;
    const now = tbd.kickoff - 24 * HOUR;
    const before = lockMoment(tbd, now, null);
    const known = {
      kickoff: easternToUtc('2027-01-10', '16:25'),
      timeTbd: false,
      status: 'Not Started',
      void: null,
    } as const;
    expect(lockMoment(known, now, before)).toBe(easternToUtc('2027-01-10', '16:30'));
  });

  it.each([
    ['a status set back', { status: 'Not Started' }],
    ['a later kick-off', { kickoff: kickoff + 48 * HOUR }],
    ['both at once', { status: 'Not Started', kickoff: kickoff + 48 * HOUR }],
    ['a time that is not known after all', { timeTbd: true, kickoff: kickoff + 48 * HOUR }],
  ] as const)('is final once reached, whatever comes: %s', (_name, change) => {
    const now = lockAt + SECOND;
    expect(lockMoment({ ...aGame({ status: 'In Progress' }), ...change }, now, lockAt)).toBe(lockAt);
  });

  it.each([
    ['none while it is postponed and has not begun', { void: 'postponed' }, NO_LOCK],
    ['its own when it is cancelled', { void: 'cancelled' }, lockAt],
    ['now when it has begun and stopped', { void: 'postponed', status: 'In Progress' }, open],
  ] as const)('is %s', (_name, change, expected) => {
    expect(lockMoment(aGame(change), open, lockAt)).toBe(expected);
  });

  it('is planned anew once a postponed game has a time', () => {
    const again = aGame({ kickoff: kickoff + 48 * HOUR });
    expect(lockMoment(again, kickoff + HOUR, NO_LOCK)).toBe(again.kickoff + 5 * MINUTE);
  });

  it('stays when a locked game is postponed', () => {
    expect(lockMoment(aGame({ void: 'postponed' }), lockAt, lockAt)).toBe(lockAt);
  });

  it('is final from its very moment', () => {
    const later = aGame({ kickoff: kickoff + 48 * HOUR });
    expect(lockMoment(later, lockAt, lockAt)).toBe(lockAt);
    expect(lockMoment(later, lockAt - 1, lockAt)).toBe(later.kickoff + 5 * MINUTE);
  });

  it('cannot be undone by an admin who locks a game, looks, and unlocks it', () => {
    const locked = lockMoment(aGame({ status: 'In Progress' }), open, lockAt);
    const unlocked = lockMoment(aGame({ status: 'Not Started' }), open + MINUTE, locked);
    expect(isLocked({ lockAt: unlocked }, open + MINUTE)).toBe(true);
  });

  it('never opens a locked game again, through any history of changes', () => {
    const anyChange = fc.record({
      waited: fc.integer({ min: 0, max: 12 * HOUR }),
      moved: fc.integer({ min: -24 * HOUR, max: 24 * HOUR }),
      status: fc.constantFrom(...gameStatuses),
      timeTbd: fc.boolean(),
      void: fc.constantFrom(null, 'postponed', 'cancelled'),
    });
    fc.assert(
      fc.property(fc.array(anyChange, { minLength: 1, maxLength: 12 }), (changes) => {
        let now = kickoff - 24 * HOUR;
        let stored = lockMoment(aGame(), now, null);
        for (const { waited, moved, ...change } of changes) {
          now += waited;
          const wasLocked = isLocked({ lockAt: stored }, now);
          const next = lockMoment({ kickoff: kickoff + moved, ...change }, now, stored);
          if (wasLocked) expect(next).toBe(stored);
          if (change.status !== 'Not Started') expect(isLocked({ lockAt: next }, now)).toBe(true);
          stored = next;
        }
      }),
    );
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
  const early = aGame({ gid: 'b', kickoff: kickoff - 3 * HOUR });
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
    expect(inOrder([unknown, sameTime, one, early])).toBe('bcda');
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

describe('A pick of a game', () => {
  it.each([
    ['of a game that counts can be made and changed', { void: null }, true, true],
    ['of a postponed game can be changed, but not made', { void: 'postponed', lockAt: NO_LOCK }, false, true],
    ['of a postponed game is closed by its lock', { void: 'postponed', lockAt: kickoff - 2 * HOUR }, false, false],
    ['of a cancelled game is closed', { void: 'cancelled' }, false, false],
  ] as const)('%s', (_name, change, canMake, canChange) => {
    const game = aGame(change);
    const now = kickoff - HOUR;
    expect([isChangeable(game, false, now), isChangeable(game, true, now)]).toEqual([canMake, canChange]);
  });
});
