import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { easternMidnight, easternToUtc, utcToEastern } from '#core/eastern-time.ts';
import {
  deadline,
  firstLock,
  isChangeable,
  isLocked,
  isWeekLocked,
  lastLock,
  lockMoment,
  NO_LOCK,
  plannedLock,
  weekDeadline,
  withPoolLock,
} from '#core/locks.ts';
import { poolWeek } from '#core/pool-week.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { ruleChoices, rulesWith } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import { gameStatuses, gameVoids } from '#core/types.ts';
import { nflverseWeekId } from '#core/weeks.ts';
import { aGame, HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { nflCsv } from '#tests/nfl-data.ts';

const SECOND = 1000;
const kickoff = SUNDAY_1PM;

describe('The lock of a new game', () => {
  it('is 5 minutes after the kick-off', () => {
    const next = { kickoff, timeTbd: false, status: 'Not Started', void: null } as const;
    expect(lockMoment(next, kickoff - HOUR, null)).toBe(kickoff + 5 * MINUTE);
  });

  it.each(['In Progress', 'Final'] as const)('is at once when the game is %s', (status) => {
    const now = kickoff - HOUR;
    expect(lockMoment({ kickoff, timeTbd: false, status, void: null }, now, null)).toBe(now);
  });

  it('is 5 minutes after the kick-off even for a game that is added in progress or over', () => {
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
    ['a kick-off moved into the past locks it now', { kickoff: kickoff - 3 * HOUR }, open],
    ['a start that was not known locks it now', { kickoff: kickoff - 3 * HOUR, status: 'Final' }, open],
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

  it('is computed again once a postponed game has a time', () => {
    const again = aGame({ kickoff: kickoff + 48 * HOUR });
    expect(lockMoment(again, kickoff + HOUR, NO_LOCK)).toBe(again.kickoff + 5 * MINUTE);
  });

  it('is now once a postponed game is cancelled after its kick-off, or begins without a new one', () => {
    const now = kickoff + 48 * HOUR;
    expect(lockMoment(aGame({ void: 'cancelled' }), now, NO_LOCK)).toBe(now);
    expect(lockMoment(aGame({ status: 'In Progress' }), now, NO_LOCK)).toBe(now);
  });

  it('stays when a locked game is postponed', () => {
    expect(lockMoment(aGame({ void: 'postponed' }), lockAt, lockAt)).toBe(lockAt);
  });

  it('is final from that moment on', () => {
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
          else expect(next).toBeGreaterThanOrEqual(now);
          if (change.status !== 'Not Started') expect(isLocked({ lockAt: next }, now)).toBe(true);
          stored = next;
        }
      }),
    );
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

const THURSDAY = easternToUtc('2026-09-10', '20:20');
const SATURDAY = easternToUtc('2026-09-12', '16:30');
const LONDON = easternToUtc('2026-09-13', '09:30');
const SUNDAY_NIGHT = easternToUtc('2026-09-13', '20:20');
const MONDAY = easternToUtc('2026-09-14', '20:15');
const LONG_BEFORE = THURSDAY - 100 * HOUR;

const at = (kickoff: number, changes: Partial<Game> = {}) => aGame({ kickoff, ...changes });
const tbd = (date: string) => at(easternMidnight(date), { timeTbd: true });
const planned = (rule: PoolRules['deadline'], games: readonly Game[]) =>
  weekDeadline(rulesWith({ deadline: rule }), games, LONG_BEFORE, null);

describe('The deadline of a week', () => {
  it.each<[string, PoolRules['deadline'], Game[], number | null]>([
    ['none if each game locks by itself', 'game', [at(THURSDAY), at(SUNDAY_1PM)], null],
    ['none without games', 'week', [], null],
    ['the lock of the first game', 'week', [at(SUNDAY_1PM), at(THURSDAY), at(MONDAY)], THURSDAY + 5 * MINUTE],
    [
      'the lock of the first game on Sunday',
      'sunday',
      [at(THURSDAY), at(SATURDAY), at(SUNDAY_1PM), at(MONDAY)],
      SUNDAY_1PM + 5 * MINUTE,
    ],
    ['that of London', 'sunday', [at(THURSDAY), at(LONDON), at(SUNDAY_1PM)], LONDON + 5 * MINUTE],
    [
      'that of Sunday night, which is Monday in UTC',
      'sunday',
      [at(THURSDAY), at(SUNDAY_NIGHT), at(MONDAY)],
      SUNDAY_NIGHT + 5 * MINUTE,
    ],
    [
      'the lock of the first game of Sunday afternoon, after London',
      'afternoon',
      [at(THURSDAY), at(LONDON), at(SUNDAY_1PM), at(MONDAY)],
      SUNDAY_1PM + 5 * MINUTE,
    ],
    [
      '1 PM on a Sunday whose games have no times yet',
      'afternoon',
      [tbd('2026-09-13'), at(MONDAY)],
      easternToUtc('2026-09-13', '13:00') + 5 * MINUTE,
    ],
    ['none if Sunday has games in the morning only', 'afternoon', [at(LONDON), at(MONDAY)], null],
    [
      "the pool's own, Wednesday at 8 PM",
      'own',
      [at(THURSDAY), at(SUNDAY_1PM), at(MONDAY)],
      easternToUtc('2026-09-09', '20:00'),
    ],
    ['none of its own without games', 'own', [], null],
    ['none of its own if every game is called off', 'own', [at(SUNDAY_1PM, { void: 'cancelled' })], null],
    ['none without a game on Sunday', 'sunday', [at(THURSDAY), at(SATURDAY), at(MONDAY)], null],
    [
      'not that of a postponed game',
      'week',
      [at(THURSDAY, { void: 'postponed' }), at(SUNDAY_1PM)],
      SUNDAY_1PM + 5 * MINUTE,
    ],
    [
      'not that of a cancelled game',
      'sunday',
      [at(LONDON, { void: 'cancelled' }), at(SUNDAY_1PM)],
      SUNDAY_1PM + 5 * MINUTE,
    ],
    ['none if every game is called off', 'week', [at(THURSDAY, { void: 'postponed' })], null],
    [
      '09:30 on the day of a game without a time',
      'week',
      [tbd('2026-09-12'), at(SUNDAY_1PM)],
      easternToUtc('2026-09-12', '09:30'),
    ],
    [
      '09:30 on Sunday if a game has no time',
      'sunday',
      [at(SATURDAY), tbd('2026-09-13'), at(SUNDAY_1PM)],
      easternToUtc('2026-09-13', '09:30'),
    ],
    [
      'by kick-offs, even if a game is marked as begun',
      'week',
      [at(MONDAY, { status: 'In Progress', lockAt: LONG_BEFORE }), at(SUNDAY_1PM)],
      SUNDAY_1PM + 5 * MINUTE,
    ],
  ])('is %s', (_name, rule, games, expected) => {
    expect(planned(rule, games)).toBe(expected);
  });

  it('follows the times until it is reached, and then stays', () => {
    const reached = THURSDAY + 5 * MINUTE;
    const moved = [at(MONDAY)];
    expect(weekDeadline(rulesWith({ deadline: 'week' }), moved, reached - 1, reached)).toBe(MONDAY + 5 * MINUTE);
    expect(weekDeadline(rulesWith({ deadline: 'week' }), moved, reached, reached)).toBe(reached);
    expect(weekDeadline(rulesWith({ deadline: 'game' }), moved, reached, reached)).toBe(reached);
    expect(weekDeadline(rulesWith({ deadline: 'week' }), [], reached, reached)).toBe(reached);
  });

  it('is never set in the past: the week continues unchanged', () => {
    const games = [at(THURSDAY), at(SUNDAY_1PM), at(MONDAY)];
    expect(weekDeadline(rulesWith({ deadline: 'week' }), games, SUNDAY_1PM, null)).toBeNull();
    expect(weekDeadline(rulesWith({ deadline: 'week' }), games, SUNDAY_1PM, SUNDAY_1PM + 5 * MINUTE)).toBe(
      SUNDAY_1PM + 5 * MINUTE,
    );
    expect(weekDeadline(rulesWith({ deadline: 'sunday' }), games, THURSDAY + HOUR, null)).toBe(SUNDAY_1PM + 5 * MINUTE);
  });
});

describe("The pool's lock of a game", () => {
  it('is its own if that comes first, or if there is no deadline', () => {
    const game = at(THURSDAY);
    expect(withPoolLock(game, MONDAY)).toBe(game);
    expect(withPoolLock(game, null)).toBe(game);
    expect(withPoolLock(game)).toBe(game);
  });

  it('is the deadline if that comes first', () => {
    expect(withPoolLock(at(MONDAY), THURSDAY).lockAt).toBe(THURSDAY);
  });

  it('uses the kick-off of the game that sets it in the countdown', () => {
    const games = [at(SUNDAY_1PM), at(MONDAY)];
    const locks = games.map((game) => withPoolLock(game, planned('week', games)));
    expect(locks.map(deadline)).toEqual([SUNDAY_1PM, SUNDAY_1PM]);
  });

  it.each(ruleChoices.deadlineTime)("is shown as it is if it is the pool's own, at %s", (deadlineTime) => {
    const games = [at(SUNDAY_1PM), at(MONDAY)];
    const own = rulesWith({ deadline: 'own', deadlineDay: 'saturday', deadlineTime });
    const lockAt = weekDeadline(own, games, 0, null);
    expect(games.map((game) => deadline(withPoolLock(game, lockAt)))).toEqual([lockAt, lockAt]);
  });
});

/** Possible changes of a game of the week: its time, its status, whether it is called off. */
const anyTurn = fc.record({
  at: fc.integer({ min: -60, max: 200 }),
  timeTbd: fc.boolean(),
  status: fc.constantFrom(...gameStatuses),
  void: fc.option(fc.constantFrom(...gameVoids)),
});
const anyStep = fc.record({ passes: fc.integer({ min: 0, max: 40 }), turns: fc.array(anyTurn, { maxLength: 5 }) });

describe("A pool's lock that was reached", () => {
  it('stays reached under every change of times, statuses and games', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ruleChoices.deadline), fc.array(anyStep, { maxLength: 12 }), (rule, steps) => {
        let now = LONG_BEFORE;
        let stored: number | null = null;
        const locks = new Map<number, number>();
        const reached = new Set<number>();
        for (const { passes, turns } of steps) {
          now += passes * HOUR;
          const lockedNow = () => [...locks].filter(([, lockAt]) => isLocked(withPoolLock({ lockAt }, stored), now));
          for (const [game] of lockedNow()) reached.add(game);
          const games = turns.map(({ at: hours, ...turn }) => ({ ...turn, kickoff: LONG_BEFORE + hours * HOUR }));
          for (const [index, game] of games.entries()) {
            locks.set(index, lockMoment(game, now, locks.get(index) ?? null));
          }
          stored = weekDeadline(rulesWith({ deadline: rule }), games, now, stored);
          const locked = new Set(lockedNow().map(([game]) => game));
          for (const game of reached) expect(locked.has(game)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('The deadlines of real weeks', () => {
  const weeks = Map.groupBy(
    nflCsv('games.csv').map((row) => {
      const timeTbd = row.gametime === '';
      const kickoff = timeTbd
        ? easternMidnight(row.gameday ?? '')
        : easternToUtc(row.gameday ?? '', row.gametime ?? '');
      const weekId = nflverseWeekId(Number(row.season), Number(row.week), row.game_type ?? '') ?? '';
      return aGame({ gid: row.game_id ?? '', kickoff, timeTbd, weekId });
    }),
    (game) => game.weekId,
  );
  const lockOf = (weekId: string, deadline: PoolRules['deadline'], more: Partial<PoolRules> = {}) => {
    const lockAt = weekDeadline(rulesWith({ deadline, ...more }), weeks.get(weekId) ?? [], 0, null);
    if (lockAt === null) return null;
    const { date, time } = utcToEastern(lockAt);
    return `${date} ${time}`;
  };

  it.each([
    ['begins on a Wednesday', '2026-week1', '2026-09-09 20:25', '2026-09-13 13:05'],
    ['of Thanksgiving', '2024-week13', '2024-11-28 12:35', '2024-12-01 13:05'],
    ['with London', '2024-week5', '2024-10-03 20:20', '2024-10-06 09:35'],
    ['with Saturdays', '2024-week16', '2024-12-19 20:20', '2024-12-22 13:05'],
    ['of Christmas on a Wednesday', '2024-week17', '2024-12-25 13:05', '2024-12-29 13:05'],
    ['of Christmas on a Sunday', '2022-week16', '2022-12-22 20:20', '2022-12-25 13:05'],
    ['of the divisional round', '2024-divisional', '2025-01-18 16:35', '2025-01-19 15:05'],
  ])('%s: %s', (_name, weekId, first, sunday) => {
    expect([lockOf(weekId, 'week'), lockOf(weekId, 'sunday')]).toEqual([first, sunday]);
  });

  it.each<[string, string, Partial<PoolRules>, string]>([
    ['begins on that Wednesday', '2026-week1', {}, '2026-09-09 20:00'],
    ['begins on Thursday', '2024-week13', { deadlineDay: 'thursday', deadlineTime: '12:00' }, '2024-11-28 12:00'],
    ['ends on Monday', '2024-week5', { deadlineDay: 'monday', deadlineTime: '17:00' }, '2024-10-07 17:00'],
    ['has Christmas on a Wednesday', '2024-week17', { deadlineDay: 'tuesday' }, '2024-12-24 20:00'],
    ['is in winter time', '2024-divisional', { deadlineDay: 'saturday', deadlineTime: '00:00' }, '2025-01-18 00:00'],
  ])("of the pool's own, in a week that %s", (_name, weekId, rules, moment) => {
    expect(lockOf(weekId, 'own', rules)).toBe(moment);
  });

  it('of Sunday afternoon leave the morning games to themselves', () => {
    expect(lockOf('2024-week5', 'afternoon')).toBe('2024-10-06 13:05');
  });

  it('lock every game of eleven seasons no later than by itself, and the games from Sunday on together', () => {
    for (const games of weeks.values()) {
      const sunday = weekDeadline(rulesWith({ deadline: 'sunday' }), games, 0, null);
      const week = weekDeadline(rulesWith({ deadline: 'week' }), games, 0, null);
      expect(week).toBe(Math.min(...games.map(plannedLock)));
      for (const game of games) {
        const own = plannedLock(game);
        const lockAt = withPoolLock({ lockAt: own }, sunday).lockAt;
        expect(lockAt).toBe(sunday !== null && own > sunday ? sunday : own);
      }
    }
  });
});

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
  expect(isWeekLocked(poolWeek('2026-week1', games, { nextWeekLock: next }).wholeWeek, now)).toBe(isLocked);
});

test('in the last week of a pool a postponed game stays open until it has a time', () => {
  expect(isWeekLocked(poolWeek('2026-week1', [early, open], {}).wholeWeek, next)).toBe(false);
});
