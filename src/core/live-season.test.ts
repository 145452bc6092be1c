import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withAutoPicks } from '#core/auto-picks.ts';
import { placedValues, weekScale } from '#core/formats/confidence/confidence.ts';
import type { SeasonFacts } from '#core/formats/format.ts';
import { formatOf } from '#core/formats/format-of.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { isOver } from '#core/game.ts';
import type { LiveStandings } from '#core/live-season.ts';
import { seasonNow } from '#core/live-season.ts';
import type { LiveRow, LiveWeek } from '#core/live-week.ts';
import { weekNow } from '#core/live-week.ts';
import { pickLetter } from '#core/pick-letters.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { defaultRules, ruleChoices, rulesWith } from '#core/rules/pool-rules.ts';
import { isWeekRunning } from '#core/scoring.ts';
import { lateWeeks, seasonWeeks, withLateWeeks } from '#core/standings.ts';
import { totalPoints } from '#core/tiebreak.ts';
import type { Game, Picks, Side } from '#core/types.ts';
import { playedWeeks } from '#core/weekly-play.ts';
import { aFinal, aGame, HOUR, SUNDAY_1PM, straightUp } from '#tests/core-samples.ts';

const WEEK = '2026-week3';
const weekIds = ['2026-week1', '2026-week2', WEEK];
const GAMES = 3;

/** A member's picks over the season; `-` is none. */
interface Player {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  readonly joinedAt: number;
  readonly isFirst: boolean;
  readonly picks: Picks;
  readonly order: readonly string[];
  /** By week. */
  readonly guesses: Readonly<Record<string, { guess: number; madeAt: number }>>;
}

interface Scene {
  readonly rules: PoolRules;
  readonly games: readonly Game[];
  readonly players: readonly Player[];
}

const gid = (week: number, game: number) => `w${week}g${game}`;
const lockOf = (week: number) => SUNDAY_1PM + week * 168 * HOUR;
const anyRules: fc.Arbitrary<PoolRules> = fc
  .record({
    format: fc.constantFrom('pickem' as const, 'confidence' as const),
    ...{
      useSpread: fc.constantFrom(...ruleChoices.useSpread),
      push: fc.constantFrom(...ruleChoices.push),
      tie: fc.constantFrom(...ruleChoices.tie),
      missed: fc.constantFrom(...ruleChoices.missed),
    },
    ...{
      dropWeeks: fc.constantFrom(0 as const, 1 as const),
      tiebreak: fc.constantFrom(...ruleChoices.tiebreak),
      weekly: fc.constantFrom(...ruleChoices.weekly),
    },
    ...{
      seasonTiebreak: fc.constantFrom(...ruleChoices.seasonTiebreak),
      lateJoin: fc.constantFrom(...ruleChoices.lateJoin),
      bestBets: fc.constantFrom(0, 1),
    },
  })
  .map((some) => {
    const { missed, lateJoin } = defaultRules;
    const isSurely = { ...some, ...(some.format === 'confidence' && { bestBets: 0 }) } as Partial<PoolRules>;
    return rulesWith({ ...isSurely, ...(some.weekly && { missed, lateJoin }) });
  });

const anyResult = fc.record({
  homeScore: fc.integer({ min: 0, max: 2 }),
  awayScore: fc.integer({ min: 0, max: 2 }),
  spread: fc.constantFrom(null, 0, 1, -1, 0.5),
});

/** A season of three weeks whose last one is played; few different scores, so that many entries are level. */
const anyScene: fc.Arbitrary<Scene> = fc.record({
  rules: anyRules,
  games: fc
    .array(fc.tuple(anyResult, fc.boolean(), fc.boolean()), { minLength: 3 * GAMES, maxLength: 3 * GAMES })
    .map((all) =>
      all.map(([result, isRunning, isOff], at): Game => {
        const [week, game] = [Math.floor(at / GAMES), at % GAMES];
        const when = { weekId: weekIds[week] ?? '', kickoff: lockOf(week), lockAt: lockOf(week) };
        const isLast = week === weekIds.length - 1;
        const status = isLast && (isRunning || game === 0) ? 'In Progress' : 'Final';
        const isVoid = isOff && game === 1 ? ('cancelled' as const) : null;
        return aGame({ gid: gid(week, game), ...when, ...result, status, void: isVoid });
      }),
    ),
  players: fc
    .array(
      fc.record({
        sides: fc.array(fc.constantFrom<Side | null>('home', 'away', null), { minLength: 9, maxLength: 9 }),
        bests: fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
        order: fc.shuffledSubarray(Array.from({ length: 9 }, (_, at) => gid(Math.floor(at / 3), at % 3))),
        guess: fc.option(fc.integer({ min: 0, max: 4 })),
        madeAt: fc.integer({ min: 0, max: 2 }),
        joined: fc.constantFrom(0, 0, 0, 1, 2, 3),
        owner: fc.constantFrom('u1', 'u2', 'u3', 'u4'),
      }),
      { minLength: 2, maxLength: 5 },
    )
    .map((all) => {
      const sorted = all.toSorted((a, b) => a.joined - b.joined);
      return sorted.map(({ sides, bests, order, guess, madeAt, joined, owner }, at): Player => {
        const joinedAt = joined === 0 ? at : lockOf(joined - 1) + at;
        const made = sides.flatMap((side, place) => {
          const week = Math.floor(place / GAMES);
          if (side === null || week < joined) return [];
          return [[gid(week, place % GAMES), { side, bus: false, ...(bests[place] && { best: true }) }] as const];
        });
        const guesses = weekIds.flatMap((id, week) =>
          guess === null || week < joined ? [] : [[id, { guess, madeAt }] as const],
        );
        return {
          ...{ id: `e${at}`, name: `Player ${at}`, ownerId: owner, joinedAt, order },
          isFirst: sorted.findIndex((other) => other.owner === owner) === at,
          picks: Object.fromEntries(made),
          guesses: Object.fromEntries(guesses),
        };
      });
    }),
});

/** The season as the server counts it: its standings, and the winners of its weeks. */
function official({ rules, games, players }: Scene) {
  const weeks = seasonWeeks(weekIds, games);
  const format = formatOf(rules);
  const ofWeek = (id: string) => games.filter(({ weekId }) => weekId === id);
  const scoreOf = ({ picks, order, joinedAt }: Player, id: string) => {
    const week = { id, games: ofWeek(id), finals: ofWeek(id).filter(isOver), values: null };
    return format.score(week, rules)({ picks, order, joinedAt, autoUntil: null, teams: {} });
  };
  const hasPick =
    (id: string) =>
    ({ picks }: Player) =>
      ofWeek(id).some((game) => picks[game.gid] !== undefined && !game.void);
  const pickers = new Map(weekIds.map((id) => [id, new Set(players.filter(hasPick(id)).map((each) => each.id))]));
  const scored = players.map((player) => {
    const own = Object.fromEntries(weekIds.map((id) => [id, scoreOf(player, id).halves]));
    return { ...player, number: 1, isOwn: true, weeks: rules.weekly ? playedWeeks(player.id, own, pickers) : own };
  });
  const late = lateWeeks(scored, weeks, pickers, rules);
  const guessesOf = (id: string) =>
    players.flatMap((each) => (each.guesses[id] ? [[each.id, each.guesses[id]] as const] : []));
  const tiebreaks = weeks
    .filter(({ isFinished }) => isFinished && rules.tiebreak !== 'none')
    .map(({ id }) => {
      const game = ofWeek(id).at(-1);
      return [
        id,
        { rule: rules.tiebreak, total: game ? totalPoints(game) : null, guesses: new Map(guessesOf(id)) },
      ] as const;
    });
  const facts: SeasonFacts = {
    ...{ rules, games, weeks, now: lockOf(9) },
    teams: { weeks: [], entries: [], windows: new Map(), shownWeeks: new Set(), sideTables: [] },
    scores: {
      entrants: withLateWeeks(scored, late),
      late,
      players: rules.weekly ? pickers : null,
      tiebreaks: new Map(tiebreaks),
      correct: () =>
        new Map(
          players.map((each) => [each.id, Object.fromEntries(weekIds.map((id) => [id, scoreOf(each, id).correct]))]),
        ),
      validUntil: Number.POSITIVE_INFINITY,
    },
  };
  const season = format.season(facts);
  const finishedWeeks = weeks.filter(({ isDecided }) => isDecided).map(({ id }) => id);
  const standings: LiveStandings = { weeks: weekIds, finishedWeeks, ...season.standings() };
  const weekHalves = new Map(facts.scores.entrants.map(({ id, weeks: own }) => [id, own[WEEK]]));
  return { standings, winners: season.weekWinners()[WEEK]?.map(({ id }) => id), weekHalves };
}

/** The week as the Matchup shows it. */
function matchup({ rules, games: all, players }: Scene, weekHalves: ReadonlyMap<string, number | undefined>): LiveWeek {
  const games = all.filter(({ weekId }) => weekId === WEEK);
  const rows = players.map(({ id, name, picks, order, joinedAt, guesses }): LiveRow => {
    const counted = withAutoPicks(games, picks, rules, { joinedAt, autoUntil: null });
    const letters = games.map((game) => pickLetter(picks[game.gid], true, rules, counted[game.gid] !== undefined));
    const { guess, madeAt } = guesses[WEEK] ?? {};
    return {
      ...{ id, name, picks: letters.join(''), weekHalves: weekHalves.get(id) ?? 0, guess, guessedAt: madeAt },
      ...(traitsOf(rules).hasValues && { values: placedValues(games, weekScale(rules, WEEK))(order) }),
      ...(rules.weekly && weekHalves.get(id) === undefined && { isBlank: true }),
    };
  });
  return { rules, games, gids: games.map((game) => game.gid), rows, tiebreakGid: games.at(-1)?.gid ?? null };
}

describe('Live numbers', () => {
  it('are the official score, winners and places that follow if all games end as they stand', () => {
    fc.assert(
      fc.property(anyScene, (scene) => {
        const before = official(scene);
        const week = matchup(scene, before.weekHalves);
        const ended = official({ ...scene, games: scene.games.map((game) => ({ ...game, status: 'Final' })) });
        const [now, season] = [weekNow(week), seasonNow(WEEK, week, before.standings)];
        expect(now.winners.toSorted()).toEqual(ended.winners?.toSorted() ?? []);
        const late = new Set(ended.standings.rows.filter((row) => row.late?.includes(WEEK)).map(({ id }) => id));
        for (const [id, { halves }] of now.numbers) if (!late.has(id)) expect(halves).toBe(ended.weekHalves.get(id));
        const places = (rows: readonly (readonly [string, { halves: number; rank: number }])[]) =>
          rows.map(([id, { halves, rank }]) => `${rank} ${id} ${halves}`);
        const rows = ended.standings.rows.map((row) => [row.id, { ...row, halves: row.totalHalves }] as const);
        expect(places([...season])).toEqual(places(rows));
      }),
      { numRuns: 150 },
    );
  });

  it('are the official ones once all games are Final', () => {
    fc.assert(
      fc.property(anyScene, (scene) => {
        const final = { ...scene, games: scene.games.map((game): Game => ({ ...game, status: 'Final' })) };
        const { standings, winners, weekHalves } = official(final);
        const week = matchup(final, weekHalves);
        expect(weekNow(week).winners.toSorted()).toEqual(winners?.toSorted() ?? []);
        const now = [...seasonNow(WEEK, week, standings)].map(([id, { halves, rank }]) => ({ id, halves, rank }));
        expect(now).toEqual(standings.rows.map(({ id, totalHalves, rank }) => ({ id, halves: totalHalves, rank })));
      }),
      { numRuns: 50 },
    );
  });
});

describe('A week now', () => {
  const games = [
    aFinal(10, 24, { gid: 'over' }),
    aGame({ gid: 'running', status: 'In Progress', homeScore: 7, awayScore: 3 }),
    aGame({ gid: 'coming', status: 'Not Started' }),
  ];
  const row = (id: string, picks: string, weekHalves: number, more: Partial<LiveRow> = {}): LiveRow => ({
    ...{ id, name: id, picks, weekHalves },
    ...more,
  });
  const week = (rows: readonly LiveRow[], rules = straightUp, tiebreakGid: string | null = null): LiveWeek => ({
    ...{ rules, games, gids: games.map(({ gid }) => gid), rows, tiebreakGid },
  });
  const told = (live: LiveWeek) =>
    [...weekNow(live).numbers]
      .toSorted(([, a], [, b]) => a.rank - b.rank)
      .map(([id, { halves, rank, isShared }]) => `${id} ${halves} ${isShared ? 'T-' : ''}${rank}`);

  it('counts running games as they stand, and nothing of those that have not begun or are sealed', () => {
    const rows = [row('Ann', 'hhh', 2), row('Bob', 'ha?', 2), row('Cid', 'ah-', 0), row('Dee', 'aaa', 0)];
    expect(told(week(rows))).toEqual(['Ann 4 1', 'Bob 2 T-2', 'Cid 2 T-2', 'Dee 0 4']);
  });

  it('leaves out entries that do not play it', () => {
    const rows = [row('Ann', 'hh-', 2), row('Bob', '---', 0, { isBlank: true })];
    expect(told(week(rows, rulesWith({ weekly: true })))).toEqual(['Ann 4 1']);
  });

  it.each([
    ['begun', 'running', ['Bob'], ['Bob 4 1', 'Ann 4 2']],
    ['not begun', 'coming', ['Ann', 'Bob'], ['Ann 4 T-1', 'Bob 4 T-1']],
  ])('goes by the guesses once the tiebreak game has begun: it has %s', (_, gid, winners, places) => {
    const rows = [row('Ann', 'hh-', 2, { guess: 40 }), row('Bob', 'hh-', 2, { guess: 11 })];
    const live = week(rows, rulesWith({ tiebreak: 'closest' }), gid);
    expect(weekNow(live).winners).toEqual(winners);
    expect(told(live)).toEqual(places);
  });

  const standing = (id: string, halves: (number | null)[], rank: number) => ({
    ...{ id, ownerId: id, name: id, halves, rank, totalHalves: 0 },
  });
  const moves = (rules: PoolRules, rows: readonly LiveRow[], all: readonly ReturnType<typeof standing>[]) => {
    const standings = { weeks: ['2026-week1', '2026-week2'], finishedWeeks: ['2026-week1'], rows: all };
    const season = seasonNow('2026-week2', week(rows, rules), standings);
    return [...season].map(([id, { halves, rank, moved }]) => `${id} ${halves} ${rank} ${moved}`);
  };

  it('moves entries from their places when the week began, and drops no week before its last game has begun', () => {
    const rows = [row('Ann', 'aaa', 0), row('Bob', 'hhh', 2)];
    const all = [standing('Ann', [6, 0], 1), standing('Bob', [4, 2], 1)];
    expect(moves(straightUp, rows, all)).toEqual(['Bob 8 1 1', 'Ann 6 2 -1']);
    expect(moves(rulesWith({ dropWeeks: 1 }), rows, all)).toEqual(['Bob 8 1 1', 'Ann 6 2 -1']);
  });

  it('moves nobody in the first week', () => {
    const rows = [row('Ann', 'hhh', 2)];
    expect(moves(straightUp, rows, [standing('Ann', [null, 2], 1)])).toEqual(['Ann 4 1 null']);
  });

  it.each([
    ['before its first kick-off', ['Not Started', 'Not Started'], false],
    ['while a game runs', ['In Progress', 'Not Started'], true],
    ['between its games', ['Final', 'Not Started'], true],
    ['once all are Final', ['Final', 'Final'], false],
  ] as const)('is played %s: %j %s', (_, statuses, isPlayed) => {
    expect(isWeekRunning(statuses.map((status) => ({ status, void: null })))).toBe(isPlayed);
  });
});
