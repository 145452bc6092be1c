import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  averageScore,
  formatAverage,
  isWeekFinished,
  meanScore,
  provisionalScore,
  totalScore,
  weeklyScore,
  weeksWithFinal,
} from '#core/scoring.ts';
import { winner } from '#core/spread.ts';
import type { Game, Picks } from '#core/types.ts';
import { aFinal, aGame, anyRules, anyWeek, away, home, rounded, straightUp, withSpread } from '#tests/core-samples.ts';
import { describeWithNflData, nflCsv } from '#tests/nfl-data.ts';

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
  ] as const)('is the number of correct picks on Final games: %s', (_name, picks, rules, score) => {
    expect(weeklyScore(games, picks, rules)).toBe(score);
  });

  it('follows a correction of a final score at once', () => {
    const game = aFinal(20, 24);
    expect(weeklyScore([game], { g1: home }, straightUp)).toBe(1);
    expect(weeklyScore([{ ...game, awayScore: 27 }], { g1: home }, straightUp)).toBe(0);
  });

  it('is never more than the games that are Final and count', () => {
    fc.assert(
      fc.property(anyWeek, anyRules, ({ games: week, picks }, rules) => {
        const finals = week.filter((game) => game.status === 'Final' && game.void === null).length;
        expect(weeklyScore(week, picks, rules)).toBeLessThanOrEqual(finals);
      }),
    );
  });

  it('of two players who pick opposite sides makes up all games that had a winner', () => {
    fc.assert(
      fc.property(anyWeek, anyRules, ({ games: week }, rules) => {
        const homes = Object.fromEntries(week.map((game) => [game.gid, home]));
        const aways = Object.fromEntries(week.map((game) => [game.gid, away]));
        const won = week.filter((game) => ['home', 'away'].includes(winner(game, rules) ?? '')).length;
        expect(weeklyScore(week, homes, rules) + weeklyScore(week, aways, rules)).toBe(won);
      }),
    );
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
    expect(weeklyScore(games, picks, straightUp)).toBe(1);
    expect(provisionalScore(games, picks, straightUp)).toBe(2);
  });

  it('uses the line as the final score will', () => {
    const game = aGame({ status: 'In Progress', homeScore: 7, awayScore: 3, spread: 6.5 });
    expect(provisionalScore([game], { g1: home }, straightUp)).toBe(1);
    expect(provisionalScore([game], { g1: home }, withSpread)).toBe(0);
    expect(provisionalScore([game], { g1: away }, withSpread)).toBe(1);
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
  ])('go to one decimal: %s', (_name, total, weeks, average, text) => {
    expect(averageScore(total, weeks)).toBe(average);
    expect(formatAverage(average)).toBe(text);
  });

  it('of a pool are the mean of its players’ totals', () => {
    expect(meanScore([])).toBe(0);
    expect(meanScore([10, 20, 40])).toBe(23.3);
  });

  it('never lie outside what was scored', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1 }), (totals) => {
        expect(meanScore(totals)).toBeGreaterThanOrEqual(Math.min(...totals));
        expect(meanScore(totals)).toBeLessThanOrEqual(Math.max(...totals));
      }),
    );
  });
});

describe('The weeks that count for the average', () => {
  it('are the enabled ones with a Final game', () => {
    const games = [
      aFinal(3, 7, { weekId: '2026-week1' }),
      aGame({ weekId: '2026-week1' }),
      aGame({ weekId: '2026-week2', status: 'In Progress' }),
      aFinal(3, 7, { weekId: '2026-week3', void: 'cancelled' }),
      aFinal(3, 7, { weekId: '2026-week4' }),
    ];
    expect(weeksWithFinal(['2026-week1', '2026-week2', '2026-week3'], games)).toBe(1);
    expect(weeksWithFinal(['2026-week1', '2026-week4'], games)).toBe(2);
    expect(weeksWithFinal([], games)).toBe(0);
  });
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
});

describeWithNflData('A real straight-up pool of 44 players', () => {
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
      const score = weeklyScore(games.get(week) ?? [], picksOf(week, player), straightUp);
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
