import { describe, expect, test } from 'vitest';
import { aGame, HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import type { CalendarWeek } from './events.ts';
import { calendarEvents } from './events.ts';

const THURSDAY = SUNDAY_1PM - 65 * HOUR;
const NOW = THURSDAY - 24 * HOUR;
const thursday = aGame({ gid: 'g1', kickoff: THURSDAY, home: 'BUF', away: 'KC' });
const sunday = aGame({ gid: 'g2', home: 'NYG', away: 'DAL' });

const week = (changes: Partial<CalendarWeek> = {}): CalendarWeek => ({
  poolId: 'p1',
  poolName: 'Office',
  weekId: '2026-week1',
  games: [thursday, sunday],
  ...changes,
});

const titles = (weeks: readonly CalendarWeek[], now = NOW) => calendarEvents(weeks, now).map(({ title }) => title);

describe('A calendar', () => {
  test('has the games and the locks of a week, in order', () => {
    expect(titles([week()])).toEqual([
      'Week 1 picks begin to lock: Office',
      'KC at BUF',
      'Week 1 Sunday picks lock: Office',
      'DAL at NYG',
    ]);
  });

  test('has a game of several pools once, and the locks of each', () => {
    expect(titles([week(), week({ poolId: 'p2', poolName: 'Porch' })])).toEqual([
      'Week 1 picks begin to lock: Office',
      'Week 1 picks begin to lock: Porch',
      'KC at BUF',
      'Week 1 Sunday picks lock: Office',
      'Week 1 Sunday picks lock: Porch',
      'DAL at NYG',
    ]);
  });

  test('has one lock if a week locks as a whole, or begins on Sunday', () => {
    const asOne = [thursday, sunday].map((game) => ({ ...game, lockAt: THURSDAY + 5 * MINUTE }));
    expect(titles([week({ games: asOne })])).toEqual(['Week 1 picks lock: Office', 'KC at BUF', 'DAL at NYG']);
    expect(titles([week({ games: [sunday] })])).toEqual(['Week 1 picks lock: Office', 'DAL at NYG']);
  });

  test('ends the event of a lock with the kick-off, and takes a game for three hours', () => {
    const [lock, game] = calendarEvents([week({ games: [sunday] })], NOW);
    expect([lock?.begins, lock?.ends]).toEqual([SUNDAY_1PM - 30 * MINUTE, SUNDAY_1PM]);
    expect([game?.begins, game?.ends]).toEqual([SUNDAY_1PM, SUNDAY_1PM + 3 * HOUR]);
  });

  test('keeps the uid of a game that moves or is called off', () => {
    const uidOf = (game: typeof sunday) =>
      calendarEvents([week({ games: [game] })], NOW).find(({ title }) => /at/.test(title));
    const moved = uidOf({ ...sunday, kickoff: SUNDAY_1PM + 28 * HOUR });
    const off = uidOf({ ...sunday, void: 'cancelled' });
    expect([moved?.uid, off?.uid]).toEqual(['game-g2', 'game-g2']);
    expect([moved?.isCancelled, off?.isCancelled]).toEqual([false, true]);
  });

  test('leaves out what ended two weeks ago, and knows games without a time', () => {
    expect(titles([week()], SUNDAY_1PM + 13 * 24 * HOUR)).toEqual(['Week 1 Sunday picks lock: Office', 'DAL at NYG']);
    expect(titles([week()], SUNDAY_1PM + 15 * 24 * HOUR)).toEqual([]);
    expect(calendarEvents([week({ games: [{ ...sunday, timeTbd: true }] })], NOW).at(-1)?.allDay).toBe(true);
  });
});
