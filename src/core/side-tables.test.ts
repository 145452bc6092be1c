import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { easternToUtc } from '#core/eastern-time.ts';
import { NO_LOCK, withPoolLock } from '#core/locks.ts';
import { MAX_CENTS, splitCents } from '#core/money.ts';
import { pickResult } from '#core/picks.ts';
import type { LabEntry } from '#core/rules/lab.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { pickHalves } from '#core/scoring.ts';
import { sideTableNews } from '#core/side-table-leaders.ts';
import type { SideGames, SideMeasure, SideSeason, SideTable, SurvivorResults } from '#core/side-tables.ts';
import {
  beganAt,
  changedLeaders,
  isSideDecided,
  MAX_TABLE_NAME,
  needsPicks,
  readyMadeTables,
  sideGameKinds,
  sideGames,
  sideMeasures,
  sideStandings,
  sideTableProblem,
  sideTableWords,
  sideWinners,
} from '#core/side-tables.ts';
import type { CountedPicks, Game } from '#core/types.ts';
import { weekId } from '#core/weeks.ts';
import { aFinal, aGame, anyLine, anyPick, away, home, MINUTE, straightUp, withSpread } from '#tests/core-samples.ts';

const [W1, W2, W3] = ['2026-week1', '2026-week2', '2026-week3'] as const;
const weekIds = [W1, W2, W3];

function aTable(changes: Partial<SideTable> = {}): SideTable {
  const all = { games: 'all', measure: 'points', who: { kind: 'all' }, cents: 0 } as const;
  return { id: 't', name: 'Table', from: W1, to: W3, ...all, ...changes };
}

function entry(name: string, picks: CountedPicks = {}, joinedAt = 0): LabEntry {
  return { id: name, ownerId: `${name}'s owner`, name, joinedAt, isFirst: true, picks };
}

function aSeason(games: readonly Game[], entries: readonly LabEntry[]): SideSeason {
  return { weekIds, games, entries };
}

/** The games, the first week's with this lock at the latest. */
function lockedAt(deadline: number): Game[] {
  return games.map((game) => (game.weekId === W1 ? withPoolLock(game, deadline) : game));
}

/** Rows as a page shows them: `1 Ann 2.5`; halves as points. */
function shown(table: SideTable, season: SideSeason, rules = straightUp, survivor?: SurvivorResults): string[] {
  const unit = table.measure === 'points' || table.measure === 'fewest' ? 2 : 1;
  return sideStandings(table, season, rules, survivor).map((row) => `${row.rank} ${row.name} ${row.value / unit}`);
}

function winners(table: SideTable, season: SideSeason, rules = straightUp, survivor?: SurvivorResults): string[] {
  return sideWinners(table, season, rules, survivor).map(({ name }) => name);
}

/** Final games of weeks 1 to 3, won by the home side; in week 3, by the away side, which was the underdog. */
const games = [
  aFinal(10, 20, { gid: 'a', weekId: W1 }),
  aFinal(10, 20, { gid: 'b', weekId: W1 }),
  aFinal(10, 20, { gid: 'c', weekId: W2 }),
  aFinal(20, 10, { gid: 'd', weekId: W3, spread: 3 }),
];

describe('The games of a side table', () => {
  const sundayNight = easternToUtc('2026-09-13', '20:20');

  it.each([
    ['a Sunday night, which is Monday in UTC', sundayNight, ['all', 'sunday', 'prime']],
    ['a Sunday at 6:59 PM', easternToUtc('2026-09-13', '18:59'), ['all', 'sunday']],
    ['a Saturday at 7:00 PM', easternToUtc('2026-09-12', '19:00'), ['all', 'saturday', 'prime']],
    ['a Monday night in winter', easternToUtc('2026-12-14', '20:15'), ['all', 'monday', 'prime']],
    ['a Thursday afternoon', easternToUtc('2026-11-26', '12:30'), ['all', 'thursday']],
    ['a Friday afternoon', easternToUtc('2026-11-27', '15:00'), ['all', 'friday']],
    ['a Wednesday night', easternToUtc('2026-09-09', '20:20'), ['all', 'prime']],
    ['a Saturday without a known time', easternToUtc('2026-12-19', '00:00'), ['all', 'saturday']],
  ] as const)('by day and time in New York: %s', (_name, kickoff, kinds) => {
    const game = aGame({ kickoff, home: 'PHI', away: 'KC' });
    expect(sideGameKinds.filter((kind) => sideGames(aTable({ games: kind }), [game]).length > 0)).toEqual(kinds);
  });

  it.each([
    ['PHI', 'DAL', true],
    ['WSH', 'NYG', true],
    ['PHI', 'GB', false],
    ['DAL', 'MIA', false],
    ['AAA', 'BBB', false],
  ])('by division: %s and %s', (one, other, isIn) => {
    expect(sideGames(aTable({ games: 'division' }), [aGame({ home: one, away: other })]).length > 0).toBe(isIn);
  });

  it('are those from its first week to its last, in the order of the season', () => {
    const all = [9, 10, 18, 19, 20].map((number) => aGame({ gid: String(number), weekId: weekId(2026, number) }));
    const table = aTable({ from: weekId(2026, 10), to: weekId(2026, 19) });
    expect(sideGames(table, all).map(({ gid }) => gid)).toEqual(['10', '18', '19']);
  });
});

describe('A side table is fixed', () => {
  const lockAt = sundayLock(1);
  const later = aGame({ gid: 'b', weekId: W2, lockAt });

  it.each([
    ['by the first lock of its games', {}, [aGame({ lockAt: lockAt - MINUTE }), later], lockAt - MINUTE],
    ['by no game of another week', { from: W2 }, [aGame(), later], lockAt],
    ['by no game of another day', { games: 'monday' }, [aGame(), later], null],
    ['by no game that is off', {}, [aGame({ void: 'cancelled' }), later], lockAt],
  ] as const)('%s', (_name, changes, all, moment) => {
    expect(beganAt(aTable(changes), all)).toBe(moment);
  });

  function sundayLock(weeks: number): number {
    return aGame().lockAt + weeks * 7 * 24 * 60 * MINUTE;
  }
});

describe('A side table is decided', () => {
  it.each([
    ['once all of its weeks are', [W1, W2, W3], [true, true, false], W1, W2, true],
    ['not before its last week is', [W1, W2, W3], [true, true, false], W2, W3, false],
    ['never without weeks', [W3], [true], W1, W2, false],
  ] as const)('%s', (_name, ids, decided, from, to, isDecided) => {
    const games = ids.map((weekId, at) => (decided[at] ? aFinal(20, 17, { weekId }) : aGame({ weekId })));
    expect(isSideDecided(aTable({ from, to }), ids, games)).toBe(isDecided);
  });

  it('also with a week whose games are all called off', () => {
    const games = [aFinal(20, 17, { weekId: W1 }), aGame({ weekId: W2, void: 'cancelled' })];
    expect(isSideDecided(aTable({ from: W1, to: W2 }), [W1, W2], games)).toBe(true);
  });
});

const frozen = rulesWith({ useSpread: true, line: 'frozen' });

describe('A side table counts', () => {
  const [ann, bob, cat] = [
    entry('Ann', { a: home, b: away, c: home, d: home }),
    entry('Bob', { a: away, b: away, d: away }),
    entry('Cat'),
  ];
  const season = aSeason(games, [cat, bob, ann]);

  it.each([
    ['points', {}, ['1 Ann 2', '2 Bob 1', '3 Cat 0']],
    ['points of its weeks', { from: W1, to: W1 }, ['1 Ann 1', '2 Bob 0', '2 Cat 0']],
    ['right picks', { measure: 'right' }, ['1 Ann 2', '2 Bob 1', '3 Cat 0']],
    ['upsets picked', { measure: 'upsets' }, ['1 Bob 1', '2 Ann 0', '2 Cat 0']],
    ['weeks won', { measure: 'weeks' }, ['1 Ann 2', '2 Bob 1', '3 Cat 0']],
    ['fewest points of those who played', { measure: 'fewest' }, ['1 Bob 1', '2 Ann 2']],
    ['fewest points of those who played then', { measure: 'fewest', from: W2, to: W2 }, ['1 Ann 1']],
    ['nothing on another day', { games: 'monday' }, ['1 Ann 0', '1 Bob 0', '1 Cat 0']],
  ] as const)('%s', (_name, changes, rows) => {
    expect(shown(aTable(changes), season)).toEqual(rows);
  });

  it('names the owner of each entry', () => {
    expect(sideStandings(aTable(), aSeason(games, [ann]), straightUp)).toEqual([
      { id: 'Ann', ownerId: "Ann's owner", name: 'Ann', rank: 1, value: 4 },
    ]);
  });

  it.each([
    ['best bets', { bestBets: 1 }, { a: { ...home, best: true } }, 2],
    ['values', { format: 'confidence' }, { a: { ...home, value: 7 } }, 7],
    ['half points', { tie: 'half' }, { tied: home }, 0.5],
    ['auto picks', { missed: 'home' }, {}, 3],
  ] as const)('the points of the main standings: %s', (_name, rules, picks, points) => {
    const all = [...games, aFinal(17, 17, { gid: 'tied', weekId: W2 })];
    expect(shown(aTable(), aSeason(all, [entry('Ann', picks)]), rulesWith(rules))).toEqual([`1 Ann ${points}`]);
  });

  it('no auto pick of a game that locked with its week before an entry joined', () => {
    const { lockAt } = aGame();
    const late = aSeason(lockedAt(lockAt - 2 * MINUTE), [entry('Ann', {}, lockAt - MINUTE)]);
    expect(shown(aTable({ measure: 'right' }), late, rulesWith({ missed: 'home' }))).toEqual(['1 Ann 1']);
  });

  it('no auto pick and no default as taking part, in the fewest points', () => {
    const fewest = aTable({ measure: 'fewest' });
    expect(shown(fewest, aSeason(games, [ann, cat]), rulesWith({ missed: 'away' }))).toEqual(['1 Ann 2']);
    const byDefault = entry('Dan', { a: { side: 'away', bus: false, auto: true } });
    expect(shown(fewest, aSeason(games, [ann, byDefault]), rulesWith({ missed: 'own' }))).toEqual(['1 Ann 2']);
  });

  it('no game of a week that is not in the pool', () => {
    expect(shown(aTable(), { ...season, weekIds: [W1, W3] })).toEqual(['1 Ann 1', '1 Bob 1', '3 Cat 0']);
  });

  it.each([
    ['the favorite won', aFinal(10, 20, { spread: 3 }), home, withSpread, 0],
    ['the underdog won', aFinal(10, 20, { spread: -3 }), home, withSpread, 1],
    ['the underdog won, straight up', aFinal(10, 20, { spread: -3 }), home, straightUp, 1],
    ['the underdog only covered', aFinal(18, 20, { spread: 3 }), away, withSpread, 0],
    ['the line was even', aFinal(10, 20, { spread: 0 }), home, straightUp, 0],
    ['there was no line', aFinal(10, 20), home, straightUp, 0],
    ["the pool's line made the pick wrong", aFinal(19, 20, { spread: -1, frozenSpread: 3 }), home, frozen, 0],
    ['the game was level', aFinal(20, 20, { spread: 3 }), away, rulesWith({ tie: 'both' }), 0],
  ])('as an upset, or not: %s', (_name, game, pick, rules, count) => {
    const one = aSeason([game], [entry('Ann', { g1: pick })]);
    expect(shown(aTable({ measure: 'upsets' }), one, rules)).toEqual([`1 Ann ${count}`]);
  });

  it('shared weeks for each, no open week, and no week without a point', () => {
    const open = [...games.slice(0, 2), aGame({ gid: 'open', weekId: W2 }), ...games.slice(2)];
    const both = aSeason(open, [entry('Ann', { a: home, c: home, d: home }), entry('Bob', { b: home, d: home })]);
    expect(shown(aTable({ measure: 'weeks' }), both)).toEqual(['1 Ann 1', '1 Bob 1']);
  });
});

describe('The lower half', () => {
  const lower = (changes: Partial<SideTable> = {}) =>
    aTable({ from: W2, who: { kind: 'lower', week: W1 }, ...changes });
  const best = { a: home, b: home };
  const good = { a: home };
  const names = (season: SideSeason) => sideStandings(lower(), season, straightUp).map(({ name }) => name);

  it.each([
    ['two of four', [best, best, good, {}], 'CD'],
    ['one of three', [best, good, {}], 'C'],
    ['also those level with the best of them', [best, good, good, {}], 'BCD'],
    ['everybody, if all are level', [good, good], 'AB'],
    ['nobody of one', [{}], ''],
  ])('has %s', (_name, picks, letters) => {
    const entries = picks.map((own, at) => entry('ABCD'.charAt(at), own));
    expect(names(aSeason(games, entries)).join('')).toBe(letters);
  });

  it('plays on from 0', () => {
    const season = aSeason(games, [entry('Ann', { ...best, c: home }), entry('Bob', { ...good, c: home })]);
    expect(shown(lower(), season)).toEqual(['1 Bob 1']);
  });

  it('is nobody until its week is decided', () => {
    const entries = [entry('Ann', best), entry('Bob')];
    expect(names(aSeason([...games, aGame({ gid: 'open' })], entries))).toEqual([]);
    expect(names({ ...aSeason(games, entries), weekIds: [W2, W3] })).toEqual([]);
  });

  it('is known with a game postponed, once the next week has begun', () => {
    const off = aGame({ gid: 'off', void: 'postponed', lockAt: NO_LOCK });
    expect(names(aSeason([...games, off], [entry('Ann', best), entry('Bob')]))).toEqual(['Bob']);
    expect(names(aSeason([...games.slice(0, 2), off], [entry('Ann', best), entry('Bob')]))).toEqual([]);
  });

  it('has no entries that joined after it was known, and does not move for them', () => {
    const joined = aGame().lockAt;
    const season = aSeason(games, [entry('Ann', best), entry('Bob', good), entry('Cat'), entry('Dan', {}, joined)]);
    expect(names(season)).toEqual(['Cat']);
    const joiner = entry('Dan', {}, joined - MINUTE);
    expect(names(aSeason(lockedAt(joined - 2 * MINUTE), [...season.entries.slice(0, 3), joiner]))).toEqual(['Cat']);
  });

  it('drops the weeks that the main standings drop', () => {
    const table = aTable({ from: W3, who: { kind: 'lower', week: W2 } });
    const season = aSeason(games, [entry('Ann', { a: home, b: home }), entry('Bob', { a: home, c: home })]);
    expect(sideStandings(table, season, straightUp)).toHaveLength(2);
    const off = aGame({ gid: 'off', weekId: W2, void: 'postponed', lockAt: NO_LOCK });
    for (const all of [games, [...games, off]]) {
      const rows = sideStandings(table, { ...season, games: all }, rulesWith({ dropWeeks: 1 }));
      expect(rows.map(({ name }) => name)).toEqual(['Bob']);
    }
  });
});

describe('A side table of a survivor pool', () => {
  const rules = rulesWith({ format: 'survivor' });
  const season = aSeason(games, [entry('Ann'), entry('Bob'), entry('Cat')]);
  const survivor = {
    outWeekOf: new Map([
      ['Bob', W1],
      ['Cat', W2],
    ]),
    wins: new Map([
      ['Ann', new Set([W1, W2, W3])],
      ['Bob', new Set([W2, W3])],
      ['Cat', new Set([W1, W3])],
    ]),
  };

  it.each([
    ['the weeks won by the teams of all while they are in', {}, ['1 Ann 3', '2 Cat 1', '3 Bob 0']],
    ['them as right picks', { measure: 'right', to: W2 }, ['1 Ann 2', '2 Cat 1', '3 Bob 0']],
    ['those of players who are out, after they went out', { who: { kind: 'out' } }, ['1 Bob 2', '2 Cat 1']],
  ] as const)('counts %s', (_name, changes, rows) => {
    expect(shown(aTable(changes), season, rules, survivor)).toEqual(rows);
  });

  it('counts the safe one of two teams for its entry as still in, in the week in which the other put it out', () => {
    const both = { outWeekOf: new Map([['Bob', W2]]), wins: new Map([['Bob', new Set([W2, W3])]]) };
    const rowOf = (changes: Partial<SideTable>) =>
      shown(aTable(changes), season, rules, both).find((row) => row.includes('Bob'));
    expect([rowOf({}), rowOf({ who: { kind: 'out' } })]).toEqual(['1 Bob 1', '1 Bob 1']);
  });

  it('is won like any other', () => {
    expect(winners(aTable({ who: { kind: 'out' } }), season, rules, survivor)).toEqual(['Bob']);
  });
});

describe('The winners of a side table', () => {
  const [ann, bob] = [entry('Ann', { a: home }), entry('Bob', { c: home })];

  it.each([
    ['its first place', { to: W1 }, games, ['Ann']],
    ['all who share it', {}, games, ['Ann', 'Bob']],
    ['nobody with 0', { from: W3 }, games, []],
    ['nobody until it is decided', {}, [...games, aGame({ gid: 'open', weekId: W3 })], []],
    ['those with the fewest points, even 0', { measure: 'fewest', to: W2 }, games, ['Cat']],
    ['nobody of a day without games', { games: 'monday', measure: 'fewest' }, games, []],
  ] as const)('are %s', (_name, changes, all, names) => {
    const season = aSeason(all, [bob, ann, entry('Cat', { a: away }), entry('Dan')]);
    expect(winners(aTable(changes), season)).toEqual(names);
  });

  it('split its prize, with odd cents by name', () => {
    const first = sideWinners(aTable(), aSeason(games, [bob, ann]), straightUp);
    expect(splitCents(501, first)).toEqual([
      { id: 'Ann', cents: 251 },
      { id: 'Bob', cents: 250 },
    ]);
  });
});

test('Other rules are shown with the side tables that somebody else would lead', () => {
  const season = aSeason(games, [entry('Ann', { a: home, d: home }), entry('Bob')]);
  const tables = [aTable({ name: 'Season' }), aTable({ name: 'Start', to: W1 })];
  const changed = changedLeaders(tables, season, straightUp, { ...straightUp, missed: 'away' });
  expect(changed).toEqual(['Season: led by Ann now, by Ann and Bob then.']);
});

describe('The recap of a week says of a side table', () => {
  const weekIds = [1, 2, 3, 4].map((number) => `2026-week${number}`);
  const rows = [
    { id: 'a', name: 'Ann', rank: 1, value: 6 },
    { id: 'b', name: 'Bob', rank: 1, value: 6 },
    { id: 'c', name: 'Cat', rank: 3, value: 0 },
  ];
  const table = { name: 'First half', from: '2026-week1', to: '2026-week2', measure: 'points', rows } as const;
  const running = { ...table, isDecided: false, winners: [] };
  const decided = { ...table, isDecided: true, winners: ['a'] };
  const nobody = rows.map((row) => ({ ...row, rank: 1, value: 0 }));

  it.each([
    ['who leads it after the latest week', running, 1, true, 'First half: Ann and Bob lead.'],
    ['nothing of its leaders in an earlier week', running, 1, false, null],
    ['who won it with its last week', decided, 2, false, 'Ann won First half.'],
    ['nothing of its winners in its other weeks', decided, 1, true, null],
    ['that nobody won it', { ...decided, winners: [] }, 2, true, 'Nobody won First half.'],
    ['nothing while nobody has scored', { ...running, rows: nobody }, 1, true, null],
    [
      'who leads with the fewest points, even none',
      { ...running, measure: 'fewest' as const, rows: nobody.slice(1) },
      1,
      true,
      'First half: Bob and Cat lead.',
    ],
    ['nothing in a week that is not one of its own', running, 3, true, null],
  ])('%s', (_what, of, week, isLatest, said) => {
    expect(sideTableNews(of, `2026-week${week}`, { weekIds, isLatest })).toBe(said);
  });
});

describe('Ready-made side tables', () => {
  const weeks = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => weekId(2026, from + at));
  const [first, second, monday] = ['First half', 'Second half', 'Monday night'] as const;
  const [last, chance] = ['Last place', 'Second chance'] as const;

  it.each([
    [
      'a whole season',
      1,
      22,
      { [first]: [1, 9], [second]: [10, 18], [monday]: [1, 22], [last]: [1, 22], [chance]: [10, 18] },
    ],
    [
      'a late start',
      6,
      18,
      { [first]: [6, 9], [second]: [10, 18], [monday]: [6, 18], [last]: [6, 18], [chance]: [10, 18] },
    ],
    ['no first half', 11, 18, { [monday]: [11, 18], [last]: [11, 18] }],
    ['no second half', 1, 1, { [monday]: [1, 1], [last]: [1, 1] }],
    ['the playoffs only', 19, 22, { [monday]: [19, 22], [last]: [19, 22] }],
    ['no weeks', 1, 0, {}],
  ])('have the weeks that the pool plays: %s', (_name, from, to, expected) => {
    const ready = readyMadeTables(weeks(from, to)).map((table) => [table.name, [table.from, table.to]]);
    const named = Object.entries(expected).map(([name, ends]) => [name, ends.map((end) => weekId(2026, end))]);
    expect(ready).toEqual(named);
  });

  it('say what they count, and have no problem', () => {
    const regular = weeks(1, 18);
    const all = readyMadeTables(regular);
    expect(all.map((table) => sideTableWords(table, 'pickem'))).toEqual([
      'Most points in Weeks 1 to 9.',
      'Most points in Weeks 10 to 18.',
      'Most points in Weeks 1 to 18, Monday games only.',
      'Fewest points in Weeks 1 to 18.',
      'Most points in Weeks 10 to 18, among the lower half after Week 9.',
    ]);
    expect(all.map((table) => sideTableProblem(table, regular, 'pickem'))).toEqual(all.map(() => null));
  });
});

describe('A side table in words', () => {
  const [W9, W10, W15] = [9, 10, 15].map((number) => weekId(2026, number)) as [string, string, string];
  const [WC, SB] = [weekId(2026, 19), weekId(2026, 22)];

  it.each([
    [{ measure: 'fewest', to: weekId(2026, 18) }, 'Fewest points in Weeks 1 to 18.'],
    [{ from: W9, to: W9, measure: 'right', games: 'division' }, 'Most right picks in Week 9, division games only.'],
    [{ measure: 'weeks', games: 'prime' }, 'Most weeks won in Weeks 1 to 3, games at 7 PM Eastern or later only.'],
    [
      { from: W10, to: W15, measure: 'upsets', games: 'sunday', who: { kind: 'lower', week: W9 } },
      'Most upsets in Weeks 10 to 15, Sunday games only, among the lower half after Week 9.',
    ],
    [{ from: W15, to: SB }, 'Most points from Week 15 to the Super Bowl.'],
    [{ from: WC, to: WC }, 'Most points in the Wild Card round.'],
    [
      { who: { kind: 'out' } },
      'Most points in Weeks 1 to 3, among those who are out, each from the week after they went out.',
    ],
  ] as const)('%j', (changes, words) => {
    expect(sideTableWords(aTable(changes), 'pickem')).toBe(words);
  });

  it.each(['points', 'right'] as const)('the weeks won in a survivor pool, for %s', (measure) => {
    expect(sideTableWords(aTable({ measure }), 'survivor')).toBe('Most weeks won in Weeks 1 to 3.');
  });
});

describe('A side table is refused', () => {
  const lower = (week: string) => ({ kind: 'lower', week }) as const;

  it.each([
    ['no name', { name: ' \u200b ' }, 'pickem', 'Table name is required'],
    [
      'a long name',
      { name: 'x'.repeat(MAX_TABLE_NAME + 1) },
      'pickem',
      'Table name must be at most 40 characters long',
    ],
    ['an unknown week', { to: '2026-week4' }, 'pickem', 'Choose weeks of this pool'],
    ['reversed weeks', { from: W2, to: W1 }, 'pickem', "The first week can't come after the last one"],
    ['nobody to go out', { who: { kind: 'out' } }, 'confidence', 'Only a survivor pool has players who are out'],
    ['upsets', { measure: 'upsets' }, 'survivor', 'A survivor pool counts points or right picks'],
    ['a day', { games: 'monday' }, 'survivor', 'A survivor pool counts all games'],
    ['a lower half', { from: W2, who: lower(W1) }, 'survivor', 'A survivor pool has no lower half'],
    ['a half after an unknown week', { who: lower('2026-week4') }, 'pickem', 'Choose weeks of this pool'],
    ['a half not yet known', { who: lower(W1) }, 'pickem', 'The lower half must be known before the first week'],
    ['half a cent', { cents: 0.5 }, 'pickem', 'The prize must be from $0 to $1,000,000'],
    ['a negative prize', { cents: -1 }, 'pickem', 'The prize must be from $0 to $1,000,000'],
    ['a prize too high', { cents: MAX_CENTS + 1 }, 'pickem', 'The prize must be from $0 to $1,000,000'],
  ] as const)('with %s', (_name, changes, format, problem) => {
    expect(sideTableProblem(aTable(changes), weekIds, format)).toBe(problem);
  });

  it.each([
    ['the longest name', { name: '🏈'.repeat(MAX_TABLE_NAME) }, 'pickem'],
    ['one week and the highest prize', { from: W2, to: W2, cents: MAX_CENTS }, 'pickem'],
    ['the lower half after the week before', { from: W2, who: lower(W1) }, 'confidence'],
    ['those out of survivor', { measure: 'right', who: { kind: 'out' } }, 'survivor'],
  ] as const)('not with %s', (_name, changes, format) => {
    expect(sideTableProblem(aTable(changes), weekIds, format)).toBeNull();
  });
});

describe('Any side table', () => {
  /** Kick-offs of the first week, with the kinds of games that they are. */
  const slots: readonly (readonly [string, string, readonly SideGames[]])[] = [
    ['2026-09-10', '20:20', ['thursday', 'prime']],
    ['2026-09-11', '18:30', ['friday']],
    ['2026-09-12', '19:00', ['saturday', 'prime']],
    ['2026-09-13', '13:00', ['sunday']],
    ['2026-09-13', '20:20', ['sunday', 'prime']],
    ['2026-09-14', '20:15', ['monday', 'prime']],
  ];
  const pairs: readonly (readonly [string, string, boolean])[] = [
    ['PHI', 'DAL', true],
    ['KC', 'BUF', false],
  ];
  const anyScore = fc.constantFrom(10, 17, 20);
  const anyOfWeek = fc.record({
    at: fc.constantFrom(0, 1, 2),
    slot: fc.constantFrom(...slots),
    pair: fc.constantFrom(...pairs),
    state: fc.constantFrom('Final', 'Final', 'Final', 'Final', 'In Progress', 'off'),
    homeScore: anyScore,
    awayScore: anyScore,
    spread: fc.option(fc.oneof(anyLine, fc.constantFrom(-3, 0, 3))),
    picks: fc.array(fc.option(fc.record({ pick: anyPick, best: fc.boolean() })), { minLength: 5, maxLength: 5 }),
  });
  const anyTable = fc.record({
    from: fc.constantFrom(0, 1, 2),
    to: fc.constantFrom(0, 1, 2),
    games: fc.constantFrom('all', 'all', 'all', ...sideGameKinds),
    measure: fc.constantFrom<SideMeasure>(...sideMeasures),
    lower: fc.option(fc.constantFrom(0, 1)),
  });
  const someRules: fc.Arbitrary<PoolRules> = fc
    .record({
      useSpread: fc.boolean(),
      tie: fc.constantFrom('nobody', 'half', 'both'),
      push: fc.constantFrom('home', 'half', 'none'),
      missed: fc.constantFrom('nothing', 'home', 'away'),
      bestBets: fc.constantFrom(0, 3),
    } as const)
    .map(rulesWith);

  it('is as a naive count says, also from stored scores of whole weeks', () => {
    fc.assert(
      fc.property(fc.array(anyOfWeek, { minLength: 3, maxLength: 12 }), anyTable, someRules, (drawn, terms, rules) => {
        const all = drawn.map((each, index) => {
          const [date, time, kinds] = each.slot;
          const [home, away, isDivision] = each.pair;
          const week = weekIds[each.at] as string;
          const kickoff = easternToUtc(date, time) + each.at * 7 * 24 * 60 * MINUTE;
          const { homeScore, awayScore, spread } = each;
          const status = each.state === 'off' ? 'Not Started' : (each.state as Game['status']);
          const isOff = each.state === 'off' ? 'cancelled' : null;
          const facts = { gid: `g${index}`, weekId: week, kickoff, home, away, homeScore, awayScore, spread };
          const game = aGame({ ...facts, status, void: isOff });
          const isFinal = each.state === 'Final';
          return { ...each, game, isFinal, kinds: ['all', ...kinds, ...(isDivision ? ['division'] : [])] };
        });
        const people = ['Ann', 'Bob', 'Cat', 'Dan', 'Eve'].map((name, at) => {
          const made = all.flatMap(({ game, isFinal, picks }) => {
            const own = picks[at];
            return own && isFinal ? [[game.gid, { ...own.pick, best: own.best }] as const] : [];
          });
          return entry(name, Object.fromEntries(made));
        });
        const table = aTable({
          from: weekIds[terms.from] as string,
          to: weekIds[terms.to] as string,
          games: terms.games,
          measure: terms.measure,
          who: terms.lower === null ? { kind: 'all' } : { kind: 'lower', week: weekIds[terms.lower] as string },
        });
        const season = aSeason(
          all.map(({ game }) => game),
          people,
        );

        const pickFor = (person: LabEntry, gid: string) =>
          person.picks[gid] ?? (rules.missed === 'nothing' ? undefined : { side: rules.missed as 'home', bus: false });
        const isRight = (person: LabEntry, game: Game) =>
          pickResult(pickFor(person, game.gid), game, rules) === 'correct';
        const points = (person: LabEntry, counted: typeof all) => {
          let total = 0;
          for (const { game } of counted) total += pickHalves(pickFor(person, game.gid), game, rules);
          return total;
        };
        const isDecided = (at: number) => {
          const counting = all.filter((each) => each.at === at && each.state !== 'off');
          return counting.length > 0 && counting.every(({ isFinal }) => isFinal);
        };
        const finals = all.filter(({ isFinal }) => isFinal);
        const inTable = finals.filter(
          ({ at, kinds }) => at >= terms.from && at <= terms.to && kinds.includes(terms.games),
        );
        let field = people;
        if (terms.lower !== null) {
          const upTo = terms.lower;
          const before = finals.filter(({ at }) => at <= upTo);
          const totals = people.map((person) => points(person, before)).sort((a, b) => a - b);
          field = isDecided(upTo) ? people.filter((person) => points(person, before) <= (totals[1] as number)) : [];
        }
        const count = (person: LabEntry): number => {
          let value = 0;
          for (const { game, at } of inTable) {
            const pick = pickFor(person, game.gid);
            const right = isRight(person, game);
            const { homeScore, awayScore, spread } = game;
            const isUpset = spread !== null && (homeScore - awayScore) * spread < 0;
            const isWinner = pick?.side === (homeScore > awayScore ? 'home' : 'away');
            if (terms.measure === 'right' && right) value += 1;
            if (terms.measure === 'upsets' && right && isUpset && isWinner) value += 1;
            // A week counts once, at its first game.
            if (terms.measure === 'weeks' && inTable.find((each) => each.at === at)?.game === game && isDecided(at)) {
              const ofWeek = inTable.filter((each) => each.at === at);
              const own = points(person, ofWeek);
              if (own > 0 && field.every((other) => points(other, ofWeek) <= own)) value += 1;
            }
          }
          return terms.measure === 'points' || terms.measure === 'fewest' ? points(person, inTable) : value;
        };
        const isFewest = terms.measure === 'fewest';
        const listed = isFewest
          ? field.filter((person) => inTable.some(({ game }) => person.picks[game.gid] !== undefined))
          : field;
        const values = listed.map((person) => ({ id: person.id, value: count(person) }));
        const expected = values.map(({ id, value }) => {
          const rank = 1 + values.filter((other) => (isFewest ? other.value < value : other.value > value)).length;
          return { id, rank, value };
        });
        expected.sort((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1));
        const byWeek = (scoreOf: (person: LabEntry, ofWeek: typeof all) => number) =>
          new Map(
            people.map((person) => {
              const weeks = weekIds.map((week, at) => [
                week,
                scoreOf(
                  person,
                  finals.filter((each) => each.at === at),
                ),
              ]);
              return [person.id, Object.fromEntries(weeks) as Record<string, number>];
            }),
          );
        const halves = byWeek(points);
        const correct = byWeek((person, ofWeek) => ofWeek.filter(({ game }) => isRight(person, game)).length);
        const needed = new Set(season.games.filter((game) => needsPicks(table, game)).map(({ gid }) => gid));
        const entries = people.map((person) => {
          const picks = Object.entries(person.picks).filter(([gid]) => needed.has(gid));
          return { ...person, picks: Object.fromEntries(picks) };
        });
        for (const each of [season, { ...season, entries, scores: { halves, correct } }]) {
          const rows = sideStandings(table, each, rules).map(({ id, rank, value }) => ({ id, rank, value }));
          expect(rows).toEqual(expected);
        }

        const hasEnded = (at: number) => {
          const own = all.filter((each) => each.at === at);
          return own.length > 0 && own.every(({ state, isFinal }) => state === 'off' || isFinal);
        };
        const over =
          terms.from <= terms.to && [0, 1, 2].every((at) => at < terms.from || at > terms.to || hasEnded(at));
        const won = over ? expected.filter(({ rank, value }) => rank === 1 && (isFewest || value > 0)) : [];
        expect(sideWinners(table, season, rules).map(({ id }) => id)).toEqual(won.map(({ id }) => id));
        expect(isSideDecided(table, weekIds, season.games)).toBe(over);
      }),
      { numRuns: 300 },
    );
  });
});
