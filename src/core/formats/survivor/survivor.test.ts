import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_LOCK } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { teamAbbrs } from '#core/teams.ts';
import type { Game } from '#core/types.ts';
import { nflverseWeekId } from '#core/weeks.ts';
import { aGame } from '#tests/core-samples.ts';
import { nflCsv } from '#tests/nfl-data.ts';
import type { SurvivorWeek, TeamChoices } from './survivor.ts';
import { choiceRefusal, survivorOrder, survivorSeason, survivorWinners, usedTeams } from './survivor.ts';

const weekId = (week: number) => (week < 19 ? `2026-week${week}` : '2026-wild-card');

/** A game of a week: PHI at home to DAL, or KC at home to LV. Its kick-off is the number of the week. */
function game(week: number, home: 'PHI' | 'KC', how: Partial<Game> = {}): Game {
  const away = home === 'PHI' ? 'DAL' : 'LV';
  return aGame({ gid: `${week} ${home}`, weekId: weekId(week), home, away, kickoff: week, ...how });
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
    ['a team that no longer plays its game', [week(1, game(1, 'PHI', { ...lost, home: 'NYG' }))], phi(1), 'off'],
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

  const [first, behind] = [{}, { kickoff: 2.5 }];

  test.each<[string, Partial<Game>, Partial<Game>, string[]]>([
    ['both while the later one has not begun', { ...first, ...lost }, {}, ['lost', 'open']],
    ['both while the first one is late to begin', first, won, ['open', 'won']],
    ['the first one once both have begun', { ...first, ...lost }, running, ['lost', 'off']],
    ['the first one, whatever becomes of the other', { ...first, ...lost }, won, ['lost', 'off']],
    ['the other one if the first is off', { ...first, ...won, ...off }, won, ['off', 'won']],
    ['the first one if the other is off', { ...first, ...lost }, { ...won, ...off }, ['lost', 'off']],
    ['both while the one that was put off has not begun', behind, won, ['open', 'won']],
    ['the later week once the one that was put off begins', { ...behind, ...running }, lost, ['off', 'lost']],
    ['the later week, whatever becomes of the other', { ...behind, ...lost }, won, ['off', 'won']],
    ['the earlier week of games that kick off together', { kickoff: 2, ...won }, lost, ['won', 'off']],
  ])('has of two weeks with one team %s', (_what, earlier, later, results) => {
    const weeks = [week(1, game(1, 'PHI', earlier)), week(2, game(2, 'PHI', later))];
    expect(survivorSeason(weeks, { ...phi(1), ...phi(2) }, { lives: 3 }).results).toEqual(results);
  });

  test('starts over in the playoffs', () => {
    const weeks = [week(18, game(18, 'PHI', won)), week(19, game(19, 'PHI', won))];
    const choices = { ...phi(18), ...phi(19) };
    expect(survivorSeason(weeks, choices, { lives: 1 })).toMatchObject({ wins: 2, results: ['won', 'won'] });
    expect([...usedTeams(weeks, choices, weekId(19))]).toEqual([]);
  });

  test('starts over with another season', () => {
    const last = { id: '2025-week1', games: [game(1, 'PHI', { ...won, gid: 'then', weekId: '2025-week1' })] };
    const choices = { '2025-week1': { gid: 'then', team: 'PHI' }, ...phi(1) };
    expect([...usedTeams([last, week(1, game(1, 'PHI'))], choices, weekId(1))]).toEqual([]);
  });

  test('knows the teams of other weeks, and frees a team whose game is off', () => {
    const weeks = [week(1, game(1, 'PHI')), week(2, game(2, 'KC', off)), week(3, game(3, 'PHI'), game(3, 'KC'))];
    const choices = { ...phi(1), ...kc(2), ...kc(3) };
    expect([...usedTeams(weeks, choices, weekId(3))]).toEqual([['PHI', weekId(1)]]);
    expect([...usedTeams(weeks, choices, weekId(2))]).toEqual([
      ['PHI', weekId(1)],
      ['KC', weekId(3)],
    ]);
  });

  test('frees a team chosen for two weeks in the week that kicks off first', () => {
    const choices = { ...phi(1), ...phi(2) };
    const usedIn = (kickoff: number) => {
      const weeks = [week(1, game(1, 'PHI', { kickoff })), week(2, game(2, 'PHI')), week(3, game(3, 'PHI'))];
      return [1, 2, 3].map((number) => usedTeams(weeks, choices, weekId(number)).get('PHI'));
    };
    expect(usedIn(1)).toEqual([undefined, weekId(1), weekId(1)]);
    expect(usedIn(2.5)).toEqual([weekId(2), undefined, weekId(2)]);
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
      'cannot be chosen from a game of another week',
      [game(1, 'PHI', open)],
      { stored: null, wanted: of('1 KC', 'KC'), used: none, isOut: false },
      'game_not_found',
    ],
    [
      'must play the game',
      [game(1, 'PHI', open)],
      { stored: null, wanted: of('1 PHI', 'KC'), used: none, isOut: false },
      'team_not_found',
    ],
    [
      'cannot be chosen from a game that is off',
      [game(1, 'PHI', { ...open, ...off })],
      { stored: null, wanted: of('1 PHI', 'PHI'), used: none, isOut: false },
      'game_void',
    ],
    [
      'cannot be chosen from the lock on',
      [game(1, 'PHI', locked)],
      { stored: null, wanted: of('1 PHI', 'PHI'), used: none, isOut: false },
      'game_locked',
    ],
    [
      'cannot be chosen by a player who is out',
      [game(1, 'PHI', open)],
      { stored: null, wanted: of('1 PHI', 'PHI'), used: none, isOut: true },
      'player_out',
    ],
    [
      'can be chosen only once',
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
      'stays, even if it should be taken back',
      [game(1, 'PHI', locked)],
      { stored: of('1 PHI', 'PHI'), wanted: null, used: none, isOut: false },
      'game_locked',
    ],
    [
      'can be replaced if its game is off',
      [game(1, 'PHI', { ...locked, ...off }), game(1, 'KC', open)],
      { stored: of('1 PHI', 'PHI'), wanted: of('1 KC', 'KC'), used: none, isOut: false },
      null,
    ],
    [
      'can be taken back before its lock, even by a player who is out',
      [game(1, 'PHI', open)],
      { stored: of('1 PHI', 'PHI'), wanted: null, used: none, isOut: true },
      null,
    ],
  ])('%s', (_what, games, choice, refusal) => {
    expect(choiceRefusal(games, choice, now)).toBe(refusal);
  });
});

describe('The players of a survivor pool', () => {
  const open = [1, 2, 3].map((number) => week(number, game(number, 'PHI', {})));
  const alive = (lives: number, wins: number) => ({ lives, outWeekId: null, wins });
  const out = (number: number, wins: number) => ({ lives: 0, outWeekId: weekId(number), wins });

  test('are ordered by lives, then by the week of going out, then by wins', () => {
    const players = [out(1, 0), out(2, 0), out(2, 1), alive(1, 1), alive(1, 2), alive(2, 0)];
    expect(survivorOrder(players, open)).toEqual(survivorOrder(players, open).toSorted((a, b) => a - b));
    expect(new Set(survivorOrder(players, open)).size).toBe(players.length);
  });

  test('share the win if all who were left went out together, whatever their wins', () => {
    const [first, second, third] = survivorOrder([out(3, 2), out(3, 1), out(2, 1)], open);
    expect(first).toBe(second);
    expect(first).toBeGreaterThan(third ?? 0);
  });

  const decided = (...numbers: number[]) =>
    [1, 2, 3].map((number) => week(number, game(number, 'PHI', numbers.includes(number) ? won : {})));
  /** Weeks 1 and 2 are decided; the only game of the last one is not played. */
  const lastOff = (how: Partial<Game>) => [...decided(1, 2).slice(0, 2), week(3, game(3, 'PHI', how))];
  const named = (...players: (ReturnType<typeof alive> | ReturnType<typeof out>)[]) =>
    players.map((player, at) => ({ id: 'abc'[at] ?? '', ...player }));

  test.each<[string, ReturnType<typeof named>, SurvivorWeek[], string]>([
    ['nobody while several are left', named(alive(1, 1), alive(1, 1), out(1, 0)), decided(1), ''],
    ['the only one left, once the week of the others is decided', named(alive(1, 1), out(1, 0)), decided(1), 'a'],
    ['nobody while that week is played', named(alive(1, 1), out(1, 0)), decided(), ''],
    ['those who went out last', named(out(2, 1), out(1, 0), out(2, 0)), decided(1), 'ac'],
    ['all who are left at the end', named(alive(1, 2), alive(2, 1), out(2, 2)), decided(1, 2, 3), 'ab'],
    [
      'all who are left at the end, if the last week is called off',
      named(alive(1, 2), alive(1, 1)),
      lastOff(off),
      'ab',
    ],
    [
      'nobody while the last week is postponed',
      named(alive(1, 2), alive(1, 1)),
      lastOff({ void: 'postponed', lockAt: NO_LOCK }),
      '',
    ],
    ['nobody if every week is called off', named(alive(1, 0), alive(1, 0)), [week(1, game(1, 'PHI', off))], ''],
    ['nobody if one plays alone', named(alive(1, 1)), decided(1), ''],
    ['nobody if nobody plays', [], decided(1), ''],
  ])('%s', (_who, players, weeks, winners) => {
    expect(survivorWinners(players, weeks).join('')).toBe(winners);
  });

  test.each<[PoolRules['survivors'], string, number[]]>([
    ['share', 'abcd', [1, 1, 1, 1, 5]],
    ['lives', 'bc', [3, 1, 1, 3, 5]],
    ['wins', 'b', [3, 1, 2, 4, 5]],
  ])('who are left at the end are separated by %s: %s', (survivors, winners, ranks) => {
    const players = [alive(1, 5), alive(2, 3), alive(2, 2), alive(1, 1), out(2, 1)];
    const weeks = decided(1, 2, 3);
    const ids = players.map((player, at) => ({ id: 'abcde'[at] ?? '', ...player }));
    expect(survivorWinners(ids, weeks, { survivors }).join('')).toBe(winners);
    const order = survivorOrder(players, weeks, { survivors });
    expect(order.map((own) => 1 + order.filter((other) => other > own).length)).toEqual(ranks);
    const before = survivorOrder(players, decided(1, 2), { survivors });
    expect(before.map((own) => 1 + before.filter((other) => other > own).length)).toEqual([3, 1, 2, 4, 5]);
  });
});

/** The course of a game: week 1 kicks off at 10, week 2 at 20. */
interface Course {
  /** How far it is postponed. */
  readonly delay: number;
  /** Called off shortly before the week, for good or until shortly before it is played after all. */
  readonly off: 'never' | 'while' | 'good';
  readonly end: typeof won | typeof lost | typeof tied;
}

describe('Survivors', () => {
  /** Two of them are in the playoffs. */
  const numbers = [1, 2, 3, 4, 19, 20];
  const idOf = (at: number) => (at < 4 ? weekId(at + 1) : `2026-${['wild-card', 'divisional'][at - 4]}`);
  const anyCourse: fc.Arbitrary<Course> = fc.record({
    delay: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(60) }),
    off: fc.constantFrom('never', 'never', 'while', 'good'),
    end: fc.constantFrom(won, lost, tied),
  });
  const anySeason = fc.array(fc.record({ PHI: anyCourse, KC: anyCourse }), { minLength: 6, maxLength: 6 });
  /** Few teams, so that most are chosen more than once. */
  const anyTeams = fc.array(fc.constantFrom('PHI', 'PHI', 'DAL', 'KC', null), { minLength: 6, maxLength: 6 });
  const lives = fc.constantFrom(1 as const, 2 as const, 3 as const);
  const moment = fc.nat(140);

  const homeOf = (team: string) => (team === 'PHI' || team === 'DAL' ? 'PHI' : 'KC');
  const choicesOf = (teams: readonly (string | null)[]): TeamChoices =>
    Object.fromEntries(
      teams.flatMap((team, at) => (team === null ? [] : [[idOf(at), { gid: `${numbers[at]} ${homeOf(team)}`, team }]])),
    );

  function gameAt(number: number, at: number, home: 'PHI' | 'KC', { delay, off: how, end }: Course, now: number): Game {
    const planned = 10 * (at + 1);
    const kickoff = planned + delay;
    const isOff = how !== 'never' && now >= planned - 5 && (how === 'good' || now < kickoff - 1);
    const begun = now < kickoff ? {} : now < kickoff + 3 ? running : end;
    return game(number, home, { weekId: idOf(at), kickoff, ...begun, ...(isOff && off) });
  }
  const weeksAt = (season: readonly { PHI: Course; KC: Course }[], now: number): SurvivorWeek[] =>
    season.map((courses, at) => ({
      id: idOf(at),
      games: (['PHI', 'KC'] as const).map((home) => gameAt(numbers[at] ?? 0, at, home, courses[home], now)),
    }));
  /** Otherwise a week without a team would be open again if one of its games is played after all. */
  const withoutReopened = (season: readonly { PHI: Course; KC: Course }[], teams: readonly (string | null)[]) =>
    season.map(({ PHI, KC }, at) => {
      const settled = (course: Course): Course =>
        teams[at] === null && course.off === 'while' ? { ...course, off: 'good' } : course;
      return { PHI: settled(PHI), KC: settled(KC) };
    });

  test('keep what is decided, and never come back except by a corrected game', () => {
    fc.assert(
      fc.property(anySeason, anyTeams, lives, moment, moment, (any, teams, count, one, other) => {
        const season = withoutReopened(any, teams);
        const [before, after] = [Math.min(one, other), Math.max(one, other)].map((now) =>
          survivorSeason(weeksAt(season, now), choicesOf(teams), { lives: count }),
        );
        if (!before || !after) return;
        expect(after.lives).toBeLessThanOrEqual(before.lives);
        for (const [at, result] of before.results.entries()) {
          if (['won', 'lost', 'missed', 'out'].includes(result)) expect([result, 'out']).toContain(after.results[at]);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('never win or lose with one team twice in a phase', () => {
    fc.assert(
      fc.property(anySeason, anyTeams, lives, moment, (season, teams, count, now) => {
        const { results } = survivorSeason(weeksAt(season, now), choicesOf(teams), { lives: count });
        const counted = results.flatMap((result, at) =>
          result === 'won' || result === 'lost' ? [`${teams[at]} ${at < 4}`] : [],
        );
        expect(new Set(counted).size).toBe(counted.length);
      }),
      { numRuns: 500 },
    );
  });

  test('have the same other weeks as without a team whose game has not begun, or is off', () => {
    fc.assert(
      fc.property(anySeason, anyTeams, lives, moment, fc.nat(5), (season, teams, count, now, which) => {
        const weeks = weeksAt(season, now);
        const chosen = weeks[which]?.games.find(({ home }) => home === homeOf(teams[which] ?? ''));
        fc.pre(teams[which] !== null && chosen !== undefined);
        const isOpen = chosen?.status === 'Not Started' || chosen?.void !== null;
        // A week without a team costs no life as long as another game of it is open.
        const open = weeks.map((each, at) =>
          at === which
            ? {
                ...each,
                games: [...each.games, { ...each.games[0], gid: 'open', status: 'Not Started', void: null } as Game],
              }
            : each,
        );
        fc.pre(isOpen);
        const resultsOf = (own: readonly (string | null)[]) =>
          survivorSeason(open, choicesOf(own), { lives: count }).results.toSpliced(which, 1);
        expect(resultsOf(teams)).toEqual(resultsOf(teams.with(which, null)));
      }),
      { numRuns: 500 },
    );
  });
});

describe('Survivor over the real games', () => {
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

  /** A made-up player, with teams in their own order of preference, who sometimes forgets a week or has no team left. */
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
        expect(survivorSeason(weeks, choices, { lives: lives as 1 | 4 })).toMatchObject(counted);
      }
      expect(new Set(played.map(({ counted }) => counted.outWeekId)).size).toBeGreaterThan(2);
    },
  );
});
