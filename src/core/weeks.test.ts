import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { teamAbbrs } from '#core/teams.ts';
import {
  compareWeeks,
  isPostSeason,
  parseWeekId,
  REGULAR_WEEKS,
  teamsOnBye,
  weekId,
  weekName,
  weekShortName,
  weeksText,
} from '#core/weeks.ts';
import { aGame, anyText } from '#tests/core-samples.ts';

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
    expect(weekName('week-007')).toBe('Week 7');
    expect(weekName('week00')).toBe('Week 0');
    const long = `week${'0'.repeat(300_000)}x`;
    expect(weekName(long)).toBe(long);
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

  it('is parsed or refused, never a failure, whatever the text; only ids that we would write are parsed', () => {
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

  it.each(['preseason', '2026-pro-bowl', 'midweek7', ''])('is the id itself if it names no week: %j', (id) => {
    expect(weekName(id)).toBe(id);
    expect(weekShortName(id)).toBe(id);
  });
});

it.each([
  [[], 'none'],
  [[1, 2, 3], 'Week 1, Week 2, Week 3'],
  [[1, 2, 3, 4], 'Week 1 to Week 4 (4 weeks)'],
])('some weeks in words: %j', (numbers, text) => {
  expect(weeksText(numbers.map((number) => weekId(2026, number)))).toBe(text);
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
