import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareNames } from '#core/name-order.ts';
import { ruleChoices, rulesWith } from '#core/rules/pool-rules.ts';
import type { Entrant, MatchupScore, WeekTie } from '#core/standings.ts';
import {
  DEFAULT_MATCHUP_SORT,
  distinctNames,
  lateWeeks,
  medal,
  nextMatchupSort,
  pinnedRow,
  rankRows,
  seasonTotal,
  seasonWeeks,
  sortMatchup,
  standings,
} from '#core/standings.ts';
import { weekWinners } from '#core/week-winners.ts';
import { aFinal, aGame, anyText, straightUp } from '#tests/core-samples.ts';

function scored(name: string, score: number): { id: string; name: string; score: number } {
  return { id: `id of ${name}`, name, score };
}

function ranked(rows: readonly { id: string; name: string; score: number }[]) {
  return rankRows(rows, (row) => row.score);
}

const anyRows = fc
  .array(fc.tuple(fc.constantFrom('Ann', 'Bob', 'Cy', 'Dee', 'Édouard'), fc.integer({ min: 0, max: 12 })), {
    maxLength: 30,
  })
  .map((rows) => rows.map(([name, score], index) => ({ id: `u${index}`, name, score })));

describe('The ranks', () => {
  it('go by score, highest first', () => {
    const rows = ranked([scored('Ann', 3), scored('Bob', 9), scored('Cy', 5)]);
    expect(rows.map((row) => [row.rank, row.name])).toEqual([
      [1, 'Bob'],
      [2, 'Cy'],
      [3, 'Ann'],
    ]);
  });

  it('are shared by ties, then by name; the ranks they use up are left out', () => {
    const rows = ranked([scored('Dee', 5), scored('Cy', 7), scored('Ann', 5), scored('Bob', 9), scored('Eve', 4)]);
    expect(rows.map((row) => [row.rank, row.name])).toEqual([
      [1, 'Bob'],
      [2, 'Cy'],
      [3, 'Ann'],
      [3, 'Dee'],
      [5, 'Eve'],
    ]);
  });

  it('sort names naturally: ignoring capitals and accents, with numbers by value', () => {
    const names = ['zoe', 'Émile', 'Eve', 'ann', 'Player 10', 'Player 9', 'Bob'];
    const rows = ranked(names.map((name) => scored(name, 5)));
    expect(rows.map((row) => row.name)).toEqual(['ann', 'Bob', 'Émile', 'Eve', 'Player 9', 'Player 10', 'zoe']);
  });

  it('keep members of one name in the same order, whatever order they came in', () => {
    const first = { id: 'a', name: 'Sam' };
    const second = { id: 'b', name: 'Sam' };
    expect(compareNames(first, second)).toBeLessThan(0);
    expect(compareNames(second, first)).toBeGreaterThan(0);
    expect(compareNames(first, first)).toBe(0);
  });

  it('are consistent: one more than the players who are better, for everyone', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const result = ranked(rows);
        expect(result).toHaveLength(rows.length);
        for (const row of result) {
          expect(row.rank).toBe(1 + rows.filter((other) => other.score > row.score).length);
        }
        expect(ranked(rows.toReversed())).toEqual(result);
      }),
    );
  });

  it('are none when nobody plays', () => {
    expect(ranked([])).toEqual([]);
  });
});

describe('The markers', () => {
  it.each([
    [1, 'trophy'],
    [2, 'silver'],
    [3, 'bronze'],
    [4, null],
    [0, null],
  ])('give rank %s the %s', (rank, icon) => {
    expect(medal(rank)).toBe(icon);
  });

  it('follow the ranks, shared ones too', () => {
    const rows = ranked([scored('Ann', 9), scored('Bob', 9), scored('Cy', 5), scored('Dee', 1)]);
    expect(rows.map((row) => row.medal)).toEqual(['trophy', 'trophy', 'bronze', null]);
  });

  it('give their medals for a score of 0, too', () => {
    const rows = ranked([scored('Ann', 1), scored('Bob', 0), scored('Cy', 0)]);
    expect(rows.map((row) => row.medal)).toEqual(['trophy', 'silver', 'silver']);
  });

  it.each([
    ['the one with the lowest score', [9, 5, 3], [false, false, true]],
    ['everyone with the lowest score', [9, 3, 3], [false, true, true]],
    ['nobody if all are level', [5, 5, 5], [false, false, false]],
    ['nobody before the first game', [0, 0], [false, false]],
    ['nobody in a pool of one', [7], [false]],
  ])('mark as last %s', (_name, scores, last) => {
    const rows = ranked(scores.map((score, index) => scored(`P${index}`, score)));
    expect(rows.map((row) => row.isLast)).toEqual(last);
  });

  it('never mark a leader as last', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        expect(ranked(rows).filter((row) => row.isLast && row.rank === 1)).toEqual([]);
      }),
    );
  });
});

const week = { hasFinal: false, isDecided: false, lastLockAt: 0 };
const played = (...ids: string[]) => ids.map((id) => ({ id, hasFinal: true, isDecided: true, lastLockAt: 0 }));

describe('The row that stays in view', () => {
  it.each([
    ['nobody plays', '', undefined],
    ['the viewer does not play', 'Bob Cy', undefined],
    ['one entry is own', 'Bob Ann Cy', 1],
    ['only the best of several', 'Bob Ann Cy Ann', 1],
  ])('%s', (_, owners, expected) => {
    const rows = owners.split(' ').map((ownerId, at) => ({ at, ownerId }));
    expect(pinnedRow(rows, 'Ann')?.at).toBe(expected);
  });
});

describe('The standings of a pool', () => {
  const ann: Entrant = {
    id: 'a',
    name: 'Ann',
    joinedAt: 0,
    isFirst: true,
    weeks: { '2026-week1': 18, '2026-week2': 8, '2025-week1': 198 },
  };
  const bob: Entrant = { id: 'b', name: 'Bob', joinedAt: 0, isFirst: true, weeks: { '2026-week2': 28 } };

  it('sum the pool’s weeks only, and average over those with a Final game', () => {
    const rows = standings(
      [ann, bob],
      [...played('2026-week1', '2026-week2'), { ...week, id: '2026-week3' }],
      straightUp,
    );
    expect(rows).toMatchObject([
      { name: 'Bob', total: 28, average: 7, rank: 1, medal: 'trophy', isLast: false },
      { name: 'Ann', total: 26, average: 6.5, rank: 2, medal: 'silver', isLast: true },
    ]);
  });

  it('change with the enabled weeks, and come back with them', () => {
    expect(standings([ann, bob], played('2026-week1'), straightUp).map((row) => row.name)).toEqual(['Ann', 'Bob']);
    expect(standings([ann, bob], [], straightUp).map((row) => row.total)).toEqual([0, 0]);
    expect(standings([ann, bob], played('2026-week1', '2026-week2'), straightUp)[0]?.name).toBe('Bob');
  });

  it('leave out a removed member, and restore them with everything', () => {
    const before = standings([ann, bob], played('2026-week1', '2026-week2'), straightUp);
    expect(standings([ann], played('2026-week1', '2026-week2'), straightUp).map((row) => row.name)).toEqual(['Ann']);
    expect(standings([ann, bob], played('2026-week1', '2026-week2'), straightUp)).toEqual(before);
  });
});

describe('The season tiebreak', () => {
  const season = played('2026-week1', '2026-week2');
  const level = (id: string, name: string): Entrant => ({
    id,
    name,
    joinedAt: 0,
    isFirst: true,
    weeks: { '2026-week1': 10 },
  });
  const none: WeekTie = { won: false, correct: 0, off: 0 };
  const rules = rulesWith({ seasonTiebreak: 'wins' });
  const ranksOf = (ann: Partial<WeekTie>, bob: Partial<WeekTie>, by = rules) => {
    const ties = new Map<string, Record<string, WeekTie>>([
      ['a', { '2026-week1': { ...none, ...ann }, '2025-week1': { won: true, correct: 99, off: 0 } }],
      ['b', { '2026-week1': none, '2026-week2': { ...none, ...bob } }],
    ]);
    const rows = standings([level('a', 'Ann'), level('b', 'Bob')], season, by, ties);
    return rows.map(({ name, rank, isLast }) => `${rank} ${name}${isLast ? ', last' : ''}`);
  };

  it.each<[string, Partial<WeekTie>, Partial<WeekTie>, string[]]>([
    ['most week wins', { correct: 90, off: 1 }, { won: true }, ['1 Bob', '2 Ann, last']],
    ['then most right picks', { won: true, correct: 5, off: 9 }, { won: true, correct: 4 }, ['1 Ann', '2 Bob, last']],
    ['then the closest guesses', { correct: 4, off: 9 }, { correct: 4, off: 8 }, ['1 Bob', '2 Ann, last']],
    ['nothing: they share the place', { won: true, off: 3 }, { won: true, off: 3 }, ['1 Ann', '1 Bob']],
  ])('separates level entries by %s', (_, ann, bob, ranks) => {
    expect(ranksOf(ann, bob)).toEqual(ranks);
  });

  it('goes by right picks first, and by week wins after them, in a pool that chose so', () => {
    const byPicks = rulesWith({ seasonTiebreak: 'correct' });
    expect(ranksOf({ correct: 5, off: 9 }, { won: true, correct: 4 }, byPicks)).toEqual(['1 Ann', '2 Bob, last']);
    expect(ranksOf({ correct: 4 }, { won: true, correct: 4, off: 9 }, byPicks)).toEqual(['1 Bob', '2 Ann, last']);
    expect(ranksOf({ correct: 4, off: 9 }, { correct: 4, off: 8 }, byPicks)).toEqual(['1 Bob', '2 Ann, last']);
  });

  it('separates nobody in a pool without it, and never an entry from one with more points', () => {
    expect(ranksOf({}, { won: true }, straightUp)).toEqual(['1 Ann', '1 Bob']);
    const more = { ...level('a', 'Ann'), weeks: { '2026-week1': 11 } };
    const ties = new Map([['b', { '2026-week1': { won: true, correct: 9, off: 0 } }]]);
    expect(standings([more, level('b', 'Bob')], season, rules, ties).map(({ name }) => name)).toEqual(['Ann', 'Bob']);
  });
});

describe('Dropped weeks', () => {
  const ids = ['2026-week1', '2026-week2', '2026-week3', '2026-week4'];
  const of = (...points: number[]) => Object.fromEntries(points.map((each, at) => [ids[at], 2 * each]));
  const running = [...played(...ids.slice(0, 3)), { ...week, id: ids[3] ?? '', hasFinal: true }];

  it.each([
    ['none', 0, of(3, 5, 4, 1), [], 13, 3.3],
    ['the lowest of those that are decided', 1, of(3, 5, 4, 1), ['2026-week1'], 10, 3.3],
    ['two', 2, of(3, 5, 4, 1), ['2026-week1', '2026-week3'], 6, 3],
    ['the earliest of level ones', 1, of(4, 3, 3, 0), ['2026-week2'], 7, 2.3],
    ['a week without any pick', 1, of(4, 0, 3, 0), ['2026-week2'], 7, 2.3],
    ['none until more are decided than may leave', 3, of(3, 5, 4, 1), [], 13, 3.3],
  ] as const)('leave the total: %s', (_name, dropWeeks, scores, dropped, points, average) => {
    const total = seasonTotal(scores, running, { dropWeeks, weekly: false });
    expect(total).toEqual({ dropped, total: 2 * points, average });
  });

  it.each([
    ['is neither dropped nor averaged', 1, { [ids[0] ?? '']: 6, [ids[2] ?? '']: 8 }, [ids[0]], 4, 4],
    ['is not counted towards those that are decided', 2, { [ids[0] ?? '']: 6, [ids[2] ?? '']: 8 }, [], 7, 3.5],
    [
      'differs from a week with 0 points',
      1,
      { [ids[0] ?? '']: 6, [ids[1] ?? '']: 0, [ids[2] ?? '']: 8 },
      [ids[1]],
      7,
      3.5,
    ],
  ] as const)(
    'leave the total: a week that an entry does not play %s',
    (_name, dropWeeks, scores, dropped, points, average) => {
      const total = seasonTotal(scores, running, { dropWeeks, weekly: true });
      expect(total).toEqual({ dropped, total: 2 * points, average });
    },
  );

  it('never raise a total, and leave what is not decided', () => {
    const season = fc.array(fc.tuple(fc.integer({ min: 0, max: 32 }), fc.boolean()), { maxLength: 22 });
    fc.assert(
      fc.property(season, fc.constantFrom(...ruleChoices.dropWeeks), (weeks, dropWeeks) => {
        const plan = weeks.map(([, isDecided], at) => ({ id: `w${at}`, hasFinal: true, isDecided, lastLockAt: 0 }));
        const scores = Object.fromEntries(weeks.map(([halves], at) => [`w${at}`, halves]));
        const whole = seasonTotal(scores, plan, { dropWeeks: 0, weekly: false });
        const kept = seasonTotal(scores, plan, { dropWeeks, weekly: false });
        expect(kept.total).toBeLessThanOrEqual(whole.total);
        expect(kept.dropped.every((id) => plan.find((each) => each.id === id)?.isDecided)).toBe(true);
        expect([0, dropWeeks]).toContain(kept.dropped.length);
      }),
    );
  });
});

describe('Weeks before somebody joined', () => {
  const people = (joinedAt: number): Entrant[] => [
    { id: 'a', name: 'Ann', joinedAt: 0, isFirst: true, weeks: { '2026-week1': 14 } },
    { id: 'b', name: 'Bob', joinedAt: 0, isFirst: true, weeks: { '2026-week1': 9 } },
    { id: 'c', name: 'Cy', joinedAt: 0, isFirst: true, weeks: {} },
    { id: 'd', name: 'Dee', joinedAt, isFirst: true, weeks: {} },
  ];
  const [decided] = played('2026-week1');
  const season = [{ ...week, ...decided, id: '2026-week1', lastLockAt: 100 }];
  const lowest = { lateJoin: 'lowest' } as const;
  const picked = new Map([['2026-week1', new Set(['a', 'b'])]]);

  it.each([
    ['count the lowest score of those who picked', 101, picked, season, { d: { '2026-week1': 9 } }],
    [
      'count it even for an entry that joined at the moment of the last lock',
      100,
      picked,
      season,
      { d: { '2026-week1': 9 } },
    ],
    ['count nothing for an entry that could still have picked', 99, picked, season, {}],
    ['count nothing before they are decided', 101, picked, [{ ...week, id: '2026-week1', lastLockAt: 100 }], {}],
    ['count nothing for a late entry with a pick', 101, new Map([['2026-week1', new Set(['a', 'd'])]]), season, {}],
    ['count nothing if nobody picked', 101, new Map(), season, {}],
  ] as const)('%s', (_name, joinedAt, pickers, weeks, late) => {
    expect(Object.fromEntries(lateWeeks(people(joinedAt), weeks, pickers, lowest))).toEqual(late);
    expect(lateWeeks(people(joinedAt), weeks, pickers, { lateJoin: 'zero' }).size).toBe(0);
  });

  it('count nothing for a further entry', () => {
    const entries = people(101).map((each) => ({ ...each, isFirst: each.id !== 'd' }));
    expect(lateWeeks(entries, season, picked, lowest).size).toBe(0);
  });

  it('can be dropped like any other', () => {
    const [late] = lateWeeks(people(101), season, picked, lowest).values();
    const both = [...season, ...played('2026-week2')];
    const scores = { ...late, '2026-week2': 20 };
    expect(seasonTotal(scores, both, { dropWeeks: 1, weekly: false })).toMatchObject({
      dropped: ['2026-week1'],
      total: 20,
    });
  });
});

describe('The weeks of a season', () => {
  it('have a final game, are decided, and lock last according to their counting games', () => {
    const games = [
      aFinal(3, 7, { weekId: '2026-week1', lockAt: 5 }),
      aGame({ weekId: '2026-week1', lockAt: 9 }),
      aGame({ weekId: '2026-week2', status: 'In Progress', lockAt: 6 }),
      aFinal(3, 7, { weekId: '2026-week3', void: 'cancelled', lockAt: 7 }),
      aFinal(3, 7, { weekId: '2026-week4', lockAt: 8 }),
    ];
    const ids = ['2026-week1', '2026-week2', '2026-week3', '2026-week4', '2026-week5'];
    expect(seasonWeeks(ids, games).map((each) => [each.hasFinal, each.isDecided, each.lastLockAt])).toEqual([
      [true, false, 9],
      [false, false, 6],
      [false, false, 0],
      [true, true, 8],
      [false, false, 0],
    ]);
  });
});

describe('The winner of a finished week', () => {
  it.each([
    ['the best score', { a: 3, b: 9, c: 5 }, ['b']],
    ['everyone with the best score', { a: 9, b: 3, c: 9 }, ['a', 'c']],
    ['nobody if nobody was right', { a: 0, b: 0 }, []],
    ['nobody in an empty pool', {}, []],
  ])('is %s', (_name, scores, winners) => {
    expect(weekWinners(Object.entries(scores).map(([id, score]) => ({ id, score })))).toEqual(winners);
  });
});

describe('The Matchup', () => {
  const rows: MatchupScore[] = [
    { id: '1', name: 'Ann', weekHalves: 5, overallHalves: 40 },
    { id: '2', name: 'Dee', weekHalves: 9, overallHalves: 30 },
    { id: '3', name: 'Cy', weekHalves: 5, overallHalves: 50 },
    { id: '4', name: 'Bob', weekHalves: 9, overallHalves: 30 },
  ];

  it.each([
    ['week', 'descending', 'Bob Dee Cy Ann'],
    ['week', 'ascending', 'Ann Cy Bob Dee'],
    ['overall', 'descending', 'Cy Ann Bob Dee'],
    ['overall', 'ascending', 'Bob Dee Ann Cy'],
  ] as const)('sorted by %s, %s, falls back to the other score, then the name', (column, direction, order) => {
    expect(
      sortMatchup(rows, { column, direction })
        .map((row) => row.name)
        .join(' '),
    ).toBe(order);
  });

  it('goes by the scores now if asked, otherwise by the official ones', () => {
    const now = new Map([...rows].map(({ id }, at) => [id, at]));
    const nowOf = ({ id }: { readonly id: string }) => now.get(id) ?? 0;
    const ids = (column: 'now' | 'week') =>
      sortMatchup(rows, { column, direction: 'descending' }, nowOf).map(({ id }) => id);
    expect(ids('now')).toEqual(rows.map(({ id }) => id).toReversed());
    expect(ids('week')).toEqual(sortMatchup(rows, DEFAULT_MATCHUP_SORT).map(({ id }) => id));
  });

  it('falls back from the overall score to the week, then to the name', () => {
    const level = [
      { id: '1', name: 'Dee', weekHalves: 3, overallHalves: 40 },
      { id: '2', name: 'Ann', weekHalves: 3, overallHalves: 40 },
      { id: '3', name: 'Bob', weekHalves: 8, overallHalves: 40 },
    ];
    const sorted = sortMatchup(level, { column: 'overall', direction: 'descending' });
    expect(sorted.map(({ name }) => name)).toEqual(['Bob', 'Ann', 'Dee']);
  });

  it('does not modify the given rows', () => {
    const given = rows.toReversed();
    sortMatchup(given, DEFAULT_MATCHUP_SORT);
    expect(given).toEqual(rows.toReversed());
  });

  it('reverses direction on a second click, and a new column starts descending', () => {
    expect(DEFAULT_MATCHUP_SORT).toEqual({ column: 'week', direction: 'descending' });
    const second = nextMatchupSort(DEFAULT_MATCHUP_SORT, 'week');
    expect(second).toEqual({ column: 'week', direction: 'ascending' });
    expect(nextMatchupSort(second, 'week')).toEqual({ column: 'week', direction: 'descending' });
    for (const before of [DEFAULT_MATCHUP_SORT, second]) {
      expect(nextMatchupSort(before, 'overall')).toEqual({ column: 'overall', direction: 'descending' });
    }
  });
});

describe('The names of a pool', () => {
  function shown(...names: string[]): string[] {
    return [...distinctNames(names.map((name, index) => ({ id: `u${index}`, name }))).values()];
  }

  it.each([
    ['different names stay', ['Sam', 'Pat'], ['Sam', 'Pat']],
    ['the second of a name is numbered', ['Sam', 'Sam'], ['Sam', 'Sam (2)']],
    ['and the third', ['Sam', 'Sam', 'Sam'], ['Sam', 'Sam (2)', 'Sam (3)']],
    ['a number that is part of a name is not given', ['Sam', 'Sam', 'Sam (2)'], ['Sam', 'Sam (3)', 'Sam (2)']],
    ['capitals do not make another name', ['Sam', 'SAM'], ['Sam', 'SAM (2)']],
    ['nor do spaces', ['Sam Fox', 'Sam  Fox '], ['Sam Fox', 'Sam  Fox  (2)']],
    ['nor do invisible characters', ['Sam', 'S\u200bam'], ['Sam', 'S\u200bam (2)']],
    ['nor does a joiner', ['Sam Okafor', 'Sam\u034f Okafor'], ['Sam Okafor', 'Sam\u034f Okafor (2)']],
    ['nor does a selector', ['Sam Okafor', 'Sam\u180b Okafor'], ['Sam Okafor', 'Sam\u180b Okafor (2)']],
    ['nor does a filler', ['Sam Okafor', 'Sam\u3164 Okafor'], ['Sam Okafor', 'Sam\u3164 Okafor (2)']],
    ['nor does a blank', ['Sam Okafor', 'Sam\u2800Okafor'], ['Sam Okafor', 'Sam\u2800Okafor (2)']],
    ['nor do spaces of other widths', ['Sam Okafor', 'Sam\u2003Okafor'], ['Sam Okafor', 'Sam\u2003Okafor (2)']],
    ['nor do wide letters', ['Sam', 'Ｓａｍ'], ['Sam', 'Ｓａｍ (2)']],
  ])('distinguish members: %s', (_name, names, expected) => {
    expect(shown(...names)).toEqual(expected);
  });

  it('leave the plain name to the member who joined first', () => {
    const members = [
      { id: 'b', name: 'Sam' },
      { id: 'a', name: 'Sam' },
    ];
    expect([...distinctNames(members)]).toEqual([
      ['b', 'Sam'],
      ['a', 'Sam (2)'],
    ]);
  });

  it('are all different, and each begins with what its member chose', () => {
    const name = fc.oneof(fc.constantFrom('Sam', 'sam', 'Sam (2)', 'Sam (3)', ' Sam', ''), anyText);
    fc.assert(
      fc.property(fc.array(name, { maxLength: 25 }), (names) => {
        const result = shown(...names);
        expect(new Set(result).size).toBe(names.length);
        names.forEach((chosen, index) => {
          expect(result[index]?.startsWith(chosen)).toBe(true);
        });
      }),
    );
  });
});
