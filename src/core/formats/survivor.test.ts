import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { teamAbbrs } from '#core/teams.ts';
import type { Game } from '#core/types.ts';
import { nflverseWeekId } from '#core/weeks.ts';
import { aGame } from '#tests/core-samples.ts';
import { describeWithNflData, nflCsv } from '#tests/nfl-data.ts';
import type { SurvivorWeek, TeamChoices } from './survivor.ts';
import { choiceRefusal, survivorOrder, survivorSeason, survivorWinners, usedTeams } from './survivor.ts';

const weekId = (week: number) => (week < 19 ? `2026-week${week}` : '2026-wild-card');

/** A game of a week: PHI at home to DAL, or KC at home to LV. */
function game(week: number, home: 'PHI' | 'KC', how: Partial<Game> = {}): Game {
  const away = home === 'PHI' ? 'DAL' : 'LV';
  return aGame({ gid: `${week} ${home}`, weekId: weekId(week), home, away, ...how });
}

const won = { status: 'Final', homeScore: 20, awayScore: 10 } as const;
const lost = { status: 'Final', homeScore: 10, awayScore: 20 } as const;
const tied = { status: 'Final', homeScore: 20, awayScore: 20 } as const;
const running = { status: 'In Progress', homeScore: 20, awayScore: 10 } as const;
const off = { void: 'cancelled' } as const;

const week = (number: number, ...games: Game[]): SurvivorWeek => ({ id: weekId(number), games });
const phi = (number: number) => ({ [weekId(number)]: { gid: `${number} PHI`, team: 'PHI' } });
const kc = (number: number) => ({ [weekId(number)]: { gid: `${number} KC`, team: 'KC' } });

describe('A season of survivor', () => {
  test.each<[string, SurvivorWeek[], TeamChoices, string]>([
    ['a win', [week(1, game(1, 'PHI', won))], phi(1), 'won'],
    ['a loss', [week(1, game(1, 'PHI', lost))], phi(1), 'lost'],
    ['a tie, which is no win', [week(1, game(1, 'PHI', tied))], phi(1), 'lost'],
    ['a win whatever the line', [week(1, game(1, 'PHI', { ...won, spread: 14 }))], phi(1), 'won'],
    ['a game that runs', [week(1, game(1, 'PHI', running))], phi(1), 'open'],
    ['no team, before the week is decided', [week(1, game(1, 'PHI', won), game(1, 'KC'))], {}, 'open'],
    ['no team, once it is', [week(1, game(1, 'PHI', won), game(1, 'KC', off))], {}, 'missed'],
    ['no team in a week without games that count', [week(1, game(1, 'PHI', off))], {}, 'open'],
    ['a game that is off', [week(1, game(1, 'PHI', { ...lost, ...off }))], phi(1), 'off'],
    ['a team that does not play its game any more', [week(1, game(1, 'PHI', { ...lost, home: 'NYG' }))], phi(1), 'off'],
    ['a game that left the week', [week(1, game(1, 'KC', won))], phi(1), 'off'],
  ])('has %s', (_what, weeks, choices, result) => {
    expect(survivorSeason(weeks, choices, { lives: 1 }).results).toEqual([result]);
  });

  const losing = [1, 2, 3].map((number) => week(number, game(number, 'PHI', lost), game(number, 'KC', won)));

  test.each<[string, 1 | 2 | 3, TeamChoices, object]>([
    ['the first loss with one life', 1, { ...phi(1), ...kc(2) }, { lives: 0, outWeekId: weekId(1), wins: 0 }],
    ['the second with two', 2, { ...kc(1), ...phi(2) }, { lives: 0, outWeekId: weekId(3), wins: 1 }],
    ['none with three, one life left', 3, { ...kc(1), ...phi(2) }, { lives: 1, outWeekId: null, wins: 1 }],
  ])('ends with %s', (_what, lives, choices, end) => {
    expect(survivorSeason(losing, choices, { lives })).toMatchObject(end);
  });

  test('counts nothing after going out', () => {
    expect(survivorSeason(losing, { ...phi(1), ...kc(2) }, { lives: 1 }).results).toEqual(['lost', 'out', 'out']);
  });

  test('takes the earlier of two weeks with one team as off, once the game of the later one has begun', () => {
    const played = (later: Partial<Game>) => [week(1, game(1, 'PHI', lost)), week(2, game(2, 'PHI', later))];
    const choices = { ...phi(1), ...phi(2) };
    expect(survivorSeason(played({}), choices, { lives: 2 }).results).toEqual(['lost', 'open']);
    expect(survivorSeason(played(running), choices, { lives: 2 }).results).toEqual(['off', 'open']);
    expect(survivorSeason(played(won), choices, { lives: 2 }).results).toEqual(['off', 'won']);
    expect(survivorSeason(played({ ...won, ...off }), choices, { lives: 2 }).results).toEqual(['lost', 'off']);
  });

  test('begins anew in the post-season', () => {
    const weeks = [week(18, game(18, 'PHI', won)), week(19, game(19, 'PHI', won))];
    const choices = { ...phi(18), ...phi(19) };
    expect(survivorSeason(weeks, choices, { lives: 1 })).toMatchObject({ wins: 2, results: ['won', 'won'] });
    expect([...usedTeams(weeks, choices, weekId(19))]).toEqual([]);
  });

  test('begins anew with another season', () => {
    const last = { id: '2025-week1', games: [game(1, 'PHI', { ...won, gid: 'then', weekId: '2025-week1' })] };
    const choices = { '2025-week1': { gid: 'then', team: 'PHI' }, ...phi(1) };
    expect([...usedTeams([last, week(1, game(1, 'PHI'))], choices, weekId(1))]).toEqual([]);
  });

  test('knows the teams of other weeks, and gives back one whose game is off', () => {
    const weeks = [week(1, game(1, 'PHI')), week(2, game(2, 'KC', off)), week(3, game(3, 'PHI'), game(3, 'KC'))];
    const choices = { ...phi(1), ...kc(2), ...kc(3) };
    expect([...usedTeams(weeks, choices, weekId(3))]).toEqual([['PHI', weekId(1)]]);
    expect([...usedTeams(weeks, choices, weekId(2))]).toEqual([
      ['PHI', weekId(1)],
      ['KC', weekId(3)],
    ]);
  });
});

describe('A team', () => {
  const now = 1000;
  const open = { lockAt: now + 1 };
  const locked = { lockAt: now };
  const none = new Map<string, string>();
  const of = (gid: string, team: string) => ({ gid, team });

  test.each<[string, Game[], Parameters<typeof choiceRefusal>[1], string | null]>([
    ['is chosen', [game(1, 'PHI', open)], { stored: null, wanted: of('1 PHI', 'DAL'), used: none, isOut: false }, null],
    [
      'is not chosen of a game elsewhere',
      [game(1, 'PHI', open)],
      { stored: null, wanted: of('1 KC', 'KC'), used: none, isOut: false },
      'game_not_found',
    ],
    [
      'is one that plays the game',
      [game(1, 'PHI', open)],
      { stored: null, wanted: of('1 PHI', 'KC'), used: none, isOut: false },
      'team_not_found',
    ],
    [
      'is not chosen of a game that is off',
      [game(1, 'PHI', { ...open, ...off })],
      { stored: null, wanted: of('1 PHI', 'PHI'), used: none, isOut: false },
      'game_void',
    ],
    [
      'is not chosen from the lock on',
      [game(1, 'PHI', locked)],
      { stored: null, wanted: of('1 PHI', 'PHI'), used: none, isOut: false },
      'game_locked',
    ],
    [
      'is not chosen by who is out',
      [game(1, 'PHI', open)],
      { stored: null, wanted: of('1 PHI', 'PHI'), used: none, isOut: true },
      'player_out',
    ],
    [
      'is chosen once',
      [game(1, 'PHI', open)],
      { stored: null, wanted: of('1 PHI', 'PHI'), used: new Map([['PHI', weekId(2)]]), isOut: false },
      'team_used',
    ],
    [
      'stays from its lock on',
      [game(1, 'PHI', locked), game(1, 'KC', open)],
      { stored: of('1 PHI', 'PHI'), wanted: of('1 KC', 'KC'), used: none, isOut: false },
      'game_locked',
    ],
    [
      'stays, also where it is to be taken back',
      [game(1, 'PHI', locked)],
      { stored: of('1 PHI', 'PHI'), wanted: null, used: none, isOut: false },
      'game_locked',
    ],
    [
      'gives way where its game is off',
      [game(1, 'PHI', { ...locked, ...off }), game(1, 'KC', open)],
      { stored: of('1 PHI', 'PHI'), wanted: of('1 KC', 'KC'), used: none, isOut: false },
      null,
    ],
    [
      'is taken back before its lock, also by who is out',
      [game(1, 'PHI', open)],
      { stored: of('1 PHI', 'PHI'), wanted: null, used: none, isOut: true },
      null,
    ],
  ])('%s', (_what, games, choice, refusal) => {
    expect(choiceRefusal(games, choice, now)).toBe(refusal);
  });
});

describe('The players of a survivor pool', () => {
  const weekIds = [1, 2, 3].map(weekId);
  const alive = (lives: number, wins: number) => ({ lives, outWeekId: null, wins });
  const out = (number: number, wins: number) => ({ lives: 0, outWeekId: weekId(number), wins });

  test('are ordered by lives, then by the week of going out, then by wins', () => {
    const players = [out(1, 0), out(2, 0), out(2, 1), alive(1, 1), alive(1, 2), alive(2, 0)];
    expect(survivorOrder(players, weekIds)).toEqual(survivorOrder(players, weekIds).toSorted((a, b) => a - b));
    expect(new Set(survivorOrder(players, weekIds)).size).toBe(players.length);
  });

  test('share the win where all who were left went out together, whatever their wins', () => {
    const [first, second, third] = survivorOrder([out(3, 2), out(3, 1), out(2, 1)], weekIds);
    expect(first).toBe(second);
    expect(first).toBeGreaterThan(third ?? 0);
  });

  const decided = (...numbers: number[]) =>
    [1, 2, 3].map((number) => week(number, game(number, 'PHI', numbers.includes(number) ? won : {})));
  const named = (...players: (ReturnType<typeof alive> | ReturnType<typeof out>)[]) =>
    players.map((player, at) => ({ id: 'abc'[at] ?? '', ...player }));

  test.each<[string, ReturnType<typeof named>, SurvivorWeek[], string]>([
    ['nobody while several are left', named(alive(1, 1), alive(1, 1), out(1, 0)), decided(1), ''],
    ['the only one left, once the week of the others is decided', named(alive(1, 1), out(1, 0)), decided(1), 'a'],
    ['nobody while that week is played', named(alive(1, 1), out(1, 0)), decided(), ''],
    ['those who went out last', named(out(2, 1), out(1, 0), out(2, 0)), decided(1), 'ac'],
    ['those who are level at the end', named(alive(1, 2), alive(1, 2), alive(1, 1)), decided(1, 2, 3), 'ab'],
    ['who has more lives at the end', named(alive(1, 2), alive(2, 1)), decided(1, 2, 3), 'b'],
    ['nobody where one plays alone', named(alive(1, 1)), decided(1), ''],
    ['nobody where nobody plays', [], decided(1), ''],
  ])('%s', (_who, players, weeks, winners) => {
    expect(survivorWinners(players, weeks).join('')).toBe(winners);
  });
});

describe('Survivors', () => {
  const outcomes = [won, lost, tied, off, running, {}] as const;
  const anySeason = fc.array(fc.tuple(fc.constantFrom(...outcomes), fc.constantFrom(...outcomes)), {
    minLength: 1,
    maxLength: 6,
  });
  const anyChoices = fc.array(fc.constantFrom('PHI', 'DAL', 'KC', 'LV', null), { minLength: 6, maxLength: 6 });
  const lives = fc.constantFrom(1 as const, 2 as const, 3 as const);

  const weeksOf = (season: readonly (readonly [Partial<Game>, Partial<Game>])[]) =>
    season.map(([one, other], at) => week(at + 1, game(at + 1, 'PHI', one), game(at + 1, 'KC', other)));
  const choicesOf = (teams: readonly (string | null)[]): TeamChoices =>
    Object.fromEntries(
      teams.flatMap((team, at) =>
        team === null
          ? []
          : [[weekId(at + 1), { gid: `${at + 1} ${team === 'PHI' || team === 'DAL' ? 'PHI' : 'KC'}`, team }]],
      ),
    );

  test('never come back by what is played later', () => {
    fc.assert(
      fc.property(anySeason, anyChoices, lives, fc.nat(5), (season, teams, count, known) => {
        const distinct = teams.map((team, at) => (teams.indexOf(team) === at ? team : null));
        const [all, choices] = [weeksOf(season), choicesOf(distinct)];
        const soFar = survivorSeason(all.slice(0, known), choices, { lives: count });
        if (soFar.outWeekId === null) return;
        expect(survivorSeason(all, choices, { lives: count })).toMatchObject({ lives: 0, outWeekId: soFar.outWeekId });
      }),
    );
  });

  test('never win or lose with one team twice', () => {
    fc.assert(
      fc.property(anySeason, anyChoices, lives, (season, teams, count) => {
        const { results } = survivorSeason(weeksOf(season), choicesOf(teams), { lives: count });
        const used = results.flatMap((result, at) => (result === 'won' || result === 'lost' ? [teams[at]] : []));
        const begun = teams.slice(0, season.length).every((team, at) => {
          const [phiGame, kcGame] = season[at] ?? [{}, {}];
          return 'status' in (team === 'PHI' || team === 'DAL' ? phiGame : kcGame);
        });
        if (begun) expect(new Set(used).size).toBe(used.length);
      }),
    );
  });

  test('keep a season of which a game was called off and came back', () => {
    fc.assert(
      fc.property(anySeason, anyChoices, lives, fc.nat(5), (season, teams, count, which) => {
        const [weeks, choices] = [weeksOf(season), choicesOf(teams)];
        const before = survivorSeason(weeks, choices, { lives: count });
        const called = weeks.map((each, at) =>
          at === which ? { ...each, games: each.games.map((one) => ({ ...one, ...off })) } : each,
        );
        survivorSeason(called, choices, { lives: count });
        expect(survivorSeason(weeks, choices, { lives: count })).toEqual(before);
      }),
    );
  });
});

describeWithNflData('Survivor over the real games', () => {
  const rows = nflCsv('games.csv');
  const seasons = Array.from({ length: 10 }, (_, at) => 2015 + at);

  /** The weeks of a season with their real results. */
  function weeksOf(season: number): SurvivorWeek[] {
    const own = rows.filter((row) => Number(row.season) === season);
    const games = own.flatMap((row): Game[] => {
      const id = nflverseWeekId(season, Number(row.week), row.game_type ?? '');
      if (id === null || row.home_score === '') return [];
      const scores = { homeScore: Number(row.home_score), awayScore: Number(row.away_score) };
      const sides = { home: row.home_team ?? '', away: row.away_team ?? '' };
      return [aGame({ gid: row.game_id ?? '', weekId: id, status: 'Final', ...sides, ...scores })];
    });
    return [...Map.groupBy(games, (each) => each.weekId)].map(([id, ofWeek]) => ({ id, games: ofWeek }));
  }

  /** A made-up player: wants teams in an order of their own, and forgets a week now and then, or has no team left for it. */
  function play(weeks: readonly SurvivorWeek[], player: number, lives: number) {
    const choices: Record<string, { gid: string; team: string }> = {};
    const used = new Set<string>();
    let [left, wins, outWeekId] = [lives, 0, null as string | null];
    for (const [at, { id, games }] of weeks.entries()) {
      if (id.endsWith('wild-card')) used.clear();
      const wanted = teamAbbrs.map((_, turn) => teamAbbrs[(turn * 7 + player * 11 + at * 3) % teamAbbrs.length] ?? '');
      const playing = wanted.find(
        (team) => !used.has(team) && games.some(({ home, away }) => team === home || team === away),
      );
      const found = games.find(({ home, away }) => playing === home || playing === away);
      if (playing === undefined || found === undefined || (player * 5 + at) % 23 === 7) {
        if (left > 0) left -= 1;
        if (left === 0) outWeekId ??= id;
        continue;
      }
      choices[id] = { gid: found.gid, team: playing };
      used.add(playing);
      if (outWeekId !== null) continue;
      const margin = (found.homeScore - found.awayScore) * (playing === found.home ? 1 : -1);
      if (margin > 0) wins += 1;
      else left -= 1;
      if (left === 0) outWeekId = id;
    }
    return { choices, counted: { lives: left, outWeekId, wins } };
  }

  test.each(seasons.flatMap((season) => [1, 4].map((lives) => [season, lives] as const)))(
    'equals a count by hand: %d with %d lives',
    (season, lives) => {
      const weeks = weeksOf(season);
      expect(weeks.length).toBeGreaterThan(20);
      const played = Array.from({ length: 12 }, (_, player) => play(weeks, player, lives));
      for (const { choices, counted } of played) {
        const { results: _, ...season_ } = survivorSeason(weeks, choices, { lives: lives as 1 | 4 });
        expect(season_).toEqual(counted);
      }
      expect(new Set(played.map(({ counted }) => counted.outWeekId)).size).toBeGreaterThan(2);
    },
  );
});
