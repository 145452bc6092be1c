import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { easternToUtc, utcToEastern } from '#core/eastern-time.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { firstDemoMoment, nextDemoMoment, openDemoClock, reachedMoment, saveReached } from './clock.ts';
import { demoGameState } from './script.ts';
import { demoSeason, momentInWeek, SUNDAY, weekAt, weekStart, weeksFrom } from './season.ts';

const HOUR = 60 * 60 * 1000;
const REAL = Date.parse('2026-11-21T12:00:00Z');
const START = easternToUtc('2026-11-08', '14:10');

describe('the clock of the demo', () => {
  let store: Store;

  beforeEach(async () => {
    store = connect(':memory:');
    await migrate(store);
  });
  afterEach(() => store.close());

  it('starts on a Sunday in mid-season, whatever the day, and keeps that moment', async () => {
    expect((await openDemoClock(store, () => REAL)).now()).toBe(START);
    expect(await reachedMoment(store.db)).toBe(START);
    expect((await openDemoClock(store, () => REAL + 5 * HOUR)).now()).toBe(START);
  });

  it('runs on as real time does, and never back', async () => {
    let real = REAL;
    const clock = await openDemoClock(store, () => real);
    real += 90_000;
    expect(clock.now()).toBe(START + 90_000);
    real -= 60_000;
    expect(clock.now()).toBe(START + 90_000);
    real += 90_000;
    expect(clock.now()).toBe(START + 120_000);
  });

  it.each([
    ['goes on from what was reached', START + HOUR, START + HOUR],
    ['goes on to the next Sunday', START + 2 * HOUR, easternToUtc('2026-11-15', '14:10')],
  ])('%s at a later start', async (_, reached, next) => {
    await openDemoClock(store, () => REAL);
    await saveReached(store.db, reached);
    expect((await openDemoClock(store, () => REAL + 400 * HOUR)).now()).toBe(next);
    expect(await reachedMoment(store.db)).toBe(reached);
  });
});

const MINUTE = 60_000;
const at = easternToUtc;

/** The statuses that the games of the week have at a moment. */
function statusesAt(moment: number): Set<string> {
  const { season, number } = weekAt(moment);
  const games = demoSeason(season).filter((game) => game.weekId === `${season}-week${number}`);
  return new Set(games.map((game) => demoGameState(game, moment).status));
}

describe('the demo begins', () => {
  it.each([
    ['2026-03-01', '2026-11-08'],
    ['2026-11-21', '2026-11-08'],
    ['2027-06-15', '2027-11-07'],
    ['2024-02-29', '2024-11-03'],
  ])('on %s with the Sunday of week 9 of that year, %s, at 14:10 Eastern', (real, sunday) => {
    expect(utcToEastern(firstDemoMoment(Date.parse(`${real}T12:00:00Z`)))).toMatchObject({
      date: sunday,
      time: '14:10',
    });
  });
});

describe('a demo goes on', () => {
  it.each([
    ['in the same Sunday afternoon', '2026-11-08 14:10', '2026-11-08 14:10'],
    ['in the same Sunday afternoon', '2026-11-08 15:49', '2026-11-08 15:49'],
    ['a week later once the first games may be over', '2026-11-08 15:50', '2026-11-15 14:10'],
    ['later on that Sunday before the games are under way', '2026-11-08 09:00', '2026-11-08 14:10'],
    ['on Sunday from any other day', '2026-11-09 21:00', '2026-11-15 14:10'],
    ['over the end of summer time', '2026-10-28 12:00', '2026-11-01 14:10'],
    ['with the last Sunday of a season', '2027-01-05 12:00', '2027-01-10 14:10'],
    ['with the next season after the last Sunday', '2027-01-10 18:00', '2027-09-12 14:10'],
    ['with the next season in spring', '2027-04-01 00:00', '2027-09-12 14:10'],
  ])('%s: %s -> %s', (_, reached, next) => {
    const [from = '', to = ''] = [reached, next].map((text) => text.split(' '));
    expect(nextDemoMoment(at(from[0] ?? '', from[1] ?? ''))).toBe(at(to[0] ?? '', to[1] ?? ''));
  });

  it('always where there are finished, live and coming games', () => {
    for (const week of weeksFrom(2025)) {
      const opens = momentInWeek(week, SUNDAY, '14:10');
      const closes = momentInWeek(week, SUNDAY, '15:50') - 1;
      for (let moment = opens; moment <= closes; moment += 10 * MINUTE) {
        expect(nextDemoMoment(moment)).toBe(moment);
        expect(statusesAt(moment)).toEqual(new Set(['Final', 'In Progress', 'Not Started']));
      }
      expect(statusesAt(closes)).toEqual(new Set(['Final', 'In Progress', 'Not Started']));
    }
  });

  it('at a moment that is one itself, never before the one reached', () => {
    const start = at('2026-08-01', '00:00');
    for (let hours = 0; hours < 24 * 400; hours += 13) {
      const reached = start + hours * 60 * MINUTE;
      const next = nextDemoMoment(reached);
      expect(next).toBeGreaterThanOrEqual(reached);
      expect(nextDemoMoment(next)).toBe(next);
    }
  });
});

describe('the week that is on', () => {
  it.each([
    ['2026-09-08 12:00', 2026, 1],
    ['2026-11-08 14:10', 2026, 9],
    ['2026-11-10 00:30', 2026, 9],
    ['2026-11-10 12:00', 2026, 10],
    ['2027-01-10 14:10', 2026, 18],
    ['2027-05-01 12:00', 2026, 18],
    ['2027-09-07 12:00', 2027, 1],
  ])('at %s is week %i/%i', (text, season, number) => {
    const [date = '', time = ''] = text.split(' ');
    expect(weekAt(at(date, time))).toEqual({ season, number });
  });

  it('begins when the one before is over', () => {
    for (const week of weeksFrom(2026)) {
      expect(weekAt(weekStart(week))).toEqual(week);
      expect(weekAt(weekStart(week) - 1)).not.toEqual(week);
    }
  });
});
