import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareGames, gameCounts } from '#core/game.ts';
import { isLocked } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { ruleChoices, rulesWith } from '#core/rules/pool-rules.ts';
import { weeklyScore } from '#core/scoring.ts';
import type { Game, Picks } from '#core/types.ts';
import { aFinal, aGame, anyPick, away, HOUR, home, inPoints, SUNDAY_1PM, withSpread } from '#tests/core-samples.ts';
import type { Order } from './confidence.ts';
import {
  earlierValues,
  halvesPossible,
  orderByLines,
  placedValues,
  rebaseOrder,
  scaleOf,
  valuesLeft,
  valuesOf,
  valuesToStore,
  visibleValues,
  weekScale,
  wholeOrder,
  withValues,
} from './confidence.ts';

/** Games a, b, c … an hour apart. */
function week(...changes: Partial<Game>[]): Game[] {
  return changes.map((change, at) => {
    const gid = String.fromCharCode(97 + at);
    return aGame({ gid, lockAt: SUNDAY_1PM + at * HOUR, ...change });
  });
}

/** A week with some games that are off, an order that may leave games out, and picks of some games. */
const anyPlay = fc
  .array(
    fc.record({ off: fc.boolean(), lock: fc.integer({ min: 0, max: 6 }), rank: fc.nat(), pick: fc.option(anyPick) }),
    { minLength: 1, maxLength: 16 },
  )
  .chain((plays) => {
    const games = week(...plays.map(({ off, lock }) => ({ void: off ? ('postponed' as const) : null, lockAt: lock })));
    const picks: Picks = Object.fromEntries(
      games.flatMap(({ gid }, at) => (plays[at]?.pick ? [[gid, plays[at].pick]] : [])),
    );
    const gids = games.map(({ gid }) => gid);
    const anyOrder = fc.shuffledSubarray(gids);
    return fc.record({
      games: fc.constant(games),
      picks: fc.constant(picks),
      order: anyOrder,
      wish: anyOrder,
      now: fc.integer({ min: -1, max: 7 }),
    });
  });

const scaleAs = (scale: PoolRules['scale'], weekId = '2026-week1') => weekScale({ scale }, weekId);
const ranks = scaleAs('ranks');

describe('The values of a week', () => {
  it.each<[string, Order, Partial<Game>[], Record<string, number>]>([
    ['are the places in the order', ['c', 'a', 'b'], [{}, {}, {}], { a: 2, b: 3, c: 1 }],
    ['close the gap of a game that is off', ['c', 'a', 'b'], [{ void: 'cancelled' }, {}, {}], { b: 2, c: 1 }],
    ['go up by gid if no order is entered', [], [{ gid: 'c' }, {}, { gid: 'a' }], { a: 1, b: 2, c: 3 }],
    ['put games that the order leaves out below it', ['a'], [{}, {}, {}], { a: 3, b: 1, c: 2 }],
    ['do not count a game that left the week', ['x', 'b', 'a'], [{}, {}], { a: 2, b: 1 }],
  ])('%s', (_what, order, changes, values) => {
    expect(Object.fromEntries(valuesOf(week(...changes), order, ranks))).toEqual(values);
  });

  it('are 1 to the number of games that count, in the order that is stored', () => {
    fc.assert(
      fc.property(anyPlay, ({ games, order }) => {
        const values = valuesOf(games, order, ranks);
        const counting = wholeOrder(games, order).filter((gid) => games.some((g) => g.gid === gid && gameCounts(g)));
        expect(counting.map((gid) => values.get(gid))).toEqual(counting.map((_, at) => at + 1));
        expect(values.size).toBe(games.filter(gameCounts).length);
      }),
    );
  });

  it('keep those of locked games in a new order, and follow it for the rest', () => {
    fc.assert(
      fc.property(anyPlay, ({ games, order, wish, now }) => {
        const before = valuesOf(games, order, ranks);
        const after = valuesOf(games, rebaseOrder(games, order, wish, now), ranks);
        const locked = games.filter((game) => gameCounts(game) && isLocked(game, now));
        for (const { gid } of locked) expect(after.get(gid)).toBe(before.get(gid));
        const open = wish.filter((gid) => games.some((g) => g.gid === gid && gameCounts(g) && !isLocked(g, now)));
        const values = open.map((gid) => after.get(gid) ?? 0);
        expect(values).toEqual(values.toSorted((a, b) => a - b));
      }),
    );
  });

  it('stay the same whichever games move or begin', () => {
    const anyMove = fc.record({ lock: fc.integer({ min: 0, max: 6 }), hasBegun: fc.boolean() });
    fc.assert(
      fc.property(anyPlay, fc.array(anyMove, { minLength: 16, maxLength: 16 }), ({ games, order }, moves) => {
        const moved = games.map((game, at): Game => {
          const { lock = 0, hasBegun = false } = moves[at] ?? {};
          return { ...game, lockAt: lock, kickoff: lock, status: hasBegun ? 'In Progress' : 'Not Started' };
        });
        expect(valuesOf(moved.toSorted(compareGames), order, ranks)).toEqual(valuesOf(games, order, ranks));
      }),
    );
  });

  it('come back with a game that is played after all, even if others have been moved', () => {
    fc.assert(
      fc.property(anyPlay, fc.nat(), ({ games, order, wish, now }, which) => {
        const back = games[which % games.length] as Game;
        const on = games.map((game) => (game === back ? { ...game, void: null } : game));
        const off = games.map((game) => (game === back ? { ...game, void: 'cancelled' as const } : game));
        const stored = wholeOrder(games, order);
        const before = valuesOf(on, stored, ranks);
        const after = valuesOf(on, rebaseOrder(off, stored, wish, now), ranks);
        const held = on.filter((game) => game.gid === back.gid || (gameCounts(game) && isLocked(game, now)));
        for (const { gid } of held) expect(after.get(gid)).toBe(before.get(gid));
      }),
    );
  });
});

describe('What is visible of values', () => {
  const [first, second, third] = [SUNDAY_1PM, SUNDAY_1PM + HOUR, SUNDAY_1PM + 2 * HOUR];
  const order = ['c', 'a', 'b'];

  it.each<[string, Partial<Game>[], Picks, number, (number | null)[]]>([
    ['nothing before a lock', [{}, {}, {}], { a: home }, first - 1, [null, null, null]],
    ['the value of a locked pick', [{}, {}, {}], { a: home, b: away }, first, [2, null, null]],
    ['none of a game without a side', [{}, {}, {}], { b: away }, second, [null, 3, null]],
    ['all values once the week is locked', [{}, {}, {}], { b: away }, third, [2, 3, 1]],
    [
      'that of a game that is cancelled, open or not',
      [{}, {}, { void: 'cancelled' }],
      { c: home },
      first - 1,
      [null, null, 1],
    ],
    [
      'those of games below one that is cancelled',
      [{}, {}, { void: 'cancelled' }],
      { a: home, c: home },
      first,
      [1, null, 1],
    ],
    ['none of a game that is cancelled without a side', [{}, {}, { void: 'cancelled' }], {}, first, [null, null, null]],
    ['all, if the open games are cancelled', [{}, {}, { void: 'cancelled' }], {}, second, [1, 2, 1]],
    [
      'none of a postponed game that is open',
      [{}, {}, { void: 'postponed' }],
      { a: home, c: home },
      first,
      [1, null, null],
    ],
    ['not all, while a postponed game is open', [{}, {}, { void: 'postponed' }], {}, second, [null, null, null]],
    ['all, once a postponed game is locked', [{}, {}, { void: 'postponed' }], {}, third, [1, 2, 1]],
    [
      'none without a side in a week that is off',
      [{ void: 'cancelled' }, { void: 'cancelled' }],
      {},
      third,
      [null, null],
    ],
  ])('is %s', (_what, changes, picks, now, told) => {
    const games = week(...changes);
    expect(visibleValues(games, order, picks, now, ranks)).toEqual(told);
  });

  it('is the same whatever an open game is worth', () => {
    fc.assert(
      fc.property(anyPlay, ({ games, picks, order: stored, wish, now }) => {
        const other = rebaseOrder(games, stored, wish, now);
        fc.pre(games.some((game) => gameCounts(game) && !isLocked(game, now)));
        expect(visibleValues(games, other, picks, now, ranks)).toEqual(visibleValues(games, stored, picks, now, ranks));
      }),
    );
  });
});

const anyScale = fc.constantFrom(...ruleChoices.scale);

describe('The scale of a pool', () => {
  const [WC, DIV, CONF, SB] = ['wild-card', 'divisional', 'conference', 'super-bowl'].map((round) => `2026-${round}`);

  it.each<[string, PoolRules['scale'], string | undefined, number, number[]]>([
    ['from 1 to the number of games', 'ranks', undefined, 5, [1, 2, 3, 4, 5]],
    ['from 16 down', 'sixteen', undefined, 14, [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]],
    ['from 16 down with a single game', 'sixteen', undefined, 1, [16]],
    [
      'from 1 where 16 games or more are counted from 16 down',
      'sixteen',
      undefined,
      17,
      Array.from({ length: 17 }, (_, at) => at + 1),
    ],
    ['of a Wild Card round', 'playoffs', WC, 6, [6, 8, 10, 12, 14, 16]],
    ['of a Wild Card round with two games off', 'playoffs', WC, 4, [10, 12, 14, 16]],
    ['of a Divisional round', 'playoffs', DIV, 4, [6, 8, 12, 16]],
    ['of a Divisional round with a game off', 'playoffs', DIV, 3, [8, 12, 16]],
    ['of a Conference round', 'playoffs', CONF, 2, [8, 16]],
    ['of the Super Bowl', 'playoffs', SB, 1, [16]],
    ['of a small regular week, as ranks', 'playoffs', undefined, 4, [1, 2, 3, 4]],
    ['of no game', 'playoffs', WC, 0, []],
  ])('are those %s', (_, scale, weekId, count, values) => {
    expect(scaleOf(count, scaleAs(scale, weekId))).toEqual(values);
  });

  it.each<[string, PoolRules['scale'], string, number[], number, number[]]>([
    ['are those, whatever the rule would give', 'playoffs', 'wild-card', [6, 8, 12, 16], 4, [6, 8, 12, 16]],
    ['lose the lowest with a game that is off', 'playoffs', 'wild-card', [6, 8, 12, 16], 3, [8, 12, 16]],
    ['lose the highest if they are ranks', 'ranks', 'week1', [1, 2, 3, 4], 3, [1, 2, 3]],
    [
      'lose the lowest if they go from 16 down',
      'sixteen',
      'week1',
      valuesToStore({ scale: 'sixteen' }, '2026-week1', 16).slice(),
      2,
      [15, 16],
    ],
    ['lose the highest in a regular week that counts ranks', 'playoffs', 'week1', [1, 2, 3, 4], 3, [1, 2, 3]],
    ['give way to the rule if a game comes in', 'ranks', 'week1', [1, 2, 3], 4, [1, 2, 3, 4]],
    ['as does a round', 'playoffs', 'wild-card', [6, 8, 12, 16], 5, [1, 2, 3, 4, 5]],
  ])('that are stored %s', (_, scale, week, stored, count, values) => {
    expect(scaleOf(count, weekScale({ scale }, `2026-${week}`, stored))).toEqual(values);
  });

  it.each<[string, PoolRules['scale'], number, number, readonly number[]]>([
    ['of the round with as many games', 'playoffs', 4, 0, [6, 8, 12, 16]],
    ['of the next larger round', 'playoffs', 5, 0, [6, 8, 10, 12, 14, 16]],
    ['of the whole round, of which a game is off', 'playoffs', 4, 1, [6, 8, 12, 16]],
    ['of the whole round, of which all games are off', 'playoffs', 4, 4, [6, 8, 12, 16]],
    ['of a smaller round that as many games as count made it', 'playoffs', 6, 2, [6, 8, 12, 16]],
    ['of a round that a larger week became', 'playoffs', 8, 2, [6, 8, 10, 12, 14, 16]],
    ['of ranks in a larger week', 'playoffs', 8, 1, [1, 2, 3, 4, 5, 6, 7, 8]],
    ['of ranks', 'ranks', 3, 1, [1, 2, 3]],
    ['from 16 down', 'sixteen', 3, 1, [14, 15, 16]],
  ])('that the version before played with are those %s', (_, scale, count, off, stored) => {
    const games = week(
      ...Array.from({ length: count }, (__, at) => ({ void: at < off ? ('cancelled' as const) : null })),
    );
    expect(earlierValues({ scale }, games)).toEqual(stored);
  });

  it('stores one for each game, or the list of the round', () => {
    expect(valuesToStore({ scale: 'ranks' }, '2026-week1', 3)).toEqual([1, 2, 3]);
    expect(valuesToStore({ scale: 'sixteen' }, '2026-week1', 2)).toEqual([15, 16]);
    expect(valuesToStore({ scale: 'playoffs' }, '2026-wild-card', 4)).toEqual([6, 8, 10, 12, 14, 16]);
    expect(valuesToStore({ scale: 'playoffs' }, '2026-week1', 2)).toEqual([1, 2]);
  });

  it('stay above a game that is called off, and rise by one below it, if they are counted from 16 down', () => {
    const sixteen = scaleAs('sixteen');
    const order = ['a', 'b', 'c', 'd'];
    expect(Object.fromEntries(valuesOf(week({}, {}, {}, {}), order, sixteen))).toEqual({ a: 13, b: 14, c: 15, d: 16 });
    const off = week({}, {}, { void: 'cancelled' }, {});
    expect(Object.fromEntries(valuesOf(off, order, sixteen))).toEqual({ a: 14, b: 15, d: 16 });
    expect(placedValues(off, sixteen)(order)).toEqual([14, 15, 15, 16]);
  });
});

describe('The points that are still possible', () => {
  /** The games after this many have locked, and this many of those are over. */
  const standing = (games: readonly Game[], locked: number, over: number) =>
    games.map((game, at) => ({
      ...game,
      lockAt: at < locked ? 0 : 10,
      status: at < over ? ('Final' as const) : ('Not Started' as const),
    }));
  const anyResult = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })), {
    minLength: 16,
    maxLength: 16,
  });

  it.each([
    ['oneself', true],
    ['others', false],
  ])('never rise as games lock and end, of %s', (_who, isOwn) => {
    fc.assert(
      fc.property(anyPlay, anyResult, anyScale, ({ games: played, picks, order }, results, scale) => {
        const rules = rulesWith({ format: 'confidence', scale, tie: 'half', superBowlPoints: 3 });
        const games = played.map((game, at) => {
          const [awayScore = 0, homeScore = 0] = results[at] ?? [];
          return { ...game, weekId: '2026-super-bowl', awayScore, homeScore };
        });
        const values = weekScale(rules, '2026-super-bowl');
        const stored = wholeOrder(games, order);
        let before = Number.POSITIVE_INFINITY;
        for (let step = 0; step <= 2 * games.length; step += 1) {
          const now = standing(games, Math.ceil(step / 2), Math.floor(step / 2));
          const told = visibleValues(now, stored, picks, 5, values);
          const shown = new Map(now.flatMap(({ gid }, at) => (told[at] == null ? [] : [[gid, told[at]]])));
          const known = isOwn ? valuesOf(now, stored, values) : shown;
          const seen = Object.fromEntries(Object.entries(picks).filter(([gid]) => isOwn || shown.has(gid)));
          const halves = weeklyScore(now, withValues(picks, valuesOf(now, stored, values)), rules);
          const possible = halvesPossible(halves, valuesLeft(now, known, seen, 5, values), '2026-super-bowl', rules);
          expect(possible).toBeLessThanOrEqual(before);
          expect(possible).toBeGreaterThanOrEqual(halves);
          before = possible;
        }
      }),
    );
  });

  it('for oneself are exactly the values that can still be won', () => {
    fc.assert(
      fc.property(anyPlay, fc.nat({ max: 16 }), anyScale, ({ games, picks, order, now }, over, scale) => {
        const at = games.map((game, index) =>
          isLocked(game, now) && index < over ? { ...game, status: 'Final' as const } : game,
        );
        const values = valuesOf(at, order, scaleAs(scale));
        let exact = 0;
        for (const game of at) {
          const canWin = game.status !== 'Final' && (!isLocked(game, now) || picks[game.gid] !== undefined);
          if (gameCounts(game) && canWin) exact += values.get(game.gid) ?? 0;
        }
        expect(valuesLeft(at, values, picks, now, scaleAs(scale))).toBe(exact);
      }),
    );
  });

  it('for others are the highest free values, one for each open game', () => {
    const games = week({ status: 'Final' }, { status: 'In Progress' }, {}, {}, { void: 'cancelled' });
    const known = new Map([
      ['a', 4],
      ['b', 2],
      ['e', 3],
    ]);
    const now = SUNDAY_1PM + HOUR;
    expect(valuesLeft(games, known, { a: home, b: home }, now, ranks)).toBe(2 + 3 + 1);
    expect(valuesLeft(games, new Map([['a', 4]]), { a: home }, now, ranks)).toBe(3 + 2);
  });
});

describe('A right pick', () => {
  const wildCard = { weekId: '2026-wild-card' };
  it.each([
    ['is worth its value', {}, aFinal(10, 20), 7],
    ['is worth nothing if it is wrong', {}, aFinal(20, 10), 0],
    ['is worth nothing of a tie', {}, aFinal(20, 20), 0],
    ['is worth half its value of a tie that gives half', { tie: 'half' }, aFinal(20, 20), 3.5],
    ['is worth its value of a tie that gives both', { tie: 'both' }, aFinal(20, 20), 7],
    ['is worth half its value of a push that gives half', { push: 'half' }, aFinal(20, 23, { spread: 3 }), 3.5],
    ['is worth nothing in a push that counts for nobody', { push: 'none' }, aFinal(20, 23, { spread: 3 }), 0],
    ['is worth its value of a push that is the home side', { push: 'home' }, aFinal(20, 23, { spread: 3 }), 7],
    ['is worth its value times the points of a round', { wildCardPoints: 2 }, aFinal(10, 20, wildCard), 14],
    ['is worth half of that', { wildCardPoints: 3, tie: 'half' }, aFinal(20, 20, wildCard), 10.5],
    ['is worth nothing of a game that is off', {}, aFinal(10, 20, { void: 'cancelled' }), 0],
  ] as const)('%s', (_what, some, game, points) => {
    const isSpread = game.spread !== null;
    const rules = rulesWith({ ...(isSpread ? withSpread : {}), ...some, format: 'confidence' });
    expect(inPoints(weeklyScore([game], { g1: { ...home, value: 7 } }, rules))).toBe(points);
  });

  it('without a value is worth nothing', () => {
    expect(weeklyScore([aFinal(10, 20)], { g1: home }, rulesWith({ format: 'confidence' }))).toBe(0);
  });
});

it('orders games by how much their picked side is favored', () => {
  const games = week({ spread: 3 }, { spread: -7 }, { spread: null }, { spread: 1.5 });
  const order = (picks: Picks) => orderByLines(games, picks, rulesWith({ format: 'confidence' }));
  expect(order({})).toEqual(['c', 'd', 'a', 'b']);
  expect(order({ b: home, d: away })).toEqual(['b', 'd', 'c', 'a']);
});
