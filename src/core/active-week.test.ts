import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activeWeek, isScoreFinal, nextCalendarTurn, unscoredWeek } from '#core/active-week.ts';
import { weekId } from '#core/weeks.ts';
import { aFinal, aGame, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';

const anyNumber = fc.integer({ min: 1, max: 22 });

describe('The active week of a pool', () => {
  const weeks = ['2026-week2', '2026-week10', '2026-week1'];
  const week1 = aFinal(3, 7, { weekId: '2026-week1' });
  const week2 = aGame({ weekId: '2026-week2' });
  const week10 = aGame({ weekId: '2026-week10' });

  it.each([
    [
      'the first week while nothing is played',
      [{ ...week1, status: 'Not Started' }, week2, week10],
      null,
      '2026-week1',
    ],
    ['the next once all its games are Final', [week1, week2, week10], null, '2026-week2'],
    ['the same while one game still runs', [week1, { ...week1, status: 'In Progress' }, week2], null, '2026-week1'],
    [
      'the next when its last open game is postponed',
      [week1, { ...week1, status: 'Not Started', void: 'postponed' }, week2],
      null,
      '2026-week2',
    ],
    [
      'week 10 after week 2, as numbers, not as text',
      [week1, { ...week2, status: 'Final' }, week10],
      null,
      '2026-week10',
    ],
    ['the last with games when all is played', [week1, { ...week2, status: 'Final' }], null, '2026-week2'],
    ['the first week before any games are known', [], null, '2026-week1'],
    ['the one an admin chose, whatever the calendar says', [week1, week2, week10], '2026-week1', '2026-week1'],
    ['the calendar’s when the chosen week left the pool', [week1, week2], '2026-week5', '2026-week2'],
    ['not a week that the pool does not have', [aGame({ weekId: '2025-week1' }), week1, week2], null, '2026-week2'],
  ] as const)('is %s', (_name, games, chosen, expected) => {
    expect(activeWeek(weeks, games, chosen, SUNDAY_1PM)).toBe(expected);
  });

  it.each([
    ['stays for a day', 23, {}, '2026-week1'],
    ['then goes on by the calendar', 24, {}, '2026-week2'],
    ['goes on from a game that never ended, too', 24, { status: 'In Progress' }, '2026-week2'],
  ] as const)('whose scores nobody enters %s', (_, hours, game, expected) => {
    const games = [aGame(game), aGame({ weekId: '2026-week2', kickoff: SUNDAY_1PM + 7 * 24 * HOUR })];
    expect(activeWeek(weeks, games, null, SUNDAY_1PM + hours * HOUR)).toBe(expected);
  });

  it('is none for a pool without weeks', () => {
    expect(activeWeek([], [week2], null, SUNDAY_1PM)).toBeNull();
    expect(activeWeek([], [week2], '2026-week2', SUNDAY_1PM)).toBeNull();
  });

  it('is always one of the pool’s weeks', () => {
    const ids = fc.uniqueArray(anyNumber.map((number) => weekId(2026, number)));
    const games = fc.array(
      fc.record({
        weekId: anyNumber.map((number) => weekId(2026, number)),
        status: fc.constantFrom('Not Started', 'In Progress', 'Final'),
        void: fc.constantFrom(null, 'postponed', 'cancelled'),
        kickoff: fc.integer({ min: -30, max: 30 }).map((hours) => SUNDAY_1PM + hours * HOUR),
      }),
    );
    fc.assert(
      fc.property(ids, games, fc.option(anyNumber), (weekIds, drawn, chosen) => {
        const active = activeWeek(weekIds, drawn, chosen === null ? null : weekId(2026, chosen), SUNDAY_1PM);
        if (weekIds.length === 0) expect(active).toBeNull();
        else expect(weekIds).toContain(active);
      }),
    );
  });
});

describe('The first week that lacks a score', () => {
  const earlier = aGame({ weekId: '2026-week1' });
  const later = aGame({ weekId: '2026-week2' });
  it.each([
    ['is that of a game that should be over', [later, earlier], 4, '2026-week1'],
    ['is none while it may still be played', [earlier], 3, null],
    ['is none once the score is in', [aFinal(3, 7)], 4, null],
    ['is none while it is played', [aGame({ status: 'In Progress' })], 23, null],
    ['is that of a game that never ended', [aGame({ status: 'In Progress' })], 24, '2026-week1'],
    ['is none for a game that was called off', [aGame({ void: 'postponed' })], 4, null],
    ['waits until the day is over if the time is not known', [aGame({ timeTbd: true })], 23, null],
    ['comes after that day', [aGame({ timeTbd: true })], 24, '2026-week1'],
  ] as const)('%s', (_, games, hours, expected) => {
    expect(unscoredWeek(games, SUNDAY_1PM + hours * HOUR)).toBe(expected);
  });

  it('and the active week change with time only at predicted moments', () => {
    const at = (hours: number) => nextCalendarTurn([earlier], SUNDAY_1PM + hours * HOUR);
    expect([at(0), at(4), at(24)]).toEqual([SUNDAY_1PM + 4 * HOUR, SUNDAY_1PM + 24 * HOUR, Number.POSITIVE_INFINITY]);
    expect(nextCalendarTurn([aFinal(3, 7)], SUNDAY_1PM)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('A score that is typed', () => {
  it.each([
    ['is not final while the game may be played', {}, 2, false],
    ['is final right after the whistle', {}, 3, true],
    ['is that of a game that the feed knows to run', { status: 'In Progress' }, 5, false],
    ['ends a game that the feed forgot', { status: 'In Progress' }, 24, true],
    ['may be early if the time is not known', { timeTbd: true }, 5, false],
    ['ends no game that was called off', { void: 'cancelled' }, 24, false],
  ] as const)('%s', (_, game, hours, expected) => {
    expect(isScoreFinal(aGame(game), SUNDAY_1PM + hours * HOUR)).toBe(expected);
  });
});
