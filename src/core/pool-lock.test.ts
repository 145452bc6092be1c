import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { easternMidnight, easternToUtc, utcToEastern } from '#core/eastern-time.ts';
import { deadline, isLocked } from '#core/game.ts';
import { lockMoment, plannedLock, weekDeadline } from '#core/lock-plans.ts';
import { withPoolLock } from '#core/pool-lock.ts';
import { ruleChoices } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import { gameStatuses, gameVoids } from '#core/types.ts';
import { nflverseWeekId } from '#core/weeks.ts';
import { aGame, HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { describeWithNflData, nflCsv } from '#tests/nfl-data.ts';

const THURSDAY = easternToUtc('2026-09-10', '20:20');
const SATURDAY = easternToUtc('2026-09-12', '16:30');
const LONDON = easternToUtc('2026-09-13', '09:30');
const SUNDAY_NIGHT = easternToUtc('2026-09-13', '20:20');
const MONDAY = easternToUtc('2026-09-14', '20:15');
const LONG_BEFORE = THURSDAY - 100 * HOUR;

const at = (kickoff: number, changes: Partial<Game> = {}) => aGame({ kickoff, ...changes });
const tbd = (date: string) => at(easternMidnight(date), { timeTbd: true });
const planned = (rule: 'game' | 'sunday' | 'week', games: readonly Game[]) =>
  weekDeadline(rule, games, LONG_BEFORE, null);

describe('The deadline of a week', () => {
  it.each<[string, 'game' | 'sunday' | 'week', Game[], number | null]>([
    ['none where each game locks by itself', 'game', [at(THURSDAY), at(SUNDAY_1PM)], null],
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
    ['none where every game is called off', 'week', [at(THURSDAY, { void: 'postponed' })], null],
    [
      '09:30 of the day of a game without a time',
      'week',
      [tbd('2026-09-12'), at(SUNDAY_1PM)],
      easternToUtc('2026-09-12', '09:30'),
    ],
    [
      '09:30 of Sunday where a game has no time',
      'sunday',
      [at(SATURDAY), tbd('2026-09-13'), at(SUNDAY_1PM)],
      easternToUtc('2026-09-13', '09:30'),
    ],
    [
      'by kick-offs, where a game is marked as begun',
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
    expect(weekDeadline('week', moved, reached - 1, reached)).toBe(MONDAY + 5 * MINUTE);
    expect(weekDeadline('week', moved, reached, reached)).toBe(reached);
    expect(weekDeadline('game', moved, reached, reached)).toBe(reached);
    expect(weekDeadline('week', [], reached, reached)).toBe(reached);
  });

  it('is never set into the past: the week goes on as it was', () => {
    const games = [at(THURSDAY), at(SUNDAY_1PM), at(MONDAY)];
    expect(weekDeadline('week', games, SUNDAY_1PM, null)).toBeNull();
    expect(weekDeadline('week', games, SUNDAY_1PM, SUNDAY_1PM + 5 * MINUTE)).toBe(SUNDAY_1PM + 5 * MINUTE);
    expect(weekDeadline('sunday', games, THURSDAY + HOUR, null)).toBe(SUNDAY_1PM + 5 * MINUTE);
  });
});

describe("The pool's lock of a game", () => {
  it('is its own where that comes first, or where there is no deadline', () => {
    const game = at(THURSDAY);
    expect(withPoolLock(game, MONDAY)).toBe(game);
    expect(withPoolLock(game, null)).toBe(game);
    expect(withPoolLock(game)).toBe(game);
  });

  it('is the deadline where that comes first', () => {
    expect(withPoolLock(at(MONDAY), THURSDAY).lockAt).toBe(THURSDAY);
  });

  it('is counted down to with the kick-off of the game that sets it', () => {
    const games = [at(SUNDAY_1PM), at(MONDAY)];
    const locks = games.map((game) => withPoolLock(game, planned('week', games)));
    expect(locks.map(deadline)).toEqual([SUNDAY_1PM, SUNDAY_1PM]);
  });
});

/** What may become of a game of the week: its time, its status, whether it is called off. */
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
          stored = weekDeadline(rule, games, now, stored);
          const locked = new Set(lockedNow().map(([game]) => game));
          for (const game of reached) expect(locked.has(game)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describeWithNflData('The deadlines of real weeks', () => {
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
  const lockOf = (weekId: string, rule: 'sunday' | 'week') => {
    const lockAt = weekDeadline(rule, weeks.get(weekId) ?? [], 0, null);
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

  it('lock every game of eleven seasons no later than by itself, and the games from Sunday on together', () => {
    for (const games of weeks.values()) {
      const sunday = weekDeadline('sunday', games, 0, null);
      const week = weekDeadline('week', games, 0, null);
      expect(week).toBe(Math.min(...games.map(plannedLock)));
      for (const game of games) {
        const own = plannedLock(game);
        const lockAt = withPoolLock({ lockAt: own }, sunday).lockAt;
        expect(lockAt).toBe(sunday !== null && own > sunday ? sunday : own);
      }
    }
  });
});
