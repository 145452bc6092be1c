import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { almanacOf } from './almanac.ts';
import { lastMatches, nameId, peopleOf, personOf } from './league.ts';
import { ownRecord } from './own-record.ts';
import { rivalsOf } from './rivals.ts';
import type { AlmanacEntry, AlmanacSeason, League, Tally, TypedPlace } from './season.ts';

const NONE: Tally = { right: 0, wrong: 0 };

/** An entry of a person whose id and name are `ownerId`, with what a test asks about. */
function anEntry(ownerId: string, changes: Partial<AlmanacEntry> = {}): AlmanacEntry {
  return {
    id: `${ownerId}1`,
    ownerId,
    name: ownerId,
    rank: 1,
    totalHalves: 20,
    weekHalves: [],
    ranks: [],
    won: [],
    picks: [],
    streak: null,
    upset: null,
    teams: {},
    against: {},
    favorites: NONE,
    underdogs: NONE,
    home: NONE,
    away: NONE,
    ...changes,
  };
}

function aSeason(year: number, entries: readonly AlmanacEntry[], changes: Partial<AlmanacSeason> = {}): AlmanacSeason {
  const weekIds = [`${year}-week1`, `${year}-week2`, `${year}-week3`];
  return {
    poolId: `p${year}`,
    poolName: `Office ${year}`,
    year,
    plays: 'weeks',
    isOver: true,
    weekIds,
    entries,
    ...changes,
  };
}

/** A typed place; `2 Ann` is the second place. */
function typed(place: number, name: string, changes: Partial<TypedPlace> = {}): TypedPlace {
  return { place, name, points: null, prize: null, personId: null, ...changes };
}

function aLeague(changes: Partial<League>): League {
  return { seasons: [], typed: [], matched: new Map(), names: new Map(), ...changes };
}

/** A season in which these people, with ranks, had a place. */
function placed(year: number, ranks: Readonly<Record<string, number>>, changes: Partial<AlmanacSeason> = {}) {
  return aSeason(
    year,
    Object.entries(ranks).map(([name, rank]) => anEntry(name, { rank })),
    changes,
  );
}

function record(kind: string, seasons: readonly AlmanacSeason[], viewer = 'nobody') {
  return almanacOf(aLeague({ seasons }), viewer).records.find((each) => each.kind === kind);
}

function holders(kind: string, seasons: readonly AlmanacSeason[]) {
  return record(kind, seasons)?.holders.map(({ name, year }) => `${name} ${year}`);
}

describe('A person', () => {
  test('is a user, or the user whom a commissioner says that a player is', () => {
    const league = aLeague({ matched: new Map([['player', 'ann']]) });
    expect([personOf(league, 'ann'), personOf(league, 'player'), personOf(league, 'bob')]).toEqual([
      'ann',
      'ann',
      'bob',
    ]);
  });

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['the last one of a chain', { a: 'b', b: 'c' }, { a: 'c', b: 'c' }],
    ['nobody else after a match with oneself', { a: 'b', b: 'b', c: 'c' }, { a: 'b' }],
    ['nobody in a loop, or on the way into one', { a: 'b', b: 'a', c: 'a', d: 'e' }, { d: 'e' }],
  ])('is matched with %s: %j', (_, matches, last) => {
    expect(Object.fromEntries(lastMatches(new Map(Object.entries(matches))))).toEqual(last);
  });

  test('has their present name', () => {
    const seasons = [aSeason(2024, [anEntry('u1', { name: 'Big Ann' })])];
    const names = new Map([['u1', 'Former player']]);
    expect(peopleOf(aLeague({ seasons, names }))).toEqual(names);
  });

  test('is one where the same name is typed in several years, in its last spelling', () => {
    const league = aLeague({
      typed: [
        { year: 2019, places: [typed(1, 'ANN Lee')] },
        { year: 2018, places: [typed(1, 'Ann  lee')] },
      ],
    });
    expect(peopleOf(league)).toEqual(new Map([['name:ann lee', 'ANN Lee']]));
    expect(nameId(' Ann  LEE')).toBe('name:ann lee');
  });

  test('is another one where a name is typed twice in a year', () => {
    const league = aLeague({ typed: [{ year: 2018, places: [typed(1, 'Ann'), typed(2, 'ann')] }] });
    expect(peopleOf(league)).toEqual(
      new Map([
        ['name:ann', 'Ann'],
        [nameId('Ann', 2), 'ann'],
      ]),
    );
    expect(nameId('Ann', 2)).toBe('name~2:ann');
  });

  test('of a typed name is whom a commissioner matched, with their present name', () => {
    const places = [typed(1, 'Annie', { personId: 'player' }), typed(2, 'ann')];
    const league = aLeague({
      typed: [{ year: 2018, places }],
      matched: new Map([['player', 'ann']]),
      names: new Map([['ann', 'Ann Lee']]),
    });
    const [year] = almanacOf(league, 'ann').years;
    expect(year?.table.map(({ person, name }) => [person, name])).toEqual([
      ['ann', 'Ann Lee'],
      ['name:ann', 'ann'],
    ]);
  });
});

describe('The years', () => {
  test('are those played here and typed ones, the latest first, each with its table', () => {
    const seasons = [
      aSeason(2025, [anEntry('ann', { name: 'Ann 2', totalHalves: 15 })]),
      aSeason(2026, [anEntry('bob', { totalHalves: null })], {
        isOver: false,
        weekIds: ['2026-week1'],
        plays: 'season',
      }),
    ];
    const places = [typed(2, 'Bob'), typed(1, 'Ann', { points: 7.5, prize: 5000 })];
    expect(almanacOf(aLeague({ seasons, typed: [{ year: 2019, places }] }), 'ann').years).toEqual([
      {
        year: 2026,
        pool: { id: 'p2026', name: 'Office 2026' },
        isOwn: false,
        isOver: false,
        weeks: 1,
        table: [{ place: 1, name: 'bob', person: 'bob', points: null }],
      },
      {
        year: 2025,
        pool: { id: 'p2025', name: 'Office 2025' },
        isOwn: true,
        isOver: true,
        weeks: 3,
        table: [{ place: 1, name: 'Ann 2', person: 'ann', points: 7.5 }],
      },
      {
        year: 2019,
        pool: null,
        isOwn: false,
        isOver: true,
        weeks: 0,
        table: [
          { place: 1, name: 'Ann', person: 'name:ann', points: 7.5, prize: 5000 },
          { place: 2, name: 'Bob', person: 'name:bob', points: null },
        ],
      },
    ]);
  });

  test('of one year have the later pool first', () => {
    const seasons = [placed(2026, { ann: 1 }), placed(2026, { ann: 1 }, { poolId: 'later' })];
    expect(almanacOf(aLeague({ seasons }), 'ann').years.map(({ pool }) => pool?.id)).toEqual(['later', 'p2026']);
  });

  test('have no table before the first decided week', () => {
    const season = placed(2026, { ann: 1 }, { weekIds: [], isOver: false });
    expect(almanacOf(aLeague({ seasons: [season] }), 'ann').years[0]?.table).toEqual([]);
  });
});

describe('The all-time table', () => {
  const allTime = (changes: Partial<League>) => almanacOf(aLeague(changes), 'nobody').allTime;
  const order = (seasons: readonly AlmanacSeason[]) => allTime({ seasons }).map(({ person }) => person.name);

  test('is by titles, then second places, then third places', () => {
    expect(
      order([placed(2024, { cal: 1, ann: 2, bob: 3, dee: 4 }), placed(2025, { cal: 1, bob: 2, ann: 4, dee: 3 })]),
    ).toEqual(['cal', 'bob', 'ann', 'dee']);
  });

  test('is then by the best place, by seasons, and by name', () => {
    expect(order([placed(2024, { ann: 9, bob: 5, dee: 5 }), placed(2025, { bob: 7, cal: 5, eve: 5 })])).toEqual([
      'bob',
      'cal',
      'dee',
      'eve',
      'ann',
    ]);
  });

  test('counts typed years for titles and places, and marks them', () => {
    const [ann] = allTime({
      seasons: [placed(2025, { ann: 2 })],
      typed: [{ year: 2018, places: [typed(1, 'Ann', { personId: 'ann' })] }],
    });
    expect(ann).toEqual({
      person: { id: 'ann', name: 'ann' },
      seasons: 2,
      typed: 1,
      titles: 1,
      seconds: 1,
      thirds: 0,
      best: 1,
      weekWins: 0,
      picks: NONE,
      places: [
        { year: 2018, place: 1 },
        { year: 2025, place: 2 },
      ],
    });
  });

  test('counts shared places for each', () => {
    expect(allTime({ seasons: [placed(2025, { ann: 1, bob: 1 })] }).map(({ titles }) => titles)).toEqual([1, 1]);
  });

  test('of several entries counts the best place, a week once, and all picks', () => {
    const first = anEntry('ann', { rank: 3, won: [true, false, true], picks: [{ right: 3, wrong: 1 }] });
    const second = anEntry('ann', { id: 'ann2', rank: 2, won: [true, true, false], picks: [{ right: 2, wrong: 2 }] });
    const [ann] = allTime({ seasons: [aSeason(2025, [second, first])] });
    expect(ann).toMatchObject({
      best: 2,
      seasons: 1,
      seconds: 1,
      thirds: 0,
      weekWins: 3,
      picks: { right: 5, wrong: 3 },
    });
  });

  test('of a season that is still played counts weeks and picks only', () => {
    const running = aSeason(2026, [anEntry('ann', { won: [true], picks: [{ right: 1, wrong: 0 }] }), anEntry('bob')], {
      isOver: false,
    });
    const rows = allTime({ seasons: [placed(2025, { ann: 2 }), running] });
    expect(rows).toMatchObject([{ person: { id: 'ann' }, seasons: 1, titles: 0, weekWins: 1, picks: { right: 1 } }]);
    expect(rows).toHaveLength(1);
  });
});

describe('The best week', () => {
  const week = (name: string, ...picks: [number, number][]) =>
    anEntry(name, { picks: picks.map(([right, wrong]) => ({ right, wrong })) });

  test('has the most right picks, and of several the fewest wrong ones', () => {
    const season = aSeason(2025, [week('ann', [12, 4], [11, 0]), week('bob', [12, 3]), week('cal', [11, 0])]);
    expect(record('bestWeek', [season])).toMatchObject({ value: 12, of: 15, more: 0, holders: [{ name: 'bob' }] });
  });

  test('is shared by all with the same picks', () => {
    const seasons = [aSeason(2024, [week('ann', [12, 3])]), aSeason(2025, [week('bob', [0, 0], [12, 3])])];
    expect(holders('bestWeek', seasons)).toEqual(['ann 2024', 'bob 2025']);
  });

  test('is none of survivor, and none without a right pick', () => {
    expect(record('bestWeek', [aSeason(2025, [week('ann', [2, 0])], { plays: 'season' })])).toBeUndefined();
    expect(record('bestWeek', [aSeason(2025, [week('ann', [0, 9])])])).toBeUndefined();
  });

  test('counts in a season that is still played', () => {
    expect(holders('bestWeek', [aSeason(2026, [week('ann', [2, 0])], { isOver: false })])).toEqual(['ann 2026']);
  });
});

describe('The longest streak', () => {
  const streak = (name: string, length: number, from = 1) =>
    anEntry(name, { streak: { length, fromWeek: `2025-week${from}`, toWeek: '2025-week3' } });

  test('is that of one season, also of survivor', () => {
    const seasons = [aSeason(2024, [streak('ann', 4)], { plays: 'season' }), aSeason(2025, [streak('bob', 3)])];
    expect(record('streak', seasons)).toMatchObject({ value: 4, holders: [{ name: 'ann' }] });
  });

  test('names at most five, the earliest first, and how many others there are', () => {
    const names = ['ann', 'bob', 'cal', 'dee', 'eve'];
    const latest = aSeason(2025, [...names.map((name) => streak(name, 4, 2)), streak('fay', 4, 1)]);
    const seasons = [aSeason(2024, [streak('zoe', 4)]), latest];
    expect(record('streak', seasons)?.more).toBe(2);
    expect(holders('streak', seasons)).toEqual(['zoe 2024', 'fay 2025', 'ann 2025', 'bob 2025', 'cal 2025']);
  });
});

describe('The most week wins', () => {
  test('are those of an entry in one season', () => {
    const seasons = [
      aSeason(2024, [anEntry('ann', { won: [true, false, true] })]),
      aSeason(2025, [anEntry('ann', { won: [true, false, false] }), anEntry('bob', { won: [true, true, false] })]),
    ];
    expect(record('weekWins', seasons)?.value).toBe(2);
    expect(holders('weekWins', seasons)).toEqual(['ann 2024', 'bob 2025']);
  });

  test('are none if nobody won a week', () => {
    expect(record('weekWins', [aSeason(2025, [anEntry('ann', { won: [false] })])])).toBeUndefined();
  });
});

describe('The closest finish', () => {
  const finish = (year: number, totals: readonly [number, number, number], changes: Partial<AlmanacSeason> = {}) => {
    const rankOf = (total: number) => 1 + totals.filter((other) => other > total).length;
    const [ann, bob, cal] = totals;
    const entry = (name: string, totalHalves: number) => anEntry(name, { rank: rankOf(totalHalves), totalHalves });
    return aSeason(year, [entry('ann', ann), entry('bob', bob), entry('cal', cal)], changes);
  };

  test('is the smallest difference of the first two, in half points, held by the first', () => {
    const seasons = [finish(2024, [40, 36, 36]), finish(2025, [40, 37, 10])];
    expect(record('closestFinish', seasons)?.value).toBe(3);
    expect(holders('closestFinish', seasons)).toEqual(['ann 2025']);
  });

  test('is 0 where the first place is shared, held by all who share it', () => {
    const seasons = [finish(2024, [40, 39, 36]), finish(2025, [40, 40, 10])];
    expect(record('closestFinish', seasons)?.value).toBe(0);
    expect(holders('closestFinish', seasons)).toEqual(['ann 2025', 'bob 2025']);
  });

  test('is 0 where a tiebreak separated the first two', () => {
    const entries = [anEntry('ann', { rank: 1 }), anEntry('bob', { rank: 2 })];
    expect(record('closestFinish', [aSeason(2025, entries)])).toMatchObject({ value: 0, holders: [{ name: 'ann' }] });
  });

  test('is none of a season that is still played, of one entry, and of survivor', () => {
    expect(record('closestFinish', [finish(2026, [4, 3, 2], { isOver: false })])).toBeUndefined();
    expect(record('closestFinish', [aSeason(2025, [anEntry('ann')])])).toBeUndefined();
    const survivors = [anEntry('ann', { totalHalves: null }), anEntry('bob', { totalHalves: null })];
    expect(record('closestFinish', [aSeason(2025, survivors, { plays: 'season' })])).toBeUndefined();
  });
});

describe('The biggest upset', () => {
  test('is the one with the most points', () => {
    const upset = (name: string, line: number) =>
      anEntry(name, { upset: { line, weekId: '2025-week2', team: 'CLE', opponent: 'BUF' } });
    const season = aSeason(2025, [upset('ann', 9.5), upset('bob', 13), upset('cal', 13), anEntry('dee')]);
    expect(record('upset', [season])?.value).toBe(13);
    expect(holders('upset', [season])).toEqual(['bob 2025', 'cal 2025']);
  });
});

describe('Records', () => {
  test('have no typed year', () => {
    expect(
      almanacOf(aLeague({ typed: [{ year: 2019, places: [typed(1, 'Ann'), typed(2, 'Bob')] }] }), 'ann').records,
    ).toEqual([]);
  });

  const upset = { line: 9, weekId: '2025-week2', team: 'CLE', opponent: 'BUF' };
  const streak = { length: 5, fromWeek: '2025-week1', toWeek: '2025-week3' };
  const seasons = [
    aSeason(2024, [anEntry('cal')]),
    aSeason(2025, [anEntry('ann', { upset, streak, won: [true], picks: [{ right: 3, wrong: 1 }] }), anEntry('bob')]),
  ];

  test('show weeks and teams to those who played the season', () => {
    const own = { person: { id: 'ann', name: 'ann' }, name: 'ann', year: 2025 };
    const league = aLeague({ seasons, matched: new Map([['player', 'bob']]) });
    for (const viewer of ['bob', 'player']) {
      const { records } = almanacOf(league, viewer);
      expect(records.map(({ kind, holders: [first] }) => [kind, first])).toEqual([
        ['bestWeek', { ...own, weekId: '2025-week1' }],
        ['streak', { ...own, weekId: '2025-week1', toWeekId: '2025-week3' }],
        ['weekWins', own],
        ['closestFinish', own],
        ['upset', { ...own, weekId: '2025-week2', team: 'CLE', opponent: 'BUF' }],
      ]);
    }
  });

  test.each(['cal', 'nobody'])('show neither to %s, who did not', (viewer) => {
    const { records } = almanacOf(aLeague({ seasons }), viewer);
    expect(records).toHaveLength(5);
    for (const { holders: all } of records)
      expect(all[0]).toEqual({ person: { id: 'ann', name: 'ann' }, name: 'ann', year: 2025 });
  });
});

describe('Duels', () => {
  const week = (name: string, ...weekHalves: (number | null)[]) => anEntry(name, { weekHalves });
  const duelsOf = (changes: Partial<League>, person = 'ann') =>
    rivalsOf(aLeague(changes), person)?.rivals.map((rival) => ({ ...rival, person: rival.person.id }));
  const none = { before: 0, behind: 0, level: 0 };

  test('by week count the points of weeks that both played', () => {
    const season = aSeason(2026, [week('ann', 4, 2, 6, 8), week('bob', 2, 2, 8, null)], { isOver: false });
    expect(duelsOf({ seasons: [season] })).toEqual([
      { person: 'bob', weeks: { before: 1, behind: 1, level: 1 }, seasons: none },
    ]);
  });

  test('by week count the best entry of each', () => {
    const second = anEntry('ann', { id: 'ann2', weekHalves: [6, null] });
    const season = aSeason(2026, [week('ann', 2, 2), second, week('bob', 4, 2)], { isOver: false });
    expect(duelsOf({ seasons: [season] })).toMatchObject([{ weeks: { before: 1, behind: 0, level: 1 } }]);
  });

  test('by season count the places of seasons that are over, and of typed years with both', () => {
    const seasons = [
      placed(2024, { ann: 1, bob: 2 }),
      placed(2025, { ann: 3, bob: 3 }),
      placed(2026, { ann: 1, bob: 2 }, { isOver: false }),
    ];
    const places = [typed(1, 'Bob', { personId: 'bob' }), typed(2, 'Ann', { personId: 'ann' })];
    const years = [
      { year: 2018, places },
      { year: 2019, places: places.slice(1) },
    ];
    expect(duelsOf({ seasons, typed: years })).toEqual([
      { person: 'bob', weeks: none, seasons: { before: 1, behind: 1, level: 1 } },
    ]);
  });

  test('by season, but not by week, are there in survivor', () => {
    const entries = [week('ann', null), anEntry('bob', { rank: 2, weekHalves: [null] })];
    expect(duelsOf({ seasons: [aSeason(2025, entries, { plays: 'season' })] })).toEqual([
      { person: 'bob', weeks: none, seasons: { before: 1, behind: 0, level: 0 } },
    ]);
  });

  test('are in the order of shared weeks, then of seasons, then of names', () => {
    const first = aSeason(2024, [week('ann', 2, 2), week('eve', 2, 2), week('dee', 2), week('cal', 2), week('bob', 2)]);
    const seasons = [first, placed(2025, { ann: 1, dee: 2 })];
    expect(duelsOf({ seasons })?.map(({ person }) => person)).toEqual(['eve', 'dee', 'bob', 'cal']);
  });

  test('are those of a matched player with the person whom they are', () => {
    const seasons = [placed(2024, { player: 1, bob: 2 }), placed(2025, { ann: 2, bob: 1 })];
    const matched = new Map([['player', 'ann']]);
    expect(duelsOf({ seasons, matched }, 'player')).toMatchObject([
      { person: 'bob', seasons: { before: 1, behind: 1 } },
    ]);
    expect(duelsOf({ seasons, matched }, 'bob')).toMatchObject([{ person: 'ann', seasons: { before: 1, behind: 1 } }]);
  });

  test('are null for somebody unknown, and none for somebody who met nobody', () => {
    expect(rivalsOf(aLeague({}), 'ann')).toBeNull();
    expect(duelsOf({ seasons: [placed(2025, { ann: 1 })] })).toEqual([]);
  });
});

describe('The own record', () => {
  test('adds up the picks of all entries and seasons of a person', () => {
    const entry = (changes: Partial<AlmanacEntry>) => anEntry('ann', changes);
    const one = { right: 1, wrong: 0 };
    const seasons = [
      aSeason(2024, [
        entry({ picks: [one, { right: 2, wrong: 3 }], favorites: one, teams: { BUF: { right: 1, wrong: 3 } } }),
      ]),
      aSeason(2025, [
        entry({ picks: [one], underdogs: one, home: one, away: { right: 0, wrong: 2 }, teams: { DAL: one } }),
        entry({ id: 'ann2', favorites: one, against: { BUF: one, NYG: one } }),
        anEntry('bob', { picks: [one], teams: { BUF: one } }),
      ]),
    ];
    expect(ownRecord(aLeague({ seasons }), 'ann')).toEqual({
      picks: { right: 4, wrong: 3 },
      teams: [
        { team: 'BUF', picked: { right: 1, wrong: 3 }, against: one },
        { team: 'NYG', picked: NONE, against: one },
        { team: 'DAL', picked: one, against: NONE },
      ],
      favorites: { right: 2, wrong: 0 },
      underdogs: one,
      home: one,
      away: { right: 0, wrong: 2 },
    });
  });

  test('is empty for somebody who never played', () => {
    expect(ownRecord(aLeague({}), 'ann')).toMatchObject({ picks: NONE, teams: [] });
  });
});

describe('Any league', () => {
  const people = ['ann', 'bob', 'cal', 'player'];
  const anyTally = fc.record({ right: fc.nat(9), wrong: fc.nat(9) });
  const anyEntry = (year: number) =>
    fc
      .record({
        owner: fc.constantFrom(...people),
        rank: fc.integer({ min: 1, max: 4 }),
        weekHalves: fc.array(fc.option(fc.nat(8)), { minLength: 3, maxLength: 3 }),
        won: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
        picks: fc.array(anyTally, { minLength: 3, maxLength: 3 }),
        line: fc.option(fc.integer({ min: 1, max: 14 })),
        length: fc.option(fc.integer({ min: 1, max: 14 })),
      })
      .map(({ owner, line, length, ...entry }) =>
        anEntry(owner, {
          ...entry,
          upset: line === null ? null : { line, weekId: `${year}-week2`, team: `T${year}`, opponent: `O${year}` },
          streak: length === null ? null : { length, fromWeek: `${year}-week1`, toWeek: `${year}-week3` },
        }),
      );
  const anySeason = (year: number) =>
    fc
      .record({ entries: fc.array(anyEntry(year), { maxLength: 6 }), isOver: fc.boolean() })
      .map(({ entries, isOver }) =>
        aSeason(
          year,
          entries.toSorted((a, b) => a.rank - b.rank),
          { isOver },
        ),
      );
  const anyPlace = fc.record({
    place: fc.integer({ min: 1, max: 4 }),
    name: fc.constantFrom('Ann', 'Bob'),
    personId: fc.option(fc.constantFrom(...people)),
  });
  const anyLeague = fc
    .record({
      seasons: fc.tuple(anySeason(2024), anySeason(2025), anySeason(2026)),
      places: fc.array(anyPlace, { maxLength: 4 }),
    })
    .map(({ seasons, places }) =>
      aLeague({
        seasons,
        typed: [{ year: 2019, places: places.map(({ place, name, personId }) => typed(place, name, { personId })) }],
        matched: new Map([['player', 'cal']]),
      }),
    );

  test('has mirrored duels', () => {
    fc.assert(
      fc.property(anyLeague, (league) => {
        for (const [id] of peopleOf(league)) {
          for (const { person, weeks, seasons } of rivalsOf(league, id)?.rivals ?? []) {
            const mirror = rivalsOf(league, person.id)?.rivals.find((rival) => rival.person.id === id);
            expect(mirror?.weeks).toEqual({ before: weeks.behind, behind: weeks.before, level: weeks.level });
            expect(mirror?.seasons).toEqual({ before: seasons.behind, behind: seasons.before, level: seasons.level });
          }
        }
      }),
    );
  });

  test('has a place for each season that is over, and no other', () => {
    fc.assert(
      fc.property(anyLeague, (league) => {
        const { allTime, years } = almanacOf(league, 'ann');
        for (const { person, places, seasons, titles, seconds, thirds, best } of allTime) {
          const own = years.filter(({ isOver, table }) => isOver && table.some((row) => row.person === person.id));
          expect(places.map(({ year }) => year)).toEqual(own.map(({ year }) => year).toSorted());
          expect(seasons).toBe(places.length);
          const after = places.filter(({ place }) => place > 3).length;
          expect(titles + seconds + thirds + after).toBe(seasons);
          expect(best).toBe(Math.min(...places.map(({ place }) => place)));
        }
      }),
    );
  });

  test('shows no week and no team of a season in which the viewer did not play', () => {
    fc.assert(
      fc.property(anyLeague, fc.constantFrom(...people), (league, viewer) => {
        const text = JSON.stringify(almanacOf(league, viewer));
        for (const { year, entries } of league.seasons) {
          const isOwn = entries.some(({ ownerId }) => personOf(league, ownerId) === personOf(league, viewer));
          const words = [`${year}-week`, `T${year}`, `O${year}`];
          if (!isOwn) for (const word of words) expect(text).not.toContain(word);
        }
      }),
    );
  });
});
