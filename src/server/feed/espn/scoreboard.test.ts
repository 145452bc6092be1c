import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { easternMidnight } from '#core/eastern-time.ts';
import type { EventTraits } from '#tests/espn-samples.ts';
import { aLine, anEvent, aPointSpread, aScoreboard, ended, live, postponed } from '#tests/espn-samples.ts';
import type { ProblemKind } from '../problems.ts';
import type { RequestedWeek } from './scoreboard.ts';
import { parseScoreboard } from './scoreboard.ts';

const asked: RequestedWeek = { season: 2026, type: 2, number: 1, weekId: '2026-week1' };

const read = (body: unknown, week = asked) => {
  const { value, problems } = parseScoreboard(body, week);
  return { value, problems, kinds: problems.map((problem) => problem.kind) };
};
const readEvent = (traits: EventTraits) => {
  const { value, kinds } = read(aScoreboard([anEvent(traits)]));
  return { game: value?.games[0], kinds };
};

describe('An answer that is not the one asked for gives nothing', () => {
  const stub = { fullViewLink: { text: 'Full Standings', href: 'https://example.org' } };
  test.each<[string, unknown, ProblemKind]>([
    ['a stub with status 200', stub, 'stub'],
    ['an empty list', aScoreboard([]), 'empty'],
    ['another week', aScoreboard([anEvent()], { week: 2 }), 'other_week'],
    ['the pre-season', aScoreboard([anEvent()], { type: 1 }), 'other_season'],
    ['another year', aScoreboard([anEvent()], { season: 2025 }), 'other_season'],
    ['no week', { ...aScoreboard([anEvent()]), week: undefined }, 'other_week'],
    ['nothing', null, 'stub'],
    ['a text', 'Service Unavailable', 'stub'],
    ['a list', [], 'stub'],
    ['events that are no list', { ...aScoreboard([]), events: {} }, 'stub'],
  ])('%s', (_, body, kind) => {
    expect(read(body)).toMatchObject({ value: null, kinds: [kind] });
  });

  test('whatever it is, nothing is thrown', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(parseScoreboard(value, asked).value).toBeNull();
        parseScoreboard(aScoreboard([value, anEvent()]), asked);
      }),
    );
  });
});

describe('An invalid event is reported and left out, and the others are kept', () => {
  test.each<[string, EventTraits, ProblemKind]>([
    ['an unknown team', { home: 'XYZ' }, 'unknown_team'],
    ['a team against itself', { home: 'WSH', away: 'WAS' }, 'contradiction'],
    ['an unknown name of a state', { status: 'HALF_DONE', state: 'in' }, 'unknown_status'],
    ['an unknown state', { state: 'soon' }, 'unknown_status'],
    ['over without being completed', { status: 'FINAL', state: 'post' }, 'unknown_status'],
    ['completed before the kick-off', { completed: true }, 'unknown_status'],
    ['under way and completed', { ...live, completed: true }, 'unknown_status'],
    ['postponed and completed', { ...postponed, completed: true }, 'unknown_status'],
    ['a score out of bounds', { ...live, score: ['100', '3'] }, 'bad_score'],
    ['a negative score', { ...live, score: ['-7', '3'] }, 'bad_score'],
    ['a score that is a list', { ...live, score: [['7'], '3'] }, 'bad_score'],
    ['half a point as a number', { ...ended, score: [7.5, 3] }, 'bad_score'],
    ['a negative number', { ...live, score: [-7, 3] }, 'bad_score'],
    ['a score that is missing', { ...live, score: [undefined, '3'] }, 'bad_score'],
    ['half a point', { ...ended, score: ['7.5', '3'] }, 'bad_score'],
    ['over without a point', { ...ended, score: ['0', '0'] }, 'bad_score'],
    ['a date that is none', { date: 'soon' }, 'bad_date'],
    ['a day that is none', { date: '2026-13-41T17:00Z' }, 'bad_date'],
    ['a date of another season', { date: '2025-09-13T17:00Z' }, 'bad_date'],
    ['another season', { season: { year: 2025, type: 2 } }, 'other_season'],
    ['another part of the season', { season: { year: 2026, type: 3 } }, 'other_season'],
    ['another week', { week: 2 }, 'other_week'],
    ['an id that is none', { id: 'a/b' }, 'contradiction'],
  ])('%s', (_, traits, kind) => {
    const other = anEvent({ id: '402', away: 'DAL', home: 'PHI' });
    const { value, kinds } = read(aScoreboard([anEvent(traits), other]));
    expect(kinds).toEqual([kind]);
    expect(value?.games.map((game) => game.home)).toEqual(['PHI']);
  });

  test('a game that comes twice counts in neither place, nor a team with two games', () => {
    const twice = [anEvent(), anEvent({ ...live, id: '401' })];
    expect(read(aScoreboard(twice))).toMatchObject({ value: { games: [] } });
    const busy = [
      anEvent(),
      anEvent({ id: '402', away: 'NE', home: 'PHI' }),
      anEvent({ id: '403', away: 'GB', home: 'KC' }),
    ];
    const { value, kinds } = read(aScoreboard(busy));
    expect(value?.games.map((game) => game.sourceId)).toEqual(['403']);
    expect(kinds).toEqual(['team_twice']);
  });

  test.each<[string, readonly object[], readonly string[], readonly string[]]>([
    ['repeated unchanged is used once', [anEvent(), anEvent()], ['401'], []],
    ['repeated with new links is, too', [anEvent(), { ...anEvent(), links: [] }], ['401'], []],
    [
      'repeated with other content is reported by its id',
      [anEvent(), anEvent(), anEvent(live)],
      [],
      ['Event 401 comes 2 times with different content.'],
    ],
    [
      'of two ids is reported by its teams',
      [anEvent(), anEvent({ id: '402' })],
      [],
      ['NE comes 2 times.', 'SEA comes 2 times.'],
    ],
  ])('an event %s', (_, events, ids, details) => {
    const { value, problems } = read(aScoreboard(events));
    expect(value?.games.map((game) => game.sourceId)).toEqual(ids);
    expect(problems.map((problem) => problem.detail)).toEqual(expect.arrayContaining([...details]));
    expect(problems).toHaveLength(details.length);
  });

  test('a postponed game may appear next to another one of its teams', () => {
    const { value, kinds } = read(aScoreboard([anEvent(postponed), anEvent({ id: '402', home: 'PHI' })]));
    expect(value?.games).toMatchObject([{ sourceId: '401', void: 'postponed' }, { sourceId: '402' }]);
    expect(kinds).toEqual([]);
  });

  test('a postponed game may appear next to its replacement', () => {
    const { value, kinds } = read(aScoreboard([anEvent(postponed), anEvent({ id: '402' })]));
    expect(value?.games).toMatchObject([{ sourceId: '402', status: 'Not Started' }]);
    expect(kinds).toEqual([]);
  });

  test('the Pro Bowl is no game, and no problem', () => {
    const superBowl: RequestedWeek = { season: 2026, type: 3, number: 5, weekId: '2026-super-bowl' };
    const round = { season: { year: 2026, type: 3 }, week: 5, date: '2027-02-07T20:00Z' };
    const body = aScoreboard([anEvent({ ...round, home: 'NFC', away: 'AFC' })], { type: 3, week: 5 });
    expect(read(body, superBowl)).toMatchObject({ value: { games: [], undecided: 0 }, kinds: [] });
  });

  test('a round whose teams are not known yet has no games', () => {
    const wildCard: RequestedWeek = { season: 2026, type: 3, number: 1, weekId: '2026-wild-card' };
    const event = anEvent({ home: 'TBD', away: 'TBD', season: { year: 2026, type: 3 } });
    const { value, kinds } = read(aScoreboard([event], { type: 3 }), wildCard);
    expect(value).toMatchObject({ games: [], undecided: 1 });
    expect(kinds).toEqual([]);
  });
});

describe('How a game stands', () => {
  test.each<[string, EventTraits, object]>([
    ['before the kick-off', {}, { status: 'Not Started', void: null, homeScore: 0, awayScore: 0 }],
    [
      'shortly before it, with the clock of the first quarter',
      { period: 1, clock: '15:00' },
      { status: 'Not Started' },
    ],
    ['a kick-off that is delayed', { status: 'DELAYED' }, { status: 'Not Started' }],
    ['under way', live, { status: 'In Progress', void: null, homeScore: 10, awayScore: 7 }],
    ['with scores as numbers', { ...live, score: [7, 10] }, { homeScore: 10, awayScore: 7 }],
    ['with one score as a number', { ...ended, score: ['20', 24] }, { homeScore: 24, awayScore: 20 }],
    ['at half-time', { ...live, status: 'HALFTIME' }, { status: 'In Progress' }],
    ['between quarters', { ...live, status: 'END_PERIOD' }, { status: 'In Progress' }],
    ['interrupted', { ...live, status: 'DELAYED' }, { status: 'In Progress' }],
    ['over', ended, { status: 'Final', void: null, homeScore: 24, awayScore: 20 }],
    ['over without a point for one side', { ...ended, score: ['0', '40'] }, { status: 'Final', awayScore: 0 }],
    ['postponed', postponed, { void: 'postponed' }],
    ['cancelled', { status: 'CANCELED', state: 'post' }, { void: 'cancelled' }],
  ])('%s', (_, traits, expected) => {
    const { game, kinds } = readEvent(traits);
    expect(kinds).toEqual([]);
    expect(game).toMatchObject(expected);
  });

  test('a game that was called off brings neither status nor score', () => {
    const { game } = readEvent(postponed);
    expect(Object.keys(game ?? {})).not.toEqual(expect.arrayContaining(['status']));
    expect(game).not.toHaveProperty('homeScore');
  });

  test.each<[string, EventTraits, string]>([
    ['the season', {}, 'Regular Season'],
    ['a game with a name', { headline: 'NFL Melbourne Game' }, 'NFL Melbourne Game'],
    ['a name too long for a card', { headline: 'x'.repeat(61) }, 'Regular Season'],
    ['quarter and clock', live, 'Q2 3:05'],
    ['overtime', { ...live, period: 5 }, 'OT 3:05'],
    ['second overtime', { ...live, period: 6 }, '2OT 3:05'],
    ['a clock that is none', { ...live, clock: 'soon' }, 'Q2'],
    ['half-time', { ...live, status: 'HALFTIME' }, 'Half-time'],
    ['the end of a quarter', { ...live, status: 'END_PERIOD', period: 3 }, 'End of Q3'],
    ['a delay', { ...live, status: 'RAIN_DELAY' }, 'Delayed · Q2 3:05'],
    ['the end', ended, 'Final'],
    ['the end after overtime', { ...ended, period: 5 }, 'Final/OT'],
    ['the end in its own words', { ...ended, period: 6, detail: 'Final/2OT' }, 'Final/2OT'],
    [
      'why it was put off',
      { ...postponed, headline: 'Snow - Makeup date September 15' },
      'Snow - Makeup date September 15',
    ],
    ['that it was put off', postponed, 'Postponed'],
  ])('the card says %s', (_, traits, text) => {
    expect(readEvent(traits).game?.situation).toBe(text);
  });

  test.each<[string, object, string]>([
    [
      'who has the ball, and where',
      { down: 3, downDistanceText: '3rd & 7 at SEA 34', possession: '17' },
      'Q2 3:05 · NE 3rd & 7 at SEA 34',
    ],
    [
      'goal to go',
      { down: 1, downDistanceText: '1st & Goal at NE 4', possession: '26' },
      'Q2 3:05 · SEA 1st & Goal at NE 4',
    ],
    [
      'where the ball is when nobody is named',
      { down: 1, downDistanceText: '1st & 10 at NE 25' },
      'Q2 3:05 · 1st & 10 at NE 25',
    ],
    ['nothing after a score', { down: -1, downDistanceText: '1st & 10 at NE 25' }, 'Q2 3:05'],
    ['nothing of a distance that cannot be', { down: 4, downDistanceText: '4th & -1', possession: '17' }, 'Q2 3:05'],
    ['nothing where there is no text', { down: 1 }, 'Q2 3:05'],
  ])('while the ball is in play: %s', (_, situation, text) => {
    expect(readEvent({ ...live, situation }).game?.situation).toBe(text);
  });

  test('teams stand there by the abbreviations of this product', () => {
    const situation = { down: 2, downDistanceText: '2nd & 3 at WSH 40', possession: '26' };
    const { game } = readEvent({ ...live, home: 'WSH', situation });
    expect(game).toMatchObject({ home: 'WAS', situation: 'Q2 3:05 · WAS 2nd & 3 at WAS 40' });
  });
});

describe('The clock', () => {
  test.each<[string, EventTraits, object | undefined]>([
    ['of a game under way', live, { period: 2, secondsLeft: 185 }],
    ['at half-time', { ...live, status: 'HALFTIME', clock: '0:00' }, { period: 2, secondsLeft: 0 }],
    ['in overtime', { ...live, period: 5, clock: '10:00' }, { period: 5, secondsLeft: 600 }],
    ['that is none', { ...live, clock: 'soon' }, undefined],
    ['before the kick-off', { period: 1, clock: '15:00' }, undefined],
    ['after the end', ended, undefined],
  ])('%s', (_, traits, clock) => {
    expect(readEvent(traits).game?.clock).toEqual(clock);
  });
});

describe('The line', () => {
  test.each<[string, readonly unknown[], number | undefined]>([
    ['the home side favored', aLine('SEA -3.5', -3.5), 3.5],
    ['the away side favored', aLine('NE -2', 2), -2],
    ['even', aLine('EVEN', 0), 0],
    ['in words alone, home', aLine('SEA -3'), 3],
    ['in words alone, away', aLine('NE -6.0'), -6],
    ['in words alone, even', aLine('EVEN'), 0],
    ['as a number alone', [{ spread: -7 }], 7],
    ['the first that is one', [null, {}, { spread: -7 }], 7],
    ['taken down', aLine('OFF'), undefined],
    ['none', [], undefined],
    ['in `pointSpread` alone, home', aPointSpread('-3.5', '+3.5'), 3.5],
    ['in `pointSpread` alone, away', aPointSpread('+6', '-6'), -6],
    ['in `pointSpread` alone, even', aPointSpread('PK', 'PK'), 0],
    ['in `pointSpread` alone, of the home side only', aPointSpread('-7'), 7],
    ['in `pointSpread` alone, of the away side only', aPointSpread(undefined, '-2.5'), -2.5],
    ['in `pointSpread` alone, still the opening one', [{ pointSpread: { home: { open: { line: '-4' } } } }], 4],
    [
      'in `pointSpread` alone, moved since it opened',
      [{ pointSpread: { home: { open: { line: '-4' }, close: { line: '-5' } } } }],
      5,
    ],
    ['in `pointSpread`, taken down', aPointSpread('OFF', 'OFF'), undefined],
    ['a number beside an older `pointSpread`', [{ spread: -7, ...aPointSpread('-3', '+3')[0] }], 7],
  ])('%s', (_, odds, spread) => {
    const { game, kinds } = readEvent({ odds });
    expect(kinds).toEqual([]);
    expect(game?.spread).toBe(spread);
    expect(Object.is(game?.spread, -0)).toBe(false);
  });

  test.each<[string, readonly unknown[]]>([
    ['of a team that does not play', aLine('KC -3')],
    ['in quarters of a point', aLine('SEA -3.25', -3.25)],
    ['beyond belief', aLine('SEA -99', -99)],
    ['whose words and number disagree', aLine('NE -3.5', -3.5)],
    ['in words that say nothing', aLine('see below')],
    ['in `pointSpread` whose sides disagree', aPointSpread('-3.5', '-3.5')],
    ['in `pointSpread` beyond belief', aPointSpread('-99', '+99')],
    ['in `pointSpread` that is none', aPointSpread('soon')],
  ])('one %s is reported and left out; the game stands', (_, odds) => {
    const { game, kinds } = readEvent({ odds });
    expect(kinds).toEqual(['bad_line']);
    expect(game).toMatchObject({ home: 'SEA' });
    expect(game).not.toHaveProperty('spread');
  });

  test.each([
    ['favor the same side', { home: { close: { odds: '-300' } }, away: { close: { odds: '+250' } } }, 7],
    ['are not known', { home: { close: { odds: 'OFF' } }, away: {} }, 7],
    ['favor the other side', { home: { close: { odds: '+250' } }, away: { close: { odds: '-300' } } }, undefined],
    ['favored the other side at first', { home: { open: { odds: '+250' } }, away: { open: { odds: '-300' } } }, 7],
  ])('whose moneylines %s', (_, moneyline, spread) => {
    const { game, kinds } = readEvent({ odds: [{ spread: -7, moneyline }] });
    expect([game?.spread, kinds]).toEqual([spread, spread === undefined ? ['contradiction'] : []]);
  });
});

describe('Time and weather', () => {
  test.each<[string, EventTraits]>([
    ['it says so', { timeValid: false, date: '2027-01-10T05:00Z' }],
    ['it stands at midnight in New York', { date: '2027-01-10T05:00Z' }],
  ])('a time is not known where %s', (_, traits) => {
    expect(readEvent(traits).game).toMatchObject({ kickoff: easternMidnight('2027-01-10'), timeTbd: true });
  });

  test('a game that has begun has a time', () => {
    expect(readEvent({ ...live, timeValid: false }).game?.timeTbd).toBe(false);
  });

  test.each<[string, EventTraits, string | undefined]>([
    ['sky and temperature', { weather: { displayValue: 'Partly sunny', temperature: 43 } }, '43°F Partly sunny'],
    [
      'the day’s highest where there is no other',
      { weather: { displayValue: 'Rain', highTemperature: 60 } },
      '60°F Rain',
    ],
    ['the sky alone', { weather: { displayValue: 'Cloudy' } }, 'Cloudy'],
    ['a roof', { indoor: true, weather: { displayValue: 'Rain', temperature: 60 } }, 'Indoors'],
    ['nothing', {}, undefined],
    ['a novel', { weather: { displayValue: 'x'.repeat(41) } }, undefined],
  ])('weather: %s', (_, traits, text) => {
    expect(readEvent(traits).game?.weather).toBe(text);
  });

  test('byes are read by the abbreviations of this product', () => {
    expect(read(aScoreboard([anEvent()], { byes: ['WSH', 'KC', 'XYZ'] })).value?.byes).toEqual(['WAS', 'KC']);
  });
});
