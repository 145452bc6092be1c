import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { weekScale } from '#core/formats/confidence/confidence.ts';
import { NO_LOCK } from '#core/locks.ts';
import type { SlotPick } from '#core/pick.ts';
import { poolWeek } from '#core/pool-week.ts';
import type { Game } from '#core/types.ts';
import { gameVoids, sides } from '#core/types.ts';
import { aGame, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { ANN, BOB, CHRIS, WEEK_1 } from '#tests/receipt-samples.ts';
import type { ReceiptWeek, StoredPick } from './visible.ts';
import { reachedLocks, visibleLines } from './visible.ts';

const FIRST = SUNDAY_1PM;
const SECOND = FIRST + 4 * HOUR;
const LAST = FIRST + 30 * HOUR;
const NEXT_WEEK = FIRST + 100 * HOUR;

/** A week whose games g1, g2 … have these locks (ms), and whose last game is the tiebreak. */
function aWeek(locks: readonly number[], changes: readonly Partial<Game>[] = []): ReceiptWeek {
  const games = locks.map((lockAt, at) => aGame({ gid: `g${at + 1}`, lockAt, ...changes[at] }));
  const { wholeWeek } = poolWeek('2026-week1', games, { nextWeekLock: NEXT_WEEK });
  return {
    id: WEEK_1,
    games,
    wholeWeek,
    tiebreakGid: `g${locks.length}`,
    scale: weekScale({ scale: 'ranks' }, WEEK_1),
  };
}

const byGame = aWeek([FIRST, SECOND, LAST]);
const atOnce = aWeek([FIRST, FIRST, FIRST]);

type Making = Partial<Pick<StoredPick, 'entry' | 'revision' | 'madeAt' | 'enteredBy'>>;

function stored(slot: Omit<SlotPick, 'revision'>, making: Making = {}): StoredPick {
  return { ...slot, entry: ANN, revision: 1, madeAt: 5, enteredBy: null, ...making } as StoredPick;
}
const side = (about: string, value: 'home' | 'away' | null, making: Making = {}) =>
  stored({ kind: 'pick', about, value: value && { side: value } }, making);
const order = (gids: readonly string[] | null) =>
  stored({ kind: 'order', about: WEEK_1, value: gids && { order: gids } });
const team = (value: { readonly gid: string; readonly team: string } | null) =>
  stored({ kind: 'team', about: WEEK_1, value });
const guess = (gid: string, total: number | null) => stored({ kind: 'guess', about: WEEK_1, value: { gid, total } });

/** The visible slots of entries with their values and the lock that revealed them. */
const seen = (week: ReceiptWeek, picks: readonly StoredPick[], now: number) =>
  visibleLines(week, picks, now).flatMap(({ lockAt, line: [entry, slot, value] }) =>
    entry === '' ? [] : [[slot, value, lockAt]],
  );

describe('A lock lists', () => {
  test('each pick of its game with its revision, time and author', () => {
    const picks = [
      stored({ kind: 'pick', about: 'g1', value: { side: 'home', best: true } }),
      side('g1', null, { entry: BOB, revision: 3, madeAt: 9, enteredBy: CHRIS }),
      side('g2', 'away'),
    ];
    expect(visibleLines(byGame, picks, FIRST - 1)).toEqual([]);
    expect(visibleLines({ ...byGame, scale: null }, picks, FIRST)).toEqual([
      { lockAt: FIRST, line: ['', 'lock:g1', String(FIRST), null, null, null] },
      { lockAt: FIRST, line: ['', 'teams:g1', 'DAL at PHI', null, null, null] },
      { lockAt: FIRST, line: [ANN, 'game:g1', 'home best', 1, 5, null] },
      { lockAt: FIRST, line: [BOB, 'game:g1', null, 3, 9, CHRIS] },
    ]);
  });

  const ordered = [side('g1', 'home'), side('g3', 'away'), side('g2', null), order(['g2', 'g3', 'g1'])];
  const sidesSeen = [
    ['game:g1', 'home', FIRST],
    ['game:g3', 'away', LAST],
    ['game:g2', null, SECOND],
  ];
  const g1Value = ['value:g1', '3', FIRST];

  test.each<[string, ReceiptWeek, readonly StoredPick[], number, unknown[]]>([
    ['the value of a locked game that was picked', byGame, ordered, FIRST, [sidesSeen[0], g1Value]],
    [
      'the value by which a pick scores without an order',
      byGame,
      [side('g1', 'home')],
      FIRST,
      [
        ['game:g1', 'home', FIRST],
        ['value:g1', '1', FIRST],
      ],
    ],
    [
      'the rank among games that count, as members see it',
      aWeek([LAST, FIRST], [{ void: 'cancelled' }]),
      [side('g2', 'away'), order(['g1', 'g2'])],
      FIRST,
      [
        ['game:g2', 'away', FIRST],
        ['value:g2', '1', FIRST],
        [`order:${WEEK_1}`, 'g1 g2', FIRST],
      ],
    ],
    ['no value of a game without a pick', byGame, ordered, SECOND, [sidesSeen[0], sidesSeen[2], g1Value]],
    [
      'the whole order once the whole week is locked',
      byGame,
      ordered,
      LAST,
      [...sidesSeen, g1Value, ['value:g3', '2', LAST], [`order:${WEEK_1}`, 'g2 g3 g1', LAST]],
    ],
    [
      'an order without the place of a game that the pool leaves out',
      byGame,
      [order(['g2', 'elsewhere', 'g3', 'g1'])],
      LAST,
      [[`order:${WEEK_1}`, 'g2 g3 g1', LAST]],
    ],
    ['an order that was taken back, not before', byGame, [order(null)], LAST - 1, []],
    ['an order that was taken back', byGame, [order(null)], LAST, [[`order:${WEEK_1}`, null, LAST]]],
    ['a team with its game', byGame, [team({ gid: 'g2', team: 'KC' })], SECOND, [[`team:${WEEK_1}`, 'g2 KC', SECOND]]],
    ['a team with its game, not before', byGame, [team({ gid: 'g2', team: 'KC' })], SECOND - 1, []],
    ['a team that was taken back, not before the week is locked', byGame, [team(null)], LAST - 1, []],
    ['a team that was taken back', byGame, [team(null)], LAST, [[`team:${WEEK_1}`, null, LAST]]],
    ['a guess with the tiebreak game', byGame, [guess('g3', 41)], LAST, [[`tiebreak:${WEEK_1}`, 'g3 41', LAST]]],
    ['a guess with the tiebreak game, not before', byGame, [guess('g3', 41)], LAST - 1, []],
    ['a guess that was taken back', byGame, [guess('g3', null)], LAST, [[`tiebreak:${WEEK_1}`, null, LAST]]],
    ['no guess of a game that is not the tiebreak', byGame, [guess('g1', 41)], LAST, []],
    [
      'everything at once in a pool that locks its week as a whole',
      atOnce,
      [side('g1', 'home'), order(['g3', 'g2', 'g1']), team({ gid: 'g2', team: 'KC' }), guess('g3', 41)],
      FIRST,
      [
        ['game:g1', 'home', FIRST],
        ['value:g1', '3', FIRST],
        [`order:${WEEK_1}`, 'g3 g2 g1', FIRST],
        [`team:${WEEK_1}`, 'g2 KC', FIRST],
        [`tiebreak:${WEEK_1}`, 'g3 41', FIRST],
      ],
    ],
    [
      'the order of a week with a postponed game once the next week starts to lock',
      aWeek([FIRST, NO_LOCK], [{}, { void: 'postponed' }]),
      [order(['g1', 'g2'])],
      NEXT_WEEK,
      [[`order:${WEEK_1}`, 'g1 g2', NEXT_WEEK]],
    ],
  ])('%s', (_what, week, picks, now, lines) => {
    expect(seen(week, picks, now).sort()).toEqual(lines.toSorted());
  });

  test.each<[string, ReceiptWeek, number, number[]]>([
    ['before its first lock none', byGame, FIRST - 1, []],
    ['those that were reached, in order', aWeek([SECOND, FIRST, LAST]), SECOND, [FIRST, SECOND]],
    ['games that lock together once', atOnce, LAST, [FIRST]],
    [
      'the lock of the next week, if a game was postponed',
      aWeek([FIRST, NO_LOCK], [{}, { void: 'postponed' }]),
      NEXT_WEEK,
      [FIRST, NEXT_WEEK],
    ],
    [
      'not the lock of a cancelled game that is still to come',
      aWeek([FIRST, LAST], [{}, { void: 'cancelled' }]),
      SECOND,
      [FIRST],
    ],
    ['none of a week without games', aWeek([]), LAST, []],
  ])('of a week: %s', (_what, week, now, locks) => {
    expect(reachedLocks(week, now)).toEqual(locks);
  });
});

describe('Sealed picks', () => {
  const gids = ['g1', 'g2', 'g3', 'g4', 'g5'];
  const anyWeek = fc
    .array(
      fc.record({ lock: fc.integer({ min: 1, max: 6 }), void: fc.option(fc.constantFrom(...gameVoids), { freq: 6 }) }),
      {
        minLength: gids.length,
        maxLength: gids.length,
      },
    )
    .map((games) =>
      aWeek(
        games.map(({ lock }) => lock),
        games.map(({ void: off }) => ({ void: off })),
      ),
    );
  const anySide = fc.option(fc.record({ side: fc.constantFrom(...sides) }));
  const anyMaking = fc.record({
    revision: fc.integer({ min: 1, max: 9 }),
    madeAt: fc.nat(),
    enteredBy: fc.constantFrom(null, CHRIS),
  });
  /** What an entry stored about each game and about the week, and how. */
  const anyStored = fc.record({
    sides: fc.array(fc.tuple(anySide, anyMaking), { minLength: gids.length, maxLength: gids.length }),
    order: fc.tuple(fc.option(fc.shuffledSubarray(gids, { minLength: gids.length })), anyMaking),
    team: fc.tuple(
      fc.option(fc.record({ gid: fc.constantFrom(...gids), team: fc.constantFrom('PHI', 'DAL') })),
      anyMaking,
    ),
    total: fc.tuple(fc.option(fc.nat()), anyMaking),
  });
  type Stored = typeof anyStored extends fc.Arbitrary<infer S> ? S : never;

  const picksOf = (
    { tiebreakGid }: ReceiptWeek,
    { sides: all, order: ordered, team: chosen, total }: Stored,
  ): StoredPick[] => [
    ...all.map(([value, making], at) => stored({ kind: 'pick', about: `g${at + 1}`, value }, making)),
    stored({ kind: 'order', about: WEEK_1, value: ordered[0] && { order: ordered[0] } }, ordered[1]),
    stored({ kind: 'team', about: WEEK_1, value: chosen[0] }, chosen[1]),
    stored({ kind: 'guess', about: WEEK_1, value: { gid: tiebreakGid ?? '', total: total[0] } }, total[1]),
  ];

  /** The stored picks of one entry with everything that is sealed taken from other ones. */
  const withOtherSealed = ({ games, tiebreakGid }: ReceiptWeek, own: Stored, other: Stored, now: number): Stored => {
    const locked = new Set(games.filter(({ lockAt }) => lockAt <= now).map(({ gid }) => gid));
    const isWhole = games.every((game) => locked.has(game.gid) || game.void === 'cancelled');
    const [places, others] = [own.order[0] ?? [], other.order[0] ?? []];
    // A game that is off keeps its place.
    const off = new Set(games.flatMap((game) => (game.void === null ? [] : [game.gid])));
    const isFixed = (gid: string) => locked.has(gid) || off.has(gid);
    const free = others.filter((gid) => !isFixed(gid));
    const rebased = places.map((gid) => (isFixed(gid) ? gid : (free.shift() ?? gid)));
    const isSealed = (team: Stored['team'][0]) => team === null || !locked.has(team.gid);
    return {
      sides: own.sides.map((each, at) => (locked.has(`g${at + 1}`) ? each : (other.sides[at] ?? each))),
      order: isWhole || own.order[0] === null ? own.order : [rebased.length === 0 ? null : rebased, other.order[1]],
      team: isWhole || !isSealed(own.team[0]) || !isSealed(other.team[0]) ? own.team : other.team,
      total: locked.has(tiebreakGid ?? '') ? own.total : other.total,
    };
  };

  test('leave no trace in what is listed, whatever they are', () => {
    fc.assert(
      fc.property(anyWeek, anyStored, anyStored, fc.integer({ min: 0, max: 7 }), (week, own, other, now) => {
        const changed = withOtherSealed(week, own, other, now);
        expect(visibleLines(week, picksOf(week, changed), now)).toEqual(visibleLines(week, picksOf(week, own), now));
      }),
    );
  });
});
