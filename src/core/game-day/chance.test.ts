import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultRules, rulesWith } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import { aGame, anyGame, anyRules, HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { DEVIATION, homeChance, LEAST_CHANCE, normalBelow, percentsByLine, timeLeft } from './chance.ts';
import { shownPercent } from './percent.ts';

const running = (situation: string, changes: Partial<Game> = {}) =>
  aGame({ status: 'In Progress', situation, homeScore: 7, ...changes });

describe('The normal distribution', () => {
  test.each([
    [0, 0.5],
    [0.5, 0.691462461274013],
    [1, 0.841344746068543],
    [1.96, 0.975002104851779],
    [3, 0.99865010196837],
    [6, 0.999999999013412],
    [-1, 0.158655253931457],
    [-4, 0.0000316712418331],
    [-7, 1.27981254388584e-12],
    [50, 1],
    [-50, 0],
  ])('has below %d the share %d, as its tables have', (point, share) => {
    expect(normalBelow(point)).toBeCloseTo(share, 14);
  });

  test('rises, and is symmetric', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -12, max: 12, noNaN: true }),
        fc.double({ min: 1e-3, max: 2, noNaN: true }),
        (at, step) => {
          // Far out, both are so close to 0 or 1 that rounding decides.
          expect(normalBelow(at + step)).toBeGreaterThanOrEqual(normalBelow(at) - 1e-15);
          expect(normalBelow(at) + normalBelow(-at)).toBeCloseTo(1, 14);
        },
      ),
    );
  });
});

describe('The share of a game that is left', () => {
  test.each<[string, number]>([
    ['Q1 15:00', 1],
    ['Q1 0:00 · KC 2nd & 7 at BUF 34', 0.75],
    ['End of Q1', 0.75],
    ['Q2 7:30', 37.5 / 60],
    ['Q2', 37.5 / 60],
    ['End of Q2', 0.5],
    ['Half-time', 0.5],
    ['Q3 15:00', 0.5],
    ['Q3 6:00 · touchdown PHI', 21 / 60],
    ['End of Q3', 0.25],
    ['Q4 2:00 · PHI 1st & 10', 2 / 60],
    ['Q4 0:00', 0],
    ['End of Q4', 0],
    ['OT 10:00', 10 / 60],
    ['OT 4:30 · DAL 3rd & Goal at PHI 2', 4.5 / 60],
    ['OT', 5 / 60],
    ['2OT 12:00', 12 / 60],
    ['End of OT', 0],
    ['Delayed · Q2 3:00', 33 / 60],
    ['Suspended · Q4 1:00', 1 / 60],
    ['Delayed', 1],
  ])('is at %s %d of it', (situation, share) => {
    expect(timeLeft(running(situation), SUNDAY_1PM + HOUR)).toBeCloseTo(share, 12);
  });

  test.each<[string, number]>([
    ['Q4 0:00', 10 / 60],
    ['End of Q4', 10 / 60],
    ['OT 0:00', 10 / 60],
    ['Q4 0:30', 0.5 / 60],
  ])('is at %s, level, %d: an overtime is to come once no time is left', (situation, share) => {
    expect(timeLeft(running(situation, { awayScore: 7 }), 0)).toBeCloseTo(share, 12);
  });

  test.each<[string, number, number]>([
    ['at the kick-off', 0, 1],
    ['before it', -30, 1],
    ['after 65 minutes', 65, 2 / 3],
    ['after 195 minutes', 195, 1 / 60],
    ['the next day', 1440, 1 / 60],
  ])('uses real time if there is no clock: %s', (_when, minutes, share) => {
    for (const situation of ['Regular Season', 'Wild Card', '', '15:00', 'NFL London Game', 'Q5 3:00'])
      expect(timeLeft(running(situation), SUNDAY_1PM + minutes * MINUTE)).toBeCloseTo(share, 12);
  });

  test('is all of one that has not begun, and nothing of one that is over', () => {
    expect(timeLeft(aGame({ situation: 'Q3 1:00' }), SUNDAY_1PM)).toBe(1);
    expect(timeLeft(aGame({ status: 'Final' }), SUNDAY_1PM)).toBe(0);
  });
});

describe('The chance of the home side', () => {
  const straight = defaultRules;
  const spread = rulesWith({ useSpread: true });
  const at = (game: Game, rules = straight) => homeChance(game, rules, SUNDAY_1PM);

  test.each<[string, Game, number]>([
    ['without a line', aGame(), 0.5],
    ['favored by a deviation', aGame({ spread: DEVIATION }), 0.841344746],
    ['favored by 3', aGame({ spread: 3 }), 0.594834872],
    ['not favored by 3', aGame({ spread: -3 }), 0.405165128],
    [
      '7 ahead at half-time, favored by 3',
      running('Half-time', { spread: 3 }),
      normalBelow(8.5 / (12.5 * Math.SQRT1_2)),
    ],
    ['7 ahead with no time left', running('Q4 0:00', { spread: -3 }), 1 - LEAST_CHANCE],
    ['7 behind with no time left', running('Q4 0:00', { homeScore: 0, awayScore: 7 }), LEAST_CHANCE],
    [
      'level at the end, favored by 3',
      running('End of Q4', { awayScore: 7, spread: 3 }),
      normalBelow((3 / 12.5) * Math.sqrt(1 / 6)),
    ],
  ])('straight up is %s: %#', (_what, game, chance) => {
    expect(at(game)).toBeCloseTo(chance, 8);
  });

  test.each<[string, Game, number]>([
    ['before the kick-off one half, whatever the line', aGame({ spread: -13.5 }), 0.5],
    [
      'at half-time, 7 ahead and favored by 3',
      running('Half-time', { spread: 3 }),
      normalBelow(5.5 / (12.5 * Math.SQRT1_2)),
    ],
    ['with no time left exactly on the line', running('Q4 0:00', { spread: 7 }), 0.5],
    ['with no time left behind the line', running('Q4 0:00', { spread: 7.5 }), LEAST_CHANCE],
    ['after an early mistake in the score', aGame({ homeScore: 3, spread: 3 }), 0.5],
  ])('against the spread is %s: %#', (_what, game, chance) => {
    expect(at(game, spread)).toBeCloseTo(chance, 8);
  });

  test('goes by the line of the pool: rounded or frozen, one half before the kick-off', () => {
    const game = aGame({ spread: 3, frozenSpread: 6 });
    expect(at(game, rulesWith({ useSpread: true, roundSpread: true }))).toBe(0.5);
    expect(at(game, rulesWith({ useSpread: true, line: 'frozen' }))).toBe(0.5);
  });

  test('is certain of a game that is over, and of no other', () => {
    expect(at(aGame({ status: 'Final', homeScore: 3 }))).toBe(1);
    expect(at(aGame({ status: 'Final', awayScore: 3 }))).toBe(0);
    expect(at(aGame({ status: 'Final' }))).toBe(0.5);
    fc.assert(
      fc.property(anyGame, anyRules, fc.integer({ min: -9, max: 99 }), (game, rules, hours) => {
        const chance = homeChance(game, rules, SUNDAY_1PM + hours * HOUR);
        const isOver = game.status === 'Final' && game.void === null;
        expect(chance).toBeGreaterThanOrEqual(isOver ? 0 : LEAST_CHANCE);
        expect(chance).toBeLessThanOrEqual(isOver ? 1 : 1 - LEAST_CHANCE);
      }),
    );
  });

  test('never falls when the home side scores', () => {
    fc.assert(
      fc.property(anyGame, anyRules, (game, rules) => {
        const more = { ...game, homeScore: game.homeScore + 1 };
        const levels = timeLeft(game, SUNDAY_1PM) !== timeLeft(more, SUNDAY_1PM);
        if (!levels && game.status === 'In Progress')
          expect(homeChance(more, rules, SUNDAY_1PM)).toBeGreaterThanOrEqual(homeChance(game, rules, SUNDAY_1PM));
      }),
    );
  });
});

test.each([
  [0, 1],
  [0.004, 1],
  [0.5, 50],
  [0.996, 99],
  [1, 99],
])('a chance of %d is a bar of %i percent', (chance, percent) => {
  expect(shownPercent(chance)).toBe(percent);
});

test.each([
  ['the favorite at home', { spread: 7 }, {}, { home: 71, away: 29 }],
  ['the favorite away', { spread: -3.5 }, {}, { home: 39, away: 61 }],
  ['an even line', { spread: 0 }, {}, { home: 50, away: 50 }],
  ['the longest line', { spread: -99 }, {}, { home: 1, away: 99 }],
  ['a frozen line', { spread: 7, frozenSpread: 0 }, { line: 'frozen' as const }, { home: 50, away: 50 }],
  ['no line', { spread: null }, {}, null],
])('the chances by %s', (_, line, rules, percents) => {
  expect(percentsByLine(aGame(line), rulesWith(rules))).toEqual(percents);
});
