import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { teamAbbrs } from '#core/teams.ts';
import {
  activeWeek,
  compareWeeks,
  isPostSeason,
  isScoreFinal,
  nextCalendarTurn,
  parseWeekId,
  REGULAR_WEEKS,
  teamsOnBye,
  unscoredWeek,
  weekId,
  weekName,
  weekShortName,
} from '#core/weeks.ts';
import { aFinal, aGame, anyText, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';

const anySeason = fc.integer({ min: 1999, max: 2099 });
const anyNumber = fc.integer({ min: 1, max: 22 });

describe('The id of a week', () => {
  it.each([
    [2026, 1, '2026-week1', 'Week 1', 'W1'],
    [2026, 11, '2026-week11', 'Week 11', 'W11'],
    [2026, 18, '2026-week18', 'Week 18', 'W18'],
    [2026, 19, '2026-wild-card', 'Wild Card', 'WC'],
    [2026, 20, '2026-divisional', 'Divisional', 'DIV'],
    [2026, 21, '2026-conference', 'Conference', 'CONF'],
    [2026, 22, '2026-super-bowl', 'Super Bowl', 'SB'],
  ])('of season %s, week %s is %s, called %s, in columns %s', (season, number, id, name, short) => {
    expect(weekId(season, number)).toBe(id);
    expect(parseWeekId(id)).toEqual({ id, season, number });
    expect(weekName(id)).toBe(name);
    expect(weekShortName(id)).toBe(short);
    expect(isPostSeason(id)).toBe(number > REGULAR_WEEKS);
  });

  it('comes back from its season and number', () => {
    fc.assert(
      fc.property(anySeason, anyNumber, (season, number) => {
        expect(parseWeekId(weekId(season, number))).toEqual({ id: weekId(season, number), season, number });
      }),
    );
  });

  it.each([
    [2026, 0],
    [2026, 23],
    [2026, 1.5],
    [2026, Number.NaN],
    [999, 1],
    [10_000, 1],
    [2026.5, 1],
  ])('does not exist for season %s, week %s', (season, number) => {
    expect(() => weekId(season, number)).toThrow(RangeError);
  });

  it.each([1000, 9999])('exists for every season of four digits: %s', (season) => {
    expect(parseWeekId(weekId(season, 1))).toMatchObject({ season, number: 1 });
  });

  it('may leave out the season', () => {
    expect(parseWeekId('week5')).toEqual({ id: 'week5', season: 0, number: 5 });
    expect(weekName('week5')).toBe('Week 5');
    expect(weekShortName('week5')).toBe('W5');
  });

  it.each([
    '',
    '2026',
    '2026-',
    'week',
    '2026-week',
    '2026-week0',
    '2026-week05',
    '2026-week19',
    '2026-week111',
    '2026-week-1',
    ' 2026-week1',
    '2026-week1 ',
    '2026-pro-bowl',
    'wild-card',
    '0026-week1',
    '2026-constructor',
  ])('is not %j', (text) => {
    expect(parseWeekId(text)).toBeNull();
    expect(isPostSeason(text)).toBe(false);
  });

  it('is read or refused, never a failure, whatever the text; and only ids are read that we would write', () => {
    const nearly = fc.tuple(fc.constantFrom('2026-week', 'week', '2026-'), anyText).map(([start, end]) => start + end);
    fc.assert(
      fc.property(fc.oneof(anyText, nearly), (text) => {
        const week = parseWeekId(text);
        expect(weekName(text)).toBeTypeOf('string');
        expect(weekShortName(text)).toBeTypeOf('string');
        if (week !== null && week.season > 0) expect(weekId(week.season, week.number)).toBe(text);
      }),
    );
  });
});

describe('The name of a week', () => {
  it.each([
    ['2019-week21', 'Week 21', 'W21'],
    ['nfl-week7', 'Week 7', 'W7'],
    ['Week 3', 'Week 3', 'W3'],
    ['week-04', 'Week 4', 'W4'],
  ])('is derived from an id of another shape, too: %s', (id, name, short) => {
    expect(weekName(id)).toBe(name);
    expect(weekShortName(id)).toBe(short);
  });

  it.each(['preseason', '2026-pro-bowl', 'midweek7', ''])(
    'is the id itself where it says nothing of a week: %j',
    (id) => {
      expect(weekName(id)).toBe(id);
      expect(weekShortName(id)).toBe(id);
    },
  );
});

describe('The order of weeks', () => {
  it('is by season, then number, not as text', () => {
    const ordered = [
      '2025-week18',
      '2025-super-bowl',
      '2026-week1',
      '2026-week2',
      '2026-week10',
      '2026-week18',
      '2026-wild-card',
      '2026-divisional',
      '2026-conference',
      '2026-super-bowl',
      '1st practice',
      'a practice week',
      'training',
    ];
    expect(ordered.toReversed().toSorted(compareWeeks)).toEqual(ordered);
  });

  it('agrees with season and number for any two weeks', () => {
    fc.assert(
      fc.property(anySeason, anyNumber, anySeason, anyNumber, (season, number, otherSeason, otherNumber) => {
        const expected = Math.sign(season * 100 + number - (otherSeason * 100 + otherNumber));
        expect(Math.sign(compareWeeks(weekId(season, number), weekId(otherSeason, otherNumber)))).toBe(expected);
      }),
    );
  });
});

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
    ['waits out the day where the time is not known', [aGame({ timeTbd: true })], 23, null],
    ['comes after that day', [aGame({ timeTbd: true })], 24, '2026-week1'],
  ] as const)('%s', (_, games, hours, expected) => {
    expect(unscoredWeek(games, SUNDAY_1PM + hours * HOUR)).toBe(expected);
  });

  it('and the active week change by the clock at moments that are known before', () => {
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
    ['may be early where the time is not known', { timeTbd: true }, 5, false],
    ['ends no game that was called off', { void: 'cancelled' }, 24, false],
  ] as const)('%s', (_, game, hours, expected) => {
    expect(isScoreFinal(aGame(game), SUNDAY_1PM + hours * HOUR)).toBe(expected);
  });
});

describe('Teams with byes', () => {
  it('are those that play none of the week’s games, in the order of the list', () => {
    const games = [aGame({ home: 'KC', away: 'BUF' }), aGame({ home: 'SF', away: 'DAL' })];
    const byes = teamsOnBye(games);
    expect(byes).toHaveLength(28);
    expect(byes.slice(0, 3)).toEqual(['LV', 'NE', 'MIA']);
    expect(byes).toEqual(teamAbbrs.filter((abbr) => byes.includes(abbr)));
  });

  it.each([
    ['WAS', 'PHI'],
    ['WSH', 'PHI'],
    ['PHI', 'WSH'],
    ['DAL', 'was'],
  ])('take WAS and WSH for one team: %s against %s', (home, away) => {
    expect(teamsOnBye([aGame({ home, away })])).not.toContain('WAS');
  });

  it('do not include a team whose game is postponed: it was to play', () => {
    expect(teamsOnBye([aGame({ home: 'KC', away: 'BUF', void: 'postponed' })])).not.toContain('KC');
  });

  it('and teams that play are all the teams', () => {
    const pairs = fc.array(fc.tuple(fc.constantFrom(...teamAbbrs), fc.constantFrom(...teamAbbrs)));
    fc.assert(
      fc.property(pairs, (drawn) => {
        const games = drawn.map(([home, away]) => ({ home, away }));
        const playing = new Set(drawn.flat());
        expect(teamsOnBye(games).length + playing.size).toBe(32);
      }),
    );
  });
});
