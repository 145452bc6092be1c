import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SeasonEntry } from '#core/formats/format.ts';
import { formatOf } from '#core/formats/format-of.ts';
import { NO_BUY_BACKS } from '#core/formats/survivor/buy-backs.ts';
import type { SurvivorPlayer, TeamChoices } from '#core/formats/survivor/survivor.ts';
import { poolWeek } from '#core/pool-week.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { weeklyScore } from '#core/scoring.ts';
import { lateWeeks, seasonWeeks, withLateWeeks } from '#core/standings.ts';
import type { WeekTiebreak } from '#core/tiebreak.ts';
import type { Game, Picks } from '#core/types.ts';
import { aFinal, aGame, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import type { PlayedPick } from './season.ts';
import { almanacSeason } from './season.ts';

const WEEK_MS = 7 * 24 * HOUR;
const WEEKS = ['2026-week1', '2026-week2', '2026-week3'] as const;
const LATE = SUNDAY_1PM + WEEK_MS - HOUR;

/** A game of a week, by index, that the home side wins, with teams of its own. */
function won(gid: string, at = 0, changes: Partial<Game> = {}): Game {
  return aFinal(10, 20, gameOf(gid, at, changes));
}

function lost(gid: string, at = 0, changes: Partial<Game> = {}): Game {
  return aFinal(20, 10, gameOf(gid, at, changes));
}

function open(gid: string, at = 0): Game {
  return aGame(gameOf(gid, at));
}

function gameOf(gid: string, at: number, changes: Partial<Game> = {}): Partial<Game> {
  const kickoff = SUNDAY_1PM + at * WEEK_MS;
  return { gid, weekId: WEEKS[at] ?? '', kickoff, home: `H-${gid}`, away: `A-${gid}`, ...changes };
}

interface Setting {
  readonly games: readonly Game[];
  readonly rules?: Partial<PoolRules>;
  /** By name, then by gid: `h` or `a`; `auto h` if the player's default made it. */
  readonly picks?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By name, then by slot: `gid team`. */
  readonly teams?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly joined?: Readonly<Record<string, number>>;
  readonly guesses?: Readonly<Record<string, number>>;
}

/** The season as the server reads it. An entry has the id and the name of its owner. */
function playedSeason({ games, rules: some = {}, picks = {}, teams = {}, joined = {}, guesses = {} }: Setting) {
  const rules = rulesWith(some);
  const names = Object.keys(rules.format === 'survivor' ? teams : picks);
  const weeks = WEEKS.map((id) =>
    poolWeek(
      id,
      games.filter((game) => game.weekId === id),
      {},
    ),
  ).filter((week) => week.games.length > 0);
  const weekIds = weeks.map(({ id }) => id);
  const entries = names.map((name): SeasonEntry => {
    return { id: name, ownerId: `${name}'s id`, name, isOwn: true, number: 1, joinedAt: joined[name] ?? 0 };
  });
  const sides = new Map(names.map((name) => [name, mapValues(picks[name] ?? {}, pickOfText)]));
  const players = entries.map((entry): SeasonEntry & SurvivorPlayer => {
    const choices: TeamChoices = mapValues(teams[entry.id] ?? {}, choiceOfText);
    return { ...entry, choices, buyBacks: NO_BUY_BACKS };
  });
  const facts = seasonWeeks(weekIds, games);
  const scored = entries.map((entry) => {
    const own: Picks = mapValues(sides.get(entry.id) ?? {}, (pick) => ({ ...pick, bus: false }));
    const played = weeks.filter((week) => !rules.weekly || week.games.some(({ gid }) => own[gid]));
    const scores = played.map((week) => [week.id, weeklyScore(week.games, own, rules)] as const);
    return { ...entry, isFirst: true, weeks: Object.fromEntries(scores) };
  });
  const pickers = new Map(
    weeks.map((week) => [week.id, new Set(names.filter((name) => week.games.some(({ gid }) => picks[name]?.[gid])))]),
  );
  const late = lateWeeks(scored, facts, pickers, rules);
  const guessesOf = new Map(Object.entries(guesses).map(([id, guess]) => [id, { guess, madeAt: 0 }]));
  const tiebreak: WeekTiebreak = { rule: rules.tiebreak, total: 30, guesses: guessesOf };
  const season = formatOf(rules).season({
    rules,
    now: SUNDAY_1PM + 20 * WEEK_MS,
    games,
    weeks: facts,
    teams: { weeks, entries: players, windows: new Map(), shownWeeks: new Set(), sideTables: [] },
    scores: {
      entrants: withLateWeeks(scored, late),
      late,
      players: null,
      tiebreaks: rules.tiebreak === 'none' ? new Map() : new Map(weekIds.map((id) => [id, tiebreak])),
      correct: () => new Map(),
      validUntil: Number.POSITIVE_INFINITY,
    },
  });
  return {
    poolId: 'p1',
    poolName: 'Office',
    year: 2026,
    rules,
    weeks,
    isOver: season.money().final !== null,
    rows: season.standings().rows,
    winners: season.weekWinners(),
    picks: rules.format === 'survivor' ? new Map<string, Record<string, PlayedPick>>() : sides,
    players: rules.format === 'survivor' ? players : [],
  };
}

function mapValues<V, W>(record: Readonly<Record<string, V>>, change: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

function pickOfText(text: string): PlayedPick {
  const side = text.endsWith('h') ? 'home' : 'away';
  return text.startsWith('auto') ? { side, auto: true } : { side };
}

function choiceOfText(text: string) {
  const [gid = '', team = '', auto] = text.split(' ');
  return { gid, team, ...(auto && { auto: true as const }) };
}

function seasonOf(setting: Setting) {
  return almanacSeason(playedSeason(setting));
}

/** The entry of Ann. */
function annOf(setting: Setting) {
  const entry = seasonOf(setting).entries.find(({ id }) => id === 'Ann');
  if (entry === undefined) throw new Error('Ann does not play');
  return entry;
}

describe('A season of points', () => {
  const games = [won('g1'), won('g2'), lost('g3', 1), won('g4', 2), open('g5', 2)];
  const picks = { Ann: { g1: 'h', g2: 'h', g3: 'h' }, Bob: { g1: 'h', g3: 'a', g4: 'h' }, Cal: {} };

  test('has the table, the week winners and the ranks after each decided week', () => {
    const { entries, weekIds, isOver, plays } = seasonOf({ games, picks });
    expect({ weekIds, isOver, plays }).toEqual({ weekIds: WEEKS.slice(0, 2), isOver: false, plays: 'weeks' });
    expect(
      entries.map(({ name, rank, totalHalves, ranks, won: wins }) => [name, rank, totalHalves, ranks, wins]),
    ).toEqual([
      ['Ann', 1, 4, [1, 1], [true, false]],
      ['Bob', 1, 4, [2, 1], [false, true]],
      ['Cal', 3, 0, [3, 3], [false, false]],
    ]);
    expect(entries[1]).toMatchObject({ ownerId: "Bob's id", weekHalves: [2, 2] });
  });

  test('is over once no week is open', () => {
    expect(seasonOf({ games: games.slice(0, 4), picks }).isOver).toBe(true);
  });

  test('drops the lowest of the weeks so far in each rank', () => {
    const { entries } = seasonOf({ games: games.slice(0, 4), picks, rules: { dropWeeks: 1 } });
    expect(entries.map(({ name, totalHalves, ranks }) => [name, totalHalves, ranks])).toEqual([
      ['Ann', 4, [1, 1, 1]],
      ['Bob', 4, [2, 2, 1]],
      ['Cal', 0, [3, 3, 3]],
    ]);
  });

  test('separates level entries by the season tiebreak, also after a week that is off', () => {
    const off = won('g0', 0, { void: 'cancelled' });
    const level = { Ann: { g1: 'h', g3: 'h' }, Bob: { g1: 'h', g2: 'h' }, Cal: { g3: 'h', g4: 'h' } };
    const played = [off, won('g1', 1), won('g2', 1), won('g3', 2), won('g4', 2)];
    const { entries } = seasonOf({ games: played, picks: level, rules: { seasonTiebreak: 'wins' } });
    expect(entries.map(({ name, rank, ranks }) => [name, rank, ranks])).toEqual([
      ['Bob', 1, [1, 1]],
      ['Cal', 1, [3, 1]],
      ['Ann', 3, [2, 3]],
    ]);
  });

  test('has the winners of weeks by the tiebreak', () => {
    const both = { Ann: { g1: 'h' }, Bob: { g1: 'h' } };
    const { entries } = seasonOf({
      games: [won('g1')],
      picks: both,
      rules: { tiebreak: 'closest' },
      guesses: { Ann: 1, Bob: 29 },
    });
    expect(entries.map(({ name, won: wins }) => [name, wins])).toEqual([
      ['Ann', [false]],
      ['Bob', [true]],
    ]);
  });

  test.each([
    ['zero', null, 2],
    ['lowest', null, 4],
  ] as const)('of late joiners with %s has no week that was over before', (lateJoin, first, total) => {
    const late = { Bob: { g1: 'h' }, Ann: { g3: 'a' } };
    const ann = annOf({ games: games.slice(0, 3), picks: late, rules: { lateJoin }, joined: { Ann: LATE } });
    expect(ann).toMatchObject({ weekHalves: [first, 2], totalHalves: total });
  });

  test('counts a week from before an entry joined of which it has a pick', () => {
    expect(annOf({ games, picks: { Ann: { g2: 'a' } }, joined: { Ann: LATE } }).weekHalves).toEqual([0, 0]);
  });

  test('has nothing of weeks that an entry does not play, with weekly play', () => {
    expect(annOf({ games, picks: { Ann: { g3: 'a' }, Bob: { g1: 'h' } }, rules: { weekly: true } }).weekHalves).toEqual(
      [null, 2],
    );
  });
});

describe('Picks', () => {
  const tie = aFinal(20, 20, gameOf('g1', 0));

  test.each<[string, Game, Partial<PoolRules>, string, [number, number]]>([
    ['right', won('g1'), {}, 'h', [1, 0]],
    ['wrong', won('g1'), {}, 'a', [0, 1]],
    ['by the line of a pool with spread', won('g1', 0, { spread: 14 }), { useSpread: true }, 'h', [0, 1]],
    ['a tie', tie, {}, 'h', [0, 1]],
    ['half right', tie, { tie: 'half' }, 'h', [0, 0]],
    ['a push that does not count', won('g1', 0, { spread: 10 }), { useSpread: true, push: 'none' }, 'h', [0, 0]],
    ['of a game that is off', won('g1', 0, { void: 'cancelled' }), {}, 'h', [0, 0]],
    ['by the default of the player', won('g1'), {}, 'auto h', [0, 0]],
    ['of confidence', won('g1'), { format: 'confidence' }, 'h', [1, 0]],
  ])('that are %s', (_, game, rules, pick, [right, wrong]) => {
    const { picks, teams, against, home, away } = annOf({
      games: [game, won('g2')],
      picks: { Ann: { g1: pick } },
      rules,
    });
    expect(picks).toEqual([{ right, wrong }]);
    const [picked, other] = pick.endsWith('h') ? ['H-g1', 'A-g1'] : ['A-g1', 'H-g1'];
    const isCounted = right + wrong > 0;
    expect(teams).toEqual(isCounted ? { [picked]: { right, wrong } } : {});
    expect(against).toEqual(isCounted ? { [other]: { right, wrong } } : {});
    expect(pick.endsWith('h') ? home : away).toEqual({ right, wrong });
    expect(pick.endsWith('h') ? away : home).toEqual({ right: 0, wrong: 0 });
  });

  test.each<[string, Partial<Game>, Partial<PoolRules>, string]>([
    ['the favorite of the line', { spread: 3 }, {}, 'favorites'],
    ['the underdog of the line', { spread: -3 }, {}, 'underdogs'],
    ['that of the frozen line', { spread: 3, frozenSpread: -3 }, { line: 'frozen' }, 'underdogs'],
    ['neither without a line', {}, {}, 'neither'],
    ['neither with an even line', { spread: 0 }, {}, 'neither'],
  ])('are of %s', (_, line, rules, role) => {
    const { favorites, underdogs } = annOf({ games: [won('g1', 0, line)], picks: { Ann: { g1: 'h' } }, rules });
    expect({ favorites: favorites.right, underdogs: underdogs.right }).toEqual({
      favorites: role === 'favorites' ? 1 : 0,
      underdogs: role === 'underdogs' ? 1 : 0,
    });
  });
});

describe('The longest streak', () => {
  const tie = { tie: 'half' } as const;

  /** Games that kick off one after the other, half of them a week: `r`ight, `w`rong, `h`alf, `o`ff, `m`issed, an `a`uto pick. */
  function streakOf(letters: string) {
    const half = letters.length / 2;
    const games = [...letters].map((letter, at) => {
      const week = at < half ? 0 : 1;
      const kickoff = SUNDAY_1PM + week * WEEK_MS + at * HOUR;
      const gid = `g${9 - at}`;
      const changes = { kickoff, ...(letter === 'o' && { void: 'cancelled' as const }) };
      return letter === 'h' ? aFinal(7, 7, gameOf(gid, week, changes)) : won(gid, week, changes);
    });
    const own = [...letters].flatMap((letter, at): [string, string][] =>
      letter === 'm' ? [] : [[`g${9 - at}`, letter === 'w' ? 'a' : letter === 'a' ? 'auto h' : 'h']],
    );
    return annOf({ games: games.toReversed(), picks: { Ann: Object.fromEntries(own) }, rules: tie }).streak;
  }

  test.each([
    ['rrwr', 2, 0, 0],
    ['wrrr', 3, 0, 1],
    ['rwwr', 1, 0, 0],
    ['rrwwrr', 2, 0, 0],
    ['rwrwrr', 2, 1, 1],
    ['rhrorw', 3, 0, 1],
    ['rmrw', 2, 0, 1],
    ['rarw', 2, 0, 1],
  ])('of %s is %i', (letters, length, from, to) => {
    expect(streakOf(letters)).toEqual({ length, fromWeek: WEEKS[from], toWeek: WEEKS[to] });
  });

  test('is none without a right pick', () => {
    expect(streakOf('wmha')).toBeNull();
  });

  test('goes by game ids where games kick off together', () => {
    const games = [won('g2'), won('g3'), lost('g1'), lost('g4', 1)];
    const { streak } = annOf({ games, picks: { Ann: { g1: 'h', g2: 'h', g3: 'h', g4: 'a' } } });
    expect(streak).toMatchObject({ length: 3, toWeek: WEEKS[1] });
  });
});

describe('The biggest upset', () => {
  test.each<[string, Partial<Game>, Partial<PoolRules>, string, number | null]>([
    ['by the line, in a pool without spread', { spread: -6.5 }, {}, 'h', 6.5],
    ['by the frozen line', { spread: 3, frozenSpread: -4 }, { line: 'frozen' }, 'h', 4],
    ['by the line before it is rounded', { spread: -6 }, { useSpread: true, roundSpread: true }, 'h', 6],
    ['not the favorite', { spread: 6.5 }, {}, 'h', null],
    ['not a wrong pick', { spread: 6.5 }, {}, 'a', null],
    ['not without a line', {}, {}, 'h', null],
    ['not with an even line', { spread: 0 }, {}, 'h', null],
    ['not an underdog that covers the line and loses', { spread: 14 }, { useSpread: true }, 'a', null],
    ['not of a game that is off', { spread: -6, void: 'cancelled' }, {}, 'h', null],
    ['not by a default', { spread: -6 }, {}, 'auto h', null],
  ])('is a right pick of a winning underdog: %s', (_, line, rules, pick, value) => {
    const { upset } = annOf({ games: [won('g1', 0, line), won('g2')], picks: { Ann: { g1: pick } }, rules });
    const expected = { line: value, weekId: WEEKS[0], team: 'H-g1', opponent: 'A-g1' };
    expect(upset).toEqual(value === null ? null : expected);
  });

  test('is by the corrected line of the pool', () => {
    const setting = { games: [won('g1', 0, { frozenSpread: 3 })], picks: { Ann: { g1: 'h' } } };
    const played = playedSeason({ ...setting, rules: { line: 'frozen' } });
    const weeks = played.weeks.map((week) => poolWeek(week.id, week.games, { lines: { g1: -3 } }));
    expect(almanacSeason({ ...played, weeks }).entries[0]?.upset).toMatchObject({ line: 3, team: 'H-g1' });
  });

  test('is the one with the most points, the earliest of several, and not a half right one', () => {
    const games = [
      won('g1', 0, { spread: -3 }),
      won('g2', 1, { spread: -7 }),
      won('g3', 2, { spread: -7 }),
      aFinal(7, 7, gameOf('g4', 2, { spread: -9 })),
    ];
    const picks = { Ann: { g1: 'h', g2: 'h', g3: 'h', g4: 'h' } };
    expect(annOf({ games, picks, rules: { tie: 'half' } }).upset).toMatchObject({ line: 7, team: 'H-g2' });
  });
});

describe('A survivor season', () => {
  const games = [won('g1'), won('g2', 1), won('g3', 1, { spread: 7 }), won('g4', 2), open('g5', 2)];
  const teams = {
    Ann: { '2026-week1': 'g1 H-g1', '2026-week2': 'g2 H-g2', '2026-week3': 'g4 A-g4' },
    Bob: { '2026-week1': 'g1 H-g1', '2026-week2': 'g3 A-g3', '2026-week3': 'g4 H-g4' },
    Cal: { '2026-week1': 'g1 A-g1', '2026-week2': 'g2 H-g2' },
    Dee: { '2026-week1': 'g1 H-g1', '2026-week2': 'g2 H-g2' },
  };
  const rules = { format: 'survivor' } as const;
  const ranksOf = (setting: Setting) => seasonOf(setting).entries.map(({ name, rank }) => [name, rank]);

  test('has the places after the decided weeks, and no points', () => {
    const { entries, plays, isOver } = seasonOf({ games, teams, rules });
    expect(entries.map(({ name, rank }) => [name, rank])).toEqual([
      ['Ann', 1],
      ['Dee', 1],
      ['Bob', 3],
      ['Cal', 4],
    ]);
    expect({ plays, isOver }).toEqual({ plays: 'season', isOver: false });
    expect(entries[0]).toMatchObject({ totalHalves: null, weekHalves: [null, null], ranks: [], won: [false, false] });
  });

  test('is ranked by lives while it is played; who is left at its end shares the win', () => {
    const two = { Ann: { '2026-week1': 'g1 H-g1' }, Bob: { '2026-week1': 'g1 A-g1' } };
    const lives = { ...rules, lives: 2 } as const;
    expect(ranksOf({ games: [won('g1'), open('g5', 2)], teams: two, rules: lives })).toEqual([
      ['Ann', 1],
      ['Bob', 2],
    ]);
    expect(ranksOf({ games: [won('g1')], teams: two, rules: lives })).toEqual([
      ['Ann', 1],
      ['Bob', 1],
    ]);
  });

  test('is over once it is won', () => {
    expect(seasonOf({ games, teams: { Ann: teams.Ann, Cal: teams.Cal }, rules }).isOver).toBe(true);
  });

  test('keeps a week that the first lock of a running one decided', () => {
    const postponed = won('g6', 0, { void: 'postponed' });
    const running = aGame({ ...gameOf('g7', 1), status: 'In Progress' });
    expect(ranksOf({ games: [won('g1'), postponed, running], teams: { Ann: teams.Ann, Bob: {} }, rules })).toEqual([
      ['Ann', 1],
      ['Bob', 2],
    ]);
  });

  test('counts teams as picks until an entry is out', () => {
    const [ann, , bob, cal] = seasonOf({ games, teams, rules }).entries;
    expect(ann?.picks).toEqual([
      { right: 1, wrong: 0 },
      { right: 1, wrong: 0 },
    ]);
    expect(bob?.picks).toEqual([
      { right: 1, wrong: 0 },
      { right: 0, wrong: 1 },
    ]);
    expect(cal?.picks).toEqual([
      { right: 0, wrong: 1 },
      { right: 0, wrong: 0 },
    ]);
    expect(bob).toMatchObject({ against: { 'A-g1': { right: 1 }, 'H-g3': { wrong: 1 } }, underdogs: { wrong: 1 } });
    expect(ann?.streak).toEqual({ length: 2, fromWeek: WEEKS[0], toWeek: WEEKS[1] });
  });

  test.each<[string, Record<string, string>, Partial<PoolRules>, Partial<Game>, [number, number]]>([
    ['the second of a week', { '2026-week1': 'g1 H-g1', '2026-week1:2': 'g2 A-g2' }, { twoTeamsFrom: 1 }, {}, [1, 1]],
    ['none by a default', { '2026-week1': 'g1 H-g1 auto' }, {}, {}, [0, 0]],
    ['none of a game that is off', { '2026-week1': 'g1 H-g1' }, {}, { void: 'cancelled' }, [0, 0]],
    ['a lost one of a spared week', { '2026-week1': 'g1 A-g1' }, { allOut: 'goOn' }, {}, [0, 1]],
    ['a tie, which costs a life', { '2026-week1': 'g1 H-g1' }, {}, { homeScore: 10 }, [0, 1]],
  ])('counts %s', (_, own, some, game, [right, wrong]) => {
    const played = [won('g1', 0, game), won('g2')].map((each) => ({ ...each, ...(each.gid === 'g1' && game) }));
    expect(annOf({ games: played, teams: { Ann: own }, rules: { ...rules, ...some } }).picks).toEqual([
      { right, wrong },
    ]);
  });

  test('with the goal of a losing team counts a team as a pick of its opponent', () => {
    const own = { Ann: { '2026-week1': 'g1 A-g1' } };
    const ann = annOf({ games: [won('g1', 0, { spread: -8 })], teams: own, rules: { ...rules, goal: 'lose' } });
    expect(ann).toMatchObject({
      teams: { 'H-g1': { right: 1 } },
      against: { 'A-g1': { right: 1 } },
      home: { right: 1 },
    });
    expect(ann.upset).toMatchObject({ line: 8, team: 'H-g1', opponent: 'A-g1' });
  });
});

describe('Any season', () => {
  const anyScore = fc.constantFrom(3, 10, 17);
  const anyWeek = (at: number) =>
    fc
      .array(
        fc.record({
          awayScore: anyScore,
          homeScore: anyScore,
          spread: fc.constantFrom(null, -7, 0, 3.5),
          void: fc.option(fc.constantFrom('postponed', 'cancelled'), { freq: 8 }),
        }),
        { minLength: 2, maxLength: 3 },
      )
      .map((games) => games.map((game, n) => ({ ...won(`g${at}${n}`, at), ...game })));
  const anyGames = fc.tuple(anyWeek(0), anyWeek(1), anyWeek(2)).map((weeks) => weeks.flat());
  const gids = ['g00', 'g01', 'g02', 'g10', 'g11', 'g12', 'g20', 'g21', 'g22'];
  const anyPicks = fc.array(
    fc.record(Object.fromEntries(gids.map((gid) => [gid, fc.constantFrom('h', 'a')])), { requiredKeys: [] }),
    {
      minLength: 1,
      maxLength: 4,
    },
  );
  const anyTeams = fc.array(
    fc.tuple(
      ...[0, 1, 2].map((at) =>
        fc
          .option(fc.constantFrom('H', 'A').map((side) => `g${at}0 ${side}-g${at}0`))
          .map((team): [string, string | null] => [WEEKS[at] ?? '', team]),
      ),
    ),
    { minLength: 1, maxLength: 4 },
  );
  const anySetting: fc.Arbitrary<Setting> = fc
    .record({
      games: anyGames,
      picks: anyPicks,
      teams: anyTeams,
      format: fc.constantFrom('pickem', 'survivor'),
      dropWeeks: fc.constantFrom(0, 1),
      weekly: fc.boolean(),
      lives: fc.constantFrom(1, 2),
      allOut: fc.constantFrom('share', 'goOn'),
      survivors: fc.constantFrom('share', 'lives', 'wins'),
    })
    .map(({ games, picks, teams, ...rules }) => ({
      games,
      picks: Object.fromEntries(picks.map((own, at) => [`P${at}`, own as Record<string, string>])),
      teams: Object.fromEntries(
        teams.map((own, at) => [
          `P${at}`,
          Object.fromEntries(own.filter((slot): slot is [string, string] => slot[1] !== null)),
        ]),
      ),
      rules: rules as Partial<PoolRules>,
    }));

  test('has the ranks and totals of the standings once all of its weeks are decided', () => {
    fc.assert(
      fc.property(anySetting, (setting) => {
        const played = playedSeason(setting);
        fc.pre(played.isOver);
        const { entries, plays } = almanacSeason(played);
        const expected = played.rows.map(({ id, rank, totalHalves }) => [
          id,
          rank,
          plays === 'weeks' ? totalHalves : null,
        ]);
        expect(entries.map(({ id, rank, totalHalves }) => [id, rank, totalHalves])).toEqual(expected);
      }),
    );
  });

  test('has nothing of a week that is not decided', () => {
    fc.assert(
      fc.property(anySetting, anyWeek(2), fc.boolean(), (setting, others, isBegun) => {
        const before = setting.games.filter(({ weekId }) => weekId !== WEEKS[2]);
        const running = aGame({ ...gameOf('g29', 2), status: isBegun ? 'In Progress' : 'Not Started' });
        const [one, other] = [setting.games.slice(before.length), others].map((games) =>
          seasonOf({ ...setting, games: [...before, ...games, running] }),
        );
        fc.pre(one?.isOver === other?.isOver && one?.weekIds.length === other?.weekIds.length);
        expect(one).toEqual(other);
      }),
    );
  });
});
