import { describe, expect, test } from 'vitest';
import { easternMidnight } from '#core/eastern-time.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import type { PlannedGame } from './feed.ts';
import { isOffSeason, KICKOFF_PERIOD, LIVE_PERIOD, openWeeks, planTasks, taskName } from './feed.ts';

const DAY = 24 * HOUR;
const SECOND = 1000;

function aGame(traits: Partial<PlannedGame> = {}): PlannedGame {
  return { weekId: '2026-week1', kickoff: SUNDAY_1PM, timeTbd: false, status: 'Not Started', void: null, ...traits };
}

const plan = (games: readonly PlannedGame[], now: number) =>
  Object.fromEntries(planTasks(2026, games, now).map(({ task, period }) => [taskName(task), period]));

const live: Partial<PlannedGame> = { status: 'In Progress' };
const final: Partial<PlannedGame> = { status: 'Final' };
const called: Partial<PlannedGame> = { void: 'postponed' };

describe('How often a week is asked about', () => {
  test('while games are live every 15 to 60 seconds', () => {
    expect(LIVE_PERIOD).toBeGreaterThanOrEqual(15 * SECOND);
    expect(KICKOFF_PERIOD).toBeLessThanOrEqual(60 * SECOND);
  });

  test.each<[string, Partial<PlannedGame>, number, number | undefined]>([
    ['nine days ahead, with its season only', {}, -9 * DAY, undefined],
    ['in the coming week, once an hour', {}, -7 * DAY, HOUR],
    ['an hour before the kick-off, once an hour', {}, -HOUR, HOUR],
    ['shortly before it, every half minute', {}, -14 * MINUTE, KICKOFF_PERIOD],
    ['when it should be under way, every half minute', {}, HOUR, KICKOFF_PERIOD],
    ['when it should have been over for long, now and then', {}, 6 * HOUR, 15 * MINUTE],
    ['days later, with its season only', {}, 4 * DAY, undefined],
    ['under way', live, HOUR, LIVE_PERIOD],
    ['under way before its time', live, -HOUR, LIVE_PERIOD],
    ['under way since this morning, now and then', live, 9 * HOUR, 15 * MINUTE],
    ['over already, every minute: it may be a mistake', final, 2 * HOUR, MINUTE],
    ['just over, once an hour for corrections', final, 4 * HOUR, HOUR],
    ['over for a day and a half, for the last time', final, 36 * HOUR - 1, HOUR],
    ['over for longer, no more', final, 36 * HOUR, undefined],
    ['put off, once an hour, for another day', called, 3 * DAY, HOUR],
    ['put off for weeks, no more', called, 15 * DAY, undefined],
    ['cancelled, no more', { void: 'cancelled' }, 2 * DAY, undefined],
  ])('%s', (_, traits, after, period) => {
    expect(plan([aGame(traits)], SUNDAY_1PM + after)['week 2026-week1']).toBe(period);
  });

  test('without a time, a few times an hour on its day', () => {
    const tbd = aGame({ timeTbd: true, kickoff: easternMidnight('2026-09-13') });
    expect(plan([tbd], SUNDAY_1PM)['week 2026-week1']).toBe(15 * MINUTE);
    expect(plan([tbd], SUNDAY_1PM - DAY)['week 2026-week1']).toBe(HOUR);
  });

  test('as often as its most urgent game, each week for itself', () => {
    const games = [aGame(live), aGame(), aGame(final), aGame({ weekId: '2026-week2', kickoff: SUNDAY_1PM + 7 * DAY })];
    const planned = plan(games, SUNDAY_1PM + HOUR);
    expect(planned['week 2026-week1']).toBe(LIVE_PERIOD);
    expect(planned['week 2026-week2']).toBe(HOUR);
  });
});

describe('How often the season is asked about', () => {
  const season = [aGame(), aGame({ weekId: '2026-week18', kickoff: SUNDAY_1PM + 119 * DAY })];

  test.each<[string, readonly PlannedGame[], number, number]>([
    ['once a day while it is on', season, SUNDAY_1PM - 30 * DAY, DAY],
    ['four times a day at its end', season, SUNDAY_1PM + 119 * DAY, 6 * HOUR],
    ['once a week in spring', season, SUNDAY_1PM - 120 * DAY, 7 * DAY],
    ['once a week when it is over', season, SUNDAY_1PM + 140 * DAY, 7 * DAY],
    ['once a day by a new league', [], SUNDAY_1PM, DAY],
    ['once a week by a new league in summer', [], Date.parse('2026-07-01T12:00:00Z'), 7 * DAY],
  ])('%s', (_, games, now, period) => {
    expect(plan(games, now)['season 2026']).toBe(period);
  });

  test('standings only while there are games around', () => {
    expect(plan(season, SUNDAY_1PM)).toHaveProperty('standings 2026');
    expect(plan(season, SUNDAY_1PM - 30 * DAY)).not.toHaveProperty('standings 2026');
  });

  test('between seasons nothing else', () => {
    expect(Object.keys(plan(season, Date.parse('2027-04-01T12:00:00Z')))).toEqual(['season 2026']);
  });
});

describe('The weeks that a season is asked for', () => {
  test('all eighteen of a new league, and no post-season yet', () => {
    expect(openWeeks(2026, [], SUNDAY_1PM)).toHaveLength(18);
    expect(openWeeks(2020, [], SUNDAY_1PM)).toHaveLength(17);
  });

  test('those that are over and settled are left out', () => {
    const week2 = aGame({ weekId: '2026-week2', kickoff: SUNDAY_1PM + 7 * DAY });
    const weeks = openWeeks(2026, [aGame(final), week2], SUNDAY_1PM + 3 * DAY + 1);
    expect(weeks).not.toContain('2026-week1');
    expect(weeks).toContain('2026-week2');
    expect(openWeeks(2026, [aGame(final), week2], SUNDAY_1PM + 3 * DAY)).toContain('2026-week1');
    expect(openWeeks(2026, [aGame(final), aGame()], SUNDAY_1PM + 4 * DAY)).toContain('2026-week1');
  });

  test('a game that was put off keeps its week open for two weeks', () => {
    expect(openWeeks(2026, [aGame(called)], SUNDAY_1PM + 13 * DAY)).toContain('2026-week1');
    expect(openWeeks(2026, [aGame(called)], SUNDAY_1PM + 15 * DAY)).not.toContain('2026-week1');
  });

  test('the rounds of the post-season when the regular season ends', () => {
    const last = aGame({ weekId: '2026-week18', kickoff: SUNDAY_1PM + 119 * DAY });
    expect(openWeeks(2026, [last], SUNDAY_1PM + 100 * DAY)).not.toContain('2026-wild-card');
    expect(openWeeks(2026, [last], SUNDAY_1PM + 110 * DAY)).toEqual(
      expect.arrayContaining(['2026-wild-card', '2026-divisional', '2026-conference', '2026-super-bowl']),
    );
  });
});

test.each([
  ['2026-03-01T12:00:00Z', true],
  ['2026-07-31T12:00:00Z', true],
  ['2026-08-01T12:00:00Z', false],
  ['2027-02-28T12:00:00Z', false],
])('%s is between seasons: %s', (date, expected) => {
  expect(isOffSeason(Date.parse(date))).toBe(expected);
});
