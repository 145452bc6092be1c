import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { ruleChoices, rulesWith } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import { aGame, boughtBackAfter } from '#tests/core-samples.ts';
import { NO_BUY_BACKS } from './buy-backs.ts';
import { costlyEndsText, safeEndText } from './ends.ts';
import type { SurvivorWeek, TeamChoices } from './survivor.ts';
import {
  choiceRefusal,
  choiceScore,
  phaseOf,
  sparedWeeks,
  survivorSeason,
  teamSlot,
  teamSlots,
  usedTeams,
} from './survivor.ts';
import type { WeekHolder, WeekStage } from './week.ts';
import { weekHolder, weekStage } from './week.ts';

type SomeRules = Partial<PoolRules>;

const weekId = (week: number) =>
  (week < 19 ? `2026-week${week}` : ['2026-wild-card', '2026-divisional'][week - 19]) ?? '';

/** PHI at home to DAL in a week; it kicks off with the number of the week. */
const game = (week: number, how: Partial<Game> = {}) =>
  aGame({ gid: `${week} PHI`, weekId: weekId(week), home: 'PHI', away: 'DAL', kickoff: week, ...how });
const week = (number: number, how: Partial<Game> = {}): SurvivorWeek => ({
  id: weekId(number),
  games: [game(number, how)],
});
const phi = (...numbers: number[]): TeamChoices =>
  Object.fromEntries(numbers.map((number) => [weekId(number), { gid: `${number} PHI`, team: 'PHI' }]));

const ends = {
  won: { status: 'Final', homeScore: 20, awayScore: 10 },
  lost: { status: 'Final', homeScore: 10, awayScore: 20 },
  tied: { status: 'Final', homeScore: 20, awayScore: 20 },
} as const;

describe('A choice under the rules of a survivor pool', () => {
  test.each<[keyof typeof ends, SomeRules, 'won' | 'lost', WeekStage]>([
    ['won', {}, 'won', 'won'],
    ['lost', {}, 'lost', 'lost'],
    ['tied', {}, 'lost', 'tied'],
    ['tied', { survivorTie: 'wins' }, 'won', 'tied'],
    ['won', { goal: 'lose' }, 'lost', 'lost'],
    ['lost', { goal: 'lose' }, 'won', 'won'],
    ['tied', { goal: 'lose' }, 'lost', 'tied'],
    ['won', { goal: 'lose', survivorTie: 'wins' }, 'lost', 'lost'],
    ['lost', { goal: 'lose', survivorTie: 'wins' }, 'won', 'won'],
    ['tied', { goal: 'lose', survivorTie: 'wins' }, 'won', 'tied'],
  ])('of a team that %s, with %j, is %s', (end, some, result, stage) => {
    const rules = rulesWith({ format: 'survivor', ...some });
    const weeks = [week(1, ends[end])];
    const games = weeks[0]?.games ?? [];
    const choice = { gid: '1 PHI', team: 'PHI' };
    const season = survivorSeason(weeks, phi(1), rules);
    const wins = Number(result === 'won');
    expect(season).toEqual({
      lives: wins,
      outWeekId: wins ? null : weekId(1),
      wins,
      results: [result],
      seconds: {},
      boughtBack: [],
    });
    expect(choiceScore(games, choice, rules)).toBe(2 * wins);
    const holder: WeekHolder = { choice, used: new Map(), outWeekId: season.outWeekId };
    expect(weekStage(weekId(1), games as Game[], holder, 0, rules)).toBe(stage);
  });

  test.each<[SomeRules, string, string]>([
    [{}, 'wins', 'A loss, a tie or a missed week'],
    [{ survivorTie: 'wins' }, 'wins or ties', 'A loss or a missed week'],
    [{ goal: 'lose' }, 'loses', 'A win, a tie or a missed week'],
    [{ goal: 'lose', survivorTie: 'wins' }, 'loses or ties', 'A win or a missed week'],
  ])('with %j is safe if its team %s; it costs a life by %s', (some, safe, costly) => {
    const rules = rulesWith(some);
    expect([safeEndText(rules), costlyEndsText(rules, 'a missed week')]).toEqual([safe, costly]);
  });

  test('says of a single end that it costs a life', () => {
    expect(costlyEndsText({ survivorTie: 'wins' })).toBe('A loss');
  });
});

describe('The uses of a team', () => {
  /** In the last of some weeks, whether PHI can no longer be chosen, and since which week. */
  const usedIn = (some: SomeRules, ...numbers: number[]) => {
    const at = weekId(numbers.at(-1) ?? 0);
    const weeks = numbers.map((number) => week(number));
    return usedTeams(weeks, phi(...numbers.slice(0, -1)), at, rulesWith(some)).get('PHI');
  };

  test.each<[string, SomeRules, number[], number | null]>([
    ['once', {}, [1, 2], 1],
    ['twice: once so far', { teamUses: 2 }, [1, 2], null],
    ['twice: by now', { teamUses: 2 }, [1, 2, 3], 2],
    ['three times: twice so far', { teamUses: 3 }, [1, 2, 3], null],
    ['three times: by now', { teamUses: 3 }, [1, 2, 3, 4], 3],
    ['twice, and anew in the post-season', { teamUses: 2 }, [1, 2, 19], null],
    ['twice in the post-season', { teamUses: 2 }, [1, 19, 20], null],
    ['once up to a week, and anew after it', { teamsAgainAfter: 2 }, [1, 3], null],
    ['once up to a week, that week included', { teamsAgainAfter: 2 }, [1, 2], 1],
    ['once after a week', { teamsAgainAfter: 2 }, [1, 3, 4], 3],
    ['once after a week, and anew in the post-season', { teamsAgainAfter: 2 }, [1, 3, 19], null],
    ['once up to the last week but one, and anew in the last', { teamsAgainAfter: 17 }, [17, 18], null],
    ['twice on either side of a week', { teamUses: 2, teamsAgainAfter: 2 }, [1, 2, 3, 4], null],
    ['twice on either side of a week, by now', { teamUses: 2, teamsAgainAfter: 2 }, [1, 2, 3, 4, 5], 4],
  ])('are limited: %s', (_what, some, numbers, usedUp) => {
    expect(usedIn(some, ...numbers) ?? null).toBe(usedUp === null ? null : weekId(usedUp));
  });

  test('do not count a game that is off', () => {
    const weeks = [week(1, { void: 'cancelled' }), week(2), week(3)];
    expect(usedTeams(weeks, phi(1, 2), weekId(3), { teamUses: 2 }).size).toBe(0);
  });

  test.each<[string, SomeRules, Partial<Game>[], string[]]>([
    ['the first two count, the third is off', { teamUses: 2 }, [ends.won, ends.won, ends.won], ['won', 'won', 'off']],
    [
      'the first ones are those that kick off first',
      { teamUses: 2 },
      [{ ...ends.won, kickoff: 9 }, ends.won, ends.won],
      ['off', 'won', 'won'],
    ],
    ['none is off before it begins', { teamUses: 2 }, [ends.won, ends.won, {}], ['won', 'won', 'open']],
    [
      'none is off if another is',
      { teamUses: 2 },
      [{ ...ends.won, void: 'cancelled' }, ends.won, ends.won],
      ['off', 'won', 'won'],
    ],
    [
      'a week that splits the season counts them apart',
      { teamsAgainAfter: 2 },
      [ends.won, ends.won, ends.won],
      ['won', 'off', 'won'],
    ],
  ])('are too many after all: %s', (_what, some, games, results) => {
    const weeks = games.map((how, at) => week(at + 1, how));
    expect(survivorSeason(weeks, phi(1, 2, 3), rulesWith(some)).results).toEqual(results);
  });

  test('of the own week are free in the weeks that kick off first', () => {
    const weeks = [1, 2, 3].map((number) => week(number));
    const rules = rulesWith({ teamUses: 2 });
    const of = (number: number) => weekHolder(weeks, phi(1, 2, 3), weekId(number), rules).used.get('PHI');
    expect([1, 2, 3].map(of)).toEqual([undefined, undefined, weekId(2)]);
  });

  test('are counted in the regular season, in either part of it, and in the post-season', () => {
    const phases = (teamsAgainAfter: PoolRules['teamsAgainAfter']) =>
      [1, 9, 10, 18, 19].map((number) => phaseOf(weekId(number), { teamsAgainAfter }));
    expect(phases(0)).toEqual(['regular', 'regular', 'regular', 'regular', 'post']);
    expect(phases(9)).toEqual(['regular', 'regular', 'later', 'later', 'post']);
  });
});

describe('Where all who are left go on if they all go out', () => {
  const rules = (some: SomeRules) => rulesWith({ format: 'survivor', allOut: 'goOn', teamUses: 3, ...some });
  /** PHI at home to DAL, and KC to LV, in a week. */
  const two = (number: number, phiEnd: Partial<Game>, kcEnd: Partial<Game>): SurvivorWeek => ({
    id: weekId(number),
    games: [
      game(number, phiEnd),
      aGame({ gid: `${number} KC`, weekId: weekId(number), home: 'KC', away: 'LV', kickoff: number, ...kcEnd }),
    ],
  });
  const teamsOf = (...teams: (string | null)[]): TeamChoices =>
    Object.fromEntries(
      teams.flatMap((team, at) => (team === null ? [] : [[weekId(at + 1), { gid: `${at + 1} ${team}`, team }]])),
    );
  const { lost, won } = ends;
  const [off, open] = [{ void: 'cancelled' }, {}] as const;

  test.each<[string, SomeRules, SurvivorWeek[], (string | null)[][], string[], string[]]>([
    ['both lose', {}, [two(1, lost, lost)], [['PHI'], ['KC']], [], ['spared 1', 'spared 1']],
    ['one has no team', {}, [two(1, lost, lost)], [['PHI'], [null]], [], ['spared 1', 'spared 1']],
    ['one wins', {}, [two(1, lost, won)], [['PHI'], ['KC']], [], ['lost 0', 'won 1']],
    ["one's game is off", {}, [two(1, lost, off)], [['PHI'], ['KC']], [], ['lost 0', 'off 1']],
    ['nobody is safe so far', {}, [two(1, lost, open)], [['PHI'], ['KC']], [], ['pending 1', 'open 1']],
    [
      'one is safe by now',
      {},
      [two(1, lost, won), two(2, open, open)],
      [['PHI'], ['KC']],
      [],
      ['lost,out 0', 'won,open 1'],
    ],
    ['they have lives to lose', { lives: 2 }, [two(1, lost, lost)], [['PHI'], ['KC']], [], ['lost 1', 'lost 1']],
    [
      'one has a life more',
      { lives: 2 },
      [two(1, lost, won), two(2, lost, lost), two(3, lost, lost)],
      [
        ['PHI', 'PHI', 'PHI'],
        ['KC', 'KC', 'KC'],
      ],
      [],
      ['lost,lost,out 0', 'won,lost,spared 1'],
    ],
    [
      'twice in a row, then one is safe',
      {},
      [two(1, lost, lost), two(2, lost, lost), two(3, lost, won)],
      [
        ['PHI', 'PHI', 'PHI'],
        ['KC', 'KC', 'KC'],
      ],
      [],
      ['spared,spared,lost 0', 'spared,spared,won 1'],
    ],
    [
      'one was out before',
      {},
      [two(1, lost, won), two(2, won, lost)],
      [
        ['PHI', 'PHI'],
        ['KC', 'KC'],
      ],
      [],
      ['lost,out 0', 'won,spared 1'],
    ],
    [
      'bought back or not, all of them',
      { buyBacks: 1 },
      [two(1, lost, lost)],
      [['PHI'], ['KC']],
      [weekId(1)],
      ['spared 1', 'spared 1'],
    ],
  ])('%s: %j', (_, some, weeks, teams, bought, seasons) => {
    const buyBacks = boughtBackAfter(...bought);
    const players = teams.map((own) => ({ choices: teamsOf(...own), buyBacks }));
    const spared = sparedWeeks(weeks, players, rules(some));
    const told = players.map(({ choices }) => survivorSeason(weeks, choices, rules(some), buyBacks, spared));
    expect(told.map(({ results, lives }) => `${results} ${lives}`)).toEqual(seasons);
  });

  test('no week is spared in a pool whose last players share the win', () => {
    const players = [{ choices: teamsOf('PHI'), buyBacks: NO_BUY_BACKS }];
    expect(sparedWeeks([two(1, lost, lost)], players, rules({ allOut: 'share' }))).toEqual(new Set());
  });
});

describe('Two teams a week', () => {
  const rules = (some: SomeRules = {}) => rulesWith({ format: 'survivor', twoTeamsFrom: 2, ...some });
  const two = (number: number, phiEnd: Partial<Game>, kcEnd: Partial<Game> = {}): SurvivorWeek => ({
    id: weekId(number),
    games: [
      game(number, phiEnd),
      aGame({ gid: `${number} KC`, weekId: weekId(number), home: 'KC', away: 'LV', kickoff: number, ...kcEnd }),
    ],
  });
  const both = (number: number): TeamChoices => ({
    ...phi(number),
    [teamSlot(weekId(number), true)]: { gid: `${number} KC`, team: 'KC' },
  });
  const off = { void: 'cancelled' } as const;

  test.each<[number, PoolRules['twoTeamsFrom'], number]>([
    [1, 0, 1],
    [1, 2, 1],
    [2, 2, 2],
    [18, 2, 2],
    [19, 2, 1],
    [18, 18, 2],
  ])('are chosen in Week %i, from Week %i on: %i', (number, twoTeamsFrom, count) => {
    expect(teamSlots(weekId(number), { twoTeamsFrom })).toHaveLength(count);
  });

  test.each<[string, SomeRules, SurvivorWeek, TeamChoices, string]>([
    ['both win', {}, two(2, ends.won, ends.won), both(2), 'won won: 1 life, 2 wins'],
    ['one loses', { lives: 2 }, two(2, ends.won, ends.lost), both(2), 'won lost: 1 life, 1 win'],
    ['both lose', { lives: 3 }, two(2, ends.lost, ends.lost), both(2), 'lost lost: 1 life, 0 wins'],
    ['both lose with one life left', {}, two(2, ends.lost, ends.lost), both(2), 'lost lost: out, 0 wins'],
    ['the second is missing', { lives: 2 }, two(2, ends.won, ends.won), phi(2), 'won missed: 1 life, 1 win'],
    ['both are missing', { lives: 3 }, two(2, ends.won, ends.won), {}, 'missed missed: 1 life, 0 wins'],
    ['one is off', {}, two(2, ends.won, off), both(2), 'won off: 1 life, 1 win'],
    ['one is open', { lives: 2 }, two(2, ends.lost, {}), both(2), 'lost open: 1 life, 0 wins'],
    ['a second one before that week', {}, two(1, ends.won, ends.lost), both(1), 'won -: 1 life, 1 win'],
  ])('are judged one by one: %s', (_, some, only, choices, text) => {
    const { lives, wins, results, seconds } = survivorSeason([only], choices, rules(some));
    const left = lives === 0 ? 'out' : `${lives} life`;
    expect(`${results[0]} ${seconds[only.id] ?? '-'}: ${left}, ${wins} ${wins === 1 ? 'win' : 'wins'}`).toBe(text);
  });

  test('cost an entry that is bought back only its last life', () => {
    const weeks = [two(2, ends.lost, ends.lost), two(3, {})];
    const season = survivorSeason(weeks, both(2), rules({ buyBacks: 1 }), boughtBackAfter(weekId(2)));
    expect(season).toMatchObject({ lives: 1, boughtBack: [weekId(2)], outWeekId: null });
  });

  test('are of two games, and each use counts', () => {
    const weeks = [two(2, {}), two(3, {})];
    const other = { gid: '3 PHI', team: 'PHI' };
    const asked = { stored: null, other, used: new Map(), isOut: false };
    const refusal = (gid: string, team: string) =>
      choiceRefusal(weeks[1]?.games as Game[], { ...asked, wanted: { gid, team } }, 0);
    expect([refusal('3 PHI', 'DAL'), refusal('3 PHI', 'PHI'), refusal('3 KC', 'KC')]).toEqual([
      'game_chosen',
      'game_chosen',
      null,
    ]);
    expect([...usedTeams(weeks, both(2), teamSlot(weekId(3), true), rules()).keys()]).toEqual(['PHI', 'KC']);
  });
});

/** A season counted in another way: game by game in the order of kick-offs, with tallies and tables. */
describe('A random season under the rules of a survivor pool', () => {
  const numbers = [1, 2, 3, 8, 9, 18, 19, 20];
  const teams = ['PHI', 'DAL', 'KC', 'LV'] as const;
  const safe = {
    win: { loses: [false, false, true], wins: [false, true, true] },
    lose: { loses: [true, false, false], wins: [true, true, false] },
  } as const;

  const anyPlayed = fc.record({
    kickoff: fc.nat(12),
    status: fc.constantFrom('Not Started', 'In Progress', 'Final', 'Final', 'Final'),
    void: fc.constantFrom(null, null, null, null, 'cancelled'),
    homeScore: fc.nat(2),
    awayScore: fc.nat(2),
  } as const);
  const anyWeek = fc.record({
    games: fc.tuple(anyPlayed, anyPlayed),
    team: fc.constantFrom(...teams, 'PHI', 'PHI', null),
    second: fc.constantFrom(...teams, 'KC', null),
  });
  const anySeason = fc.array(anyWeek, { minLength: numbers.length, maxLength: numbers.length });
  const anyRules = fc.record({
    lives: fc.constantFrom(...ruleChoices.lives),
    goal: fc.constantFrom(...ruleChoices.goal),
    survivorTie: fc.constantFrom(...ruleChoices.survivorTie),
    teamUses: fc.constantFrom(...ruleChoices.teamUses),
    teamsAgainAfter: fc.constantFrom(0, 1, 2, 3, 8, 9, 17),
    twoTeamsFrom: fc.constantFrom(0, 0, 1, 3, 4, 18),
  } as const);
  type Season = typeof anySeason extends fc.Arbitrary<infer S> ? S : never;
  type Rules = typeof anyRules extends fc.Arbitrary<infer R> ? R : never;

  const gameAt = (team: string) => (team === 'PHI' || team === 'DAL' ? 0 : 1);
  const partOf = (number: number, { teamsAgainAfter }: Rules) => {
    if (number >= 19) return 'post-season';
    return teamsAgainAfter === 0 || number <= teamsAgainAfter ? 'first' : 'second';
  };

  const hasTwo = (at: number, { twoTeamsFrom }: Rules) => {
    const number = numbers[at] ?? 0;
    return twoTeamsFrom !== 0 && number >= twoTeamsFrom && number < 19;
  };

  /** The chosen games that are on, in the order in which they kick off; `which` of the week's teams each is. */
  function uses(season: Season, rules: Rules) {
    const all = season.flatMap(({ games, team, second }, at) => {
      const own = hasTwo(at, rules) ? [team, second] : [team];
      return own.flatMap((each, which) =>
        each === null ? [] : [{ at, which, team: each, game: games[gameAt(each)] }],
      );
    });
    const on = all.flatMap(({ game: played, ...use }) => (played?.void === null ? [{ ...use, game: played }] : []));
    return on.sort((a, b) => a.game.kickoff - b.game.kickoff || a.at - b.at);
  }

  function count(season: Season, rules: Rules) {
    const tally: Record<string, number> = {};
    const results: string[][] = season.map(({ games, team, second }, at) =>
      (hasTwo(at, rules) ? [team, second] : [team]).map((each) => {
        if (each !== null) return 'off';
        const on = games.filter((one) => one.void === null);
        return on.length > 0 && on.every(({ status }) => status === 'Final') ? 'missed' : 'open';
      }),
    );
    for (const { at, which, team, game: played } of uses(season, rules)) {
      const ofWeek = results[at] ?? [];
      if (played.status === 'Not Started') {
        ofWeek[which] = 'open';
        continue;
      }
      const key = `${team} ${partOf(numbers[at] ?? 0, rules)}`;
      tally[key] = (tally[key] ?? 0) + 1;
      if (tally[key] > rules.teamUses) continue;
      const isHome = team === 'PHI' || team === 'KC';
      const lead = isHome ? played.homeScore - played.awayScore : played.awayScore - played.homeScore;
      const isSafe = safe[rules.goal][rules.survivorTie][Math.sign(lead) + 1];
      ofWeek[which] = played.status === 'Final' ? (isSafe ? 'won' : 'lost') : 'open';
    }
    const costs = results.flatMap((own, at) => own.filter(isBad).map(() => at));
    const fatal = costs[rules.lives - 1] ?? null;
    const counted = results.map((own, at) => (fatal !== null && at > fatal ? own.map(() => 'out') : own));
    return {
      lives: Math.max(0, rules.lives - costs.length),
      outWeekId: fatal === null ? null : weekId(numbers[fatal] ?? 0),
      wins: counted.flat().filter((result) => result === 'won').length,
      ...apart(counted),
      boughtBack: [],
    };
  }

  const isBad = (result: string) => result === 'lost' || result === 'missed';

  /** The results of the first team of each week, and of second teams by week. */
  const apart = (results: readonly (readonly string[])[]) => ({
    results: results.map(([first]) => first),
    seconds: Object.fromEntries(
      results.flatMap(([, second], at) => (second === undefined ? [] : [[weekId(numbers[at] ?? 0), second]])),
    ),
  });

  /** What the seasons of all entries come to if all go on who would go out together: week by week, with everybody at one table. */
  function countTogether(seasons: readonly Season[], rules: Rules) {
    const plain = seasons.map((season) => {
      const { results, seconds } = count(season, { ...rules, lives: 99 as Rules['lives'] });
      return results.map((first = '', at) => {
        const second = seconds[weekId(numbers[at] ?? 0)];
        return second === undefined ? [first] : [first, second];
      });
    });
    const table = seasons.map(() => ({ lives: rules.lives as number, results: [] as string[][] }));
    for (const at of numbers.keys()) {
      const isOver = (seasons[0]?.[at]?.games ?? []).filter((each) => each.void === null);
      const isDecided = isOver.length > 0 && isOver.every(({ status }) => status === 'Final');
      const seats = table.map((seat, which) => ({ seat, own: plain[which]?.[at] ?? [] }));
      const seated = seats.filter(({ seat }) => seat.lives > 0);
      const doomed = seated.filter(({ seat, own }) => own.filter(isBad).length >= seat.lives);
      const mayAllGo = seated.every(({ seat, own }) => own.filter((result) => result !== 'won').length >= seat.lives);
      const isSpared = doomed.length > 0 && (isDecided ? doomed.length === seated.length : mayAllGo);
      for (const { seat, own } of seats) {
        const told = own.map((result) => (isSpared && isBad(result) ? (isDecided ? 'spared' : 'pending') : result));
        seat.results.push(seat.lives === 0 ? own.map(() => 'out') : told);
        seat.lives = Math.max(0, seat.lives - told.filter(isBad).length);
      }
    }
    return table.map(({ lives, results }) => ({ lives, ...apart(results) }));
  }

  /** The teams that cannot be chosen in a week, in the order of their names. */
  function refused(season: Season, week: number, which: number, rules: Rules): string[] {
    const part = partOf(numbers[week] ?? 0, rules);
    return [...teams].sort().filter((team) => {
      const same = uses(season, rules).filter(
        (use) => use.team === team && partOf(numbers[use.at] ?? 0, rules) === part,
      );
      const own = same.findIndex((use) => use.at === week && use.which === which);
      return (own === -1 ? same.length : own) >= rules.teamUses;
    });
  }

  const weeksOf = (season: Season): SurvivorWeek[] =>
    season.map(({ games }, at) => {
      const id = weekId(numbers[at] ?? 0);
      const [first, second] = games;
      return {
        id,
        games: [
          aGame({ ...first, gid: `${at} 0`, weekId: id, home: 'PHI', away: 'DAL' }),
          aGame({ ...second, gid: `${at} 1`, weekId: id, home: 'KC', away: 'LV' }),
        ],
      };
    });
  const choicesOf = (season: Season): TeamChoices =>
    Object.fromEntries(
      season.flatMap(({ team, second }, at) =>
        [team, second].flatMap((each, which) =>
          each === null
            ? []
            : [[teamSlot(weekId(numbers[at] ?? 0), which === 1), { gid: `${at} ${gameAt(each)}`, team: each }]],
        ),
      ),
    );

  test('comes to what a count game by game comes to', () => {
    fc.assert(
      fc.property(anySeason, anyRules, (season, rules) => {
        expect(survivorSeason(weeksOf(season), choicesOf(season), rules)).toEqual(count(season, rules));
      }),
      { numRuns: 2000 },
    );
  });

  test('of several entries that all go on if all go out comes to what a count at one table comes to', () => {
    const anyTeams = fc.array(fc.constantFrom(...teams, 'PHI', null), {
      minLength: numbers.length,
      maxLength: numbers.length,
    });
    fc.assert(
      fc.property(anySeason, fc.array(anyTeams, { minLength: 1, maxLength: 3 }), anyRules, (season, each, some) => {
        const rules = { ...some, allOut: 'goOn' } as const;
        const seasons = each.map((own) => season.map((week, at) => ({ ...week, team: own[at] ?? null })));
        const weeks = weeksOf(season);
        const players = seasons.map((own) => ({ choices: choicesOf(own), buyBacks: NO_BUY_BACKS }));
        const spared = sparedWeeks(weeks, players, rules);
        const told = players.map(({ choices }) => survivorSeason(weeks, choices, rules, NO_BUY_BACKS, spared));
        expect(told.map(({ lives, results, seconds }) => ({ lives, results, seconds }))).toEqual(
          countTogether(seasons, rules),
        );
      }),
      { numRuns: 2000 },
    );
  });

  test('refuses the teams that a count of their uses refuses', () => {
    fc.assert(
      fc.property(anySeason, anyRules, fc.nat(numbers.length - 1), fc.nat(1), (season, rules, week, which) => {
        const slot = teamSlot(weekId(numbers[week] ?? 0), which === 1);
        const used = usedTeams(weeksOf(season), choicesOf(season), slot, rules);
        expect([...used.keys()].sort()).toEqual(refused(season, week, which, rules));
      }),
      { numRuns: 1000 },
    );
  });
});
