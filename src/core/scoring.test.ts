import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_LOCK } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import {
  averageScore,
  decidedWeeks,
  formatAverage,
  formatPoints,
  hasScores,
  isWeekFinished,
  meanScore,
  provisionalScore,
  totalScore,
  weeklyScore,
} from '#core/scoring.ts';
import { winner } from '#core/spread.ts';
import type { Game, Picks } from '#core/types.ts';
import {
  aFinal,
  aGame,
  anyRules,
  anyWeek,
  away,
  home,
  inPoints,
  rounded,
  straightUp,
  withSpread,
} from '#tests/core-samples.ts';
import { nflCsv } from '#tests/nfl-data.ts';

const rounds = { wildCardPoints: 2, divisionalPoints: 3, conferencePoints: 4, superBowlPoints: 10 } as const;
const onePoint = {
  format: 'pickem',
  upset: 'none',
  wildCardPoints: 1,
  divisionalPoints: 1,
  conferencePoints: 1,
  superBowlPoints: 1,
} as const;

describe('The score of a week', () => {
  const games = [
    aFinal(20, 24, { gid: 'a', spread: 3 }),
    aFinal(20, 23, { gid: 'b', spread: 3 }),
    aFinal(20, 20, { gid: 'c', spread: 0 }),
    aFinal(30, 10, { gid: 'd', spread: null }),
    aFinal(30, 10, { gid: 'e', void: 'cancelled' }),
    aGame({ gid: 'f', status: 'In Progress', homeScore: 7 }),
  ];
  const allHome = { a: home, b: home, c: home, d: home, e: home, f: home };
  const allAway = { a: away, b: away, c: away, d: away, e: away, f: away };

  it.each([
    ['straight up, all home', allHome, straightUp, 2],
    ['straight up, all away', allAway, straightUp, 1],
    ['with the line, all home: the push is home’s, the tie nobody’s', allHome, withSpread, 2],
    ['with the line, all away', allAway, withSpread, 1],
    ['rounded, all home: the push is lost, the even line won', allHome, rounded, 2],
    ['rounded, all away: the push is won', allAway, rounded, 2],
    ['no picks', {}, straightUp, 0],
    ['a push is half a point, all home', allHome, rulesWith({ useSpread: true, push: 'half' }), 1.5],
    ['a push is half a point, all away', allAway, rulesWith({ useSpread: true, push: 'half' }), 1.5],
    ['a push counts for nobody, all home', allHome, rulesWith({ useSpread: true, push: 'none' }), 1],
    ['an even line that ends level is a tie, not a push', { c: home }, rulesWith({ useSpread: true, push: 'half' }), 0],
    ['a tie is half a point, all home', allHome, rulesWith({ tie: 'half' }), 2.5],
    ['a tie is right for both, all home', allHome, rulesWith({ tie: 'both' }), 3],
    ['a tie is right for both, all away', allAway, rulesWith({ tie: 'both' }), 2],
    ['an even line is a tie, too', { c: away }, rulesWith({ useSpread: true, push: 'none', tie: 'half' }), 0.5],
    [
      'rounded lines know no push and no tie',
      { b: home, c: home },
      rulesWith({ useSpread: true, roundSpread: true, push: 'half', tie: 'both' }),
      1,
    ],
  ] as const)('is what the picks on Final games are worth: %s', (_name, picks, rules, points) => {
    expect(inPoints(weeklyScore(games, picks, rules))).toBe(points);
  });

  it('follows a correction of a final score at once', () => {
    const game = aFinal(20, 24);
    expect(weeklyScore([game], { g1: home }, straightUp)).toBe(2);
    expect(weeklyScore([{ ...game, awayScore: 27 }], { g1: home }, straightUp)).toBe(0);
  });

  it.each([
    ['2025-week18', 1],
    ['2025-wild-card', 2],
    ['2025-divisional', 3],
    ['2025-conference', 4],
    ['2025-super-bowl', 10],
  ])('counts what a pick of the round is worth: %s, %d', (weekId, points) => {
    const rules = rulesWith({ ...rounds, useSpread: true, push: 'half' });
    const won = aFinal(3, 7, { gid: 'won', weekId });
    const push = aFinal(3, 7, { gid: 'push', weekId, spread: 4 });
    expect(inPoints(weeklyScore([won, push], { won: home }, rules))).toBe(points);
    expect(inPoints(weeklyScore([won, push], { push: away }, rules))).toBe(points / 2);
    expect(inPoints(provisionalScore([{ ...won, status: 'In Progress' }], { won: home }, rules))).toBe(points);
  });

  const bet = { ...home, best: true };
  const lost = { ...away, best: true };
  it.each([
    ['right', aFinal(20, 24), bet, {}, 2],
    ['wrong', aFinal(20, 24), lost, {}, 0],
    ['on a game that is off', aFinal(20, 24, { void: 'cancelled' }), bet, {}, 0],
    ['on a game that comes', aGame(), bet, {}, 0],
    ['with half a point for a push', aFinal(20, 23, { spread: 3 }), lost, { useSpread: true, push: 'half' }, 1],
    ['on a push that counts for nobody', aFinal(20, 23, { spread: 3 }), bet, { useSpread: true, push: 'none' }, 0],
    ['with half a point for a tie', aFinal(20, 20), bet, { tie: 'half' }, 1],
    ['on a tie that is right for both', aFinal(20, 20), lost, { tie: 'both' }, 2],
    ['on a tie that is nobody’s', aFinal(20, 20), bet, {}, 0],
    ['in a round of 4 points', aFinal(20, 24, { weekId: '2025-conference' }), bet, { conferencePoints: 4 }, 8],
    [
      'with half of a round of 3 points',
      aFinal(20, 20, { weekId: '2025-divisional' }),
      bet,
      { divisionalPoints: 3, tie: 'half' },
      3,
    ],
    ['unless the pool no longer has any', aFinal(20, 24), bet, { bestBets: 0 }, 1],
  ] as const)('a best bet is worth double: %s', (_what, game, pick, rules, points) => {
    const own = rulesWith({ bestBets: 3, ...rules });
    expect(inPoints(weeklyScore([game], { g1: pick }, own))).toBe(points);
    const running = { ...game, status: game.status === 'Final' ? ('In Progress' as const) : game.status };
    expect(inPoints(provisionalScore([running], { g1: pick }, own))).toBe(points);
  });

  it('is never more than the games that are Final and count, at the most of a round', () => {
    fc.assert(
      fc.property(anyWeek, anyRules, ({ games: week, picks }, rules) => {
        const finals = week.filter((game) => game.status === 'Final' && game.void === null).length;
        expect(weeklyScore(week, picks, { ...rules, ...onePoint })).toBeLessThanOrEqual(2 * finals);
      }),
    );
  });

  it('of two players with opposite picks adds up to every game that could be won, with ties by their rule', () => {
    fc.assert(
      fc.property(anyWeek, anyRules, ({ games: week }, drawn) => {
        const rules = { ...drawn, ...onePoint };
        const homes = Object.fromEntries(week.map((game) => [game.gid, home]));
        const aways = Object.fromEntries(week.map((game) => [game.gid, away]));
        const tie = { nobody: 0, half: 1, both: 2 }[rules.tie];
        const push = { home: 1, half: 1, none: 0 }[rules.push];
        const shares = { home: 1, away: 1, tie, push };
        const points = week.map((game) => shares[winner(game, rules) ?? 'push'] * (winner(game, rules) ? 1 : 0));
        const both = weeklyScore(week, homes, rules) + weeklyScore(week, aways, rules);
        expect(both).toBe(2 * totalScore(points));
      }),
    );
  });

  it('names the same winner under every rule but those of the line', () => {
    fc.assert(
      fc.property(anyWeek, anyRules, ({ games: week }, rules) => {
        const { useSpread, roundSpread, line, push } = rules;
        for (const game of week)
          expect(winner(game, rules)).toBe(winner(game, rulesWith({ useSpread, roundSpread, line, push })));
      }),
    );
  });
});

describe('A right pick of the underdog', () => {
  const dogWon = aFinal(24, 20, { gid: 'a', spread: 6.5 });
  const wildCard = aFinal(24, 20, { gid: 'a', spread: 6.5, weekId: '2026-wild-card' });
  it.each<[string, Game, Picks, Partial<PoolRules>, number]>([
    ['is worth a point like any other', dogWon, { a: away }, {}, 1],
    ['is worth its line, rounded up', dogWon, { a: away }, { upset: 'line' }, 7],
    ['is worth a whole line as it is', aFinal(24, 20, { gid: 'a', spread: 3 }), { a: away }, { upset: 'line' }, 3],
    [
      'is worth a point at a line of half a point',
      aFinal(24, 20, { gid: 'a', spread: 0.5 }),
      { a: away },
      { upset: 'line' },
      1,
    ],
    ['is worth so many points more', dogWon, { a: away }, { upset: 3 }, 4],
    ['is worth that as the home side, too', aFinal(20, 24, { gid: 'a', spread: -6.5 }), { a: home }, { upset: 2 }, 3],
    ['is worth double as a best bet', dogWon, { a: { ...away, best: true } }, { upset: 'line', bestBets: 1 }, 14],
    ['is worth that many times the points of a round', wildCard, { a: away }, { upset: 'line', wildCardPoints: 2 }, 14],
    [
      'is worth half of that if a tie is half right',
      aFinal(20, 20, { gid: 'a', spread: 6.5 }),
      { a: away },
      { upset: 'line', tie: 'half' },
      3.5,
    ],
    ['goes by the frozen line', { ...dogWon, frozenSpread: -3 }, { a: away }, { upset: 'line', line: 'frozen' }, 1],
    ['is worth nothing if it is wrong', aFinal(20, 24, { gid: 'a', spread: 6.5 }), { a: away }, { upset: 'line' }, 0],
    [
      'is worth a point against the line, which makes both sides even',
      dogWon,
      { a: away },
      { upset: 'line', useSpread: true },
      1,
    ],
    ['is worth a point if no side is favored', aFinal(24, 20, { gid: 'a', spread: 0 }), { a: away }, { upset: 5 }, 1],
    ['is worth a point without a line', aFinal(24, 20, { gid: 'a', spread: null }), { a: away }, { upset: 5 }, 1],
  ])('%s', (_, game, picks, rules, points) => {
    expect(inPoints(weeklyScore([game], picks, rulesWith(rules)))).toBe(points);
  });

  it('leaves a right pick of the favorite at its point', () => {
    const game = aFinal(20, 24, { gid: 'a', spread: 6.5 });
    expect(inPoints(weeklyScore([game], { a: home }, rulesWith({ upset: 'line' })))).toBe(1);
  });
});

describe('The provisional score', () => {
  it('adds the running games that the picks are winning right now', () => {
    const games = [
      aFinal(3, 7, { gid: 'won' }),
      aGame({ gid: 'winning', status: 'In Progress', homeScore: 7 }),
      aGame({ gid: 'losing', status: 'In Progress', awayScore: 7 }),
      aGame({ gid: 'level', status: 'In Progress', homeScore: 7, awayScore: 7 }),
      aGame({ gid: 'broken off', status: 'In Progress', homeScore: 7, void: 'postponed' }),
      aGame({ gid: 'to come' }),
    ];
    const picks = Object.fromEntries(games.map((game) => [game.gid, home]));
    expect(weeklyScore(games, picks, straightUp)).toBe(2);
    expect(provisionalScore(games, picks, straightUp)).toBe(4);
  });

  it('uses the line as the final score will', () => {
    const game = aGame({ status: 'In Progress', homeScore: 7, awayScore: 3, spread: 6.5 });
    expect(provisionalScore([game], { g1: home }, straightUp)).toBe(2);
    expect(provisionalScore([game], { g1: home }, withSpread)).toBe(0);
    expect(provisionalScore([game], { g1: away }, withSpread)).toBe(2);
  });

  it('is the score of the week if the running games ended now', () => {
    fc.assert(
      fc.property(anyWeek, anyRules, ({ games, picks }, rules) => {
        const ended = games.map((game) =>
          game.status === 'In Progress' ? { ...game, status: 'Final' as const } : game,
        );
        expect(provisionalScore(games, picks, rules)).toBe(weeklyScore(ended, picks, rules));
      }),
    );
  });
});

describe('Totals and averages', () => {
  it('sum the weeks', () => {
    expect(totalScore([])).toBe(0);
    expect(totalScore([9, 0, 12])).toBe(21);
    expect(
      totalScore(
        new Map([
          ['2026-week1', 9],
          ['2026-week2', 4],
        ]).values(),
      ),
    ).toBe(13);
  });

  it.each([
    ['before the first Final game', 0, 0, 0, '0.0'],
    ['after one week', 9, 1, 9, '9.0'],
    ['a half', 19, 2, 9.5, '9.5'],
    ['a third', 28, 3, 9.3, '9.3'],
    ['two thirds', 29, 3, 9.7, '9.7'],
    ['a twentieth, up', 181, 20, 9.1, '9.1'],
    ['an eighth', 9, 8, 1.1, '1.1'],
    ['halves of points', 7.5, 2, 3.8, '3.8'],
  ])('go to one decimal: %s', (_name, points, weeks, average, text) => {
    expect(averageScore(2 * points, weeks)).toBe(average);
    expect(formatAverage(average)).toBe(text);
  });

  it('of a pool are the mean of its players’ totals', () => {
    expect(meanScore([])).toBe(0);
    expect(meanScore([20, 40, 80])).toBe(23.3);
    expect(meanScore([0, 20, 40, 80])).toBe(17.5);
  });

  it('never lie outside what was scored', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1 }), (totals) => {
        const halves = totals.map((points) => 2 * points);
        expect(meanScore(halves)).toBeGreaterThanOrEqual(Math.min(...totals));
        expect(meanScore(halves)).toBeLessThanOrEqual(Math.max(...totals));
      }),
    );
  });
});

it.each([
  [0, '0'],
  [1, '0.5'],
  [15, '7.5'],
  [30, '15'],
])('%d halves are written %s', (halves, text) => {
  expect(formatPoints(halves)).toBe(text);
});

describe('A finished week', () => {
  const final = aFinal(3, 7);

  it.each([
    ['all its games are Final', true, [final, final]],
    ['one game runs', false, [final, aGame({ status: 'In Progress' })]],
    ['one game is to come', false, [final, aGame()]],
    ['the last open game is postponed', true, [final, aGame({ void: 'postponed' })]],
    ['every game is cancelled', false, [aGame({ void: 'cancelled' })]],
    ['there are no games', false, []],
  ])('when %s: %s', (_name, finished, games) => {
    expect(isWeekFinished(games)).toBe(finished);
  });

  const open = aGame({ void: 'postponed', lockAt: NO_LOCK });
  const stopped = { status: 'In Progress', homeScore: 7 } as const;

  it.each([
    ['a finished week', [final], [], true],
    ['one with a cancelled game', [final, aGame({ void: 'cancelled' })], [], true],
    ['one whose postponed game had locked', [final, aGame({ void: 'postponed' })], [], false],
    ['one whose game was stopped, then postponed', [final, aGame({ ...stopped, void: 'postponed' })], [], false],
    [
      'one whose stopped game an admin postponed',
      [final, aGame({ ...stopped, void: 'postponed', setByAdmin: ['status'] })],
      [],
      true,
    ],
    ['one whose postponed game may still be played', [final, open], [], false],
    ['the same while the next week is to come', [final, open], [aGame()], false],
    ['the same once the next week has begun', [final, open], [aGame({ status: 'In Progress' })], true],
    ['one that is not finished', [final, aGame()], [final], false],
  ])('is decided: %s', (_name, games, next, decided) => {
    expect(decidedWeeks([games, next])[0]).toBe(decided);
  });
});

describe('A real straight-up pool of 44 players', () => {
  const official = nflCsv('pools/straight_2024_oracle.csv');
  const games = Map.groupBy(nflCsv('pools/straight_2024_games.csv').map(realGame), (game) => game.weekId);
  const picks = Map.groupBy(nflCsv('pools/straight_2024_picks.csv'), (row) => `${row.week} ${row.player}`);

  function realGame(row: Record<string, string>): Game {
    const gid = `${row.week}/${row.game_no}`;
    return aFinal(Number(row.away_score), Number(row.home_score), { gid, weekId: row.week ?? '' });
  }

  function picksOf(week: string, player: string): Picks {
    const rows = picks.get(`${week} ${player}`) ?? [];
    return Object.fromEntries(
      rows.flatMap(({ side, game_no }) => {
        if (side === 'home') return [[`${week}/${game_no}`, home]];
        return side === 'away' ? [[`${week}/${game_no}`, away]] : [];
      }),
    );
  }

  it('scored each of its 910 weeks as its host did', () => {
    expect(official).toHaveLength(910);
    for (const row of official) {
      const { week = '', player = '' } = row;
      const score = inPoints(weeklyScore(games.get(week) ?? [], picksOf(week, player), straightUp));
      expect([week, player, score]).toEqual([week, player, Number(row.official_week_score)]);
    }
  });

  it('had the running totals that its host printed, for the players listed every week', () => {
    const players = [...Map.groupBy(official, (row) => row.player).values()].filter((rows) => rows.length === 21);
    expect(players).toHaveLength(38);
    for (const rows of players) {
      const scores: number[] = [];
      for (const row of rows.toSorted((a, b) => Number(a.week) - Number(b.week))) {
        scores.push(Number(row.official_week_score));
        expect(totalScore(scores)).toBe(Number(row.official_total_after_week));
      }
    }
  });
});

describe('Scores', () => {
  it.each([
    ['before the first game is over', [[null, null]], false],
    ['without players', [], false],
    [
      'once a game is over',
      [
        [2, null],
        [0, null],
      ],
      true,
    ],
    [
      'even if nobody was right',
      [
        [0, null],
        [0, null],
      ],
      true,
    ],
  ])('are there or not: %s, %j, %s', (_name, scores, there) => {
    expect(hasScores(scores.map((row) => ({ halves: row })))).toBe(there);
  });
});
