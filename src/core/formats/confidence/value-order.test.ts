import { describe, expect, it } from 'vitest';
import { valuesOf, weekScale } from './confidence.ts';
import { orderOfValues } from './value-order.ts';

const game = (gid: string, off = false) => ({ gid, void: off ? ('cancelled' as const) : null });
const games = [game('c'), game('a'), game('b')];
const ranks = weekScale({ scale: 'ranks' }, '2026-week1');

describe('An order from known values', () => {
  it.each([
    ['all values known', games, { c: 1, b: 2, a: 3 }, ['c', 'b', 'a']],
    ['none known: by their gid', games, {}, ['a', 'b', 'c']],
    ['the others take what is left', games, { a: 2 }, ['b', 'a', 'c']],
    ['games that are off come last', [game('0', true), ...games], { c: 3 }, ['a', 'b', 'c', '0']],
    ['a game that is off keeps a known value', [game('0', true), ...games], { 0: 2 }, ['a', '0', 'b', 'c']],
  ])('%s', (_, week, known, order) => {
    expect(orderOfValues(week, new Map(Object.entries(known)), ranks)).toEqual(order);
  });

  it('gives each counting game its known value, even with games that are off', () => {
    const week = [game('0', true), ...games];
    const known = new Map(Object.entries({ a: 3, c: 1 }));
    expect(valuesOf(week, orderOfValues(week, known, ranks), ranks)).toEqual(
      new Map(Object.entries({ c: 1, b: 2, a: 3 })),
    );
  });

  it('gives games that are off the lowest values where a week loses those', () => {
    const week = [game('0', true), ...games];
    const sixteen = weekScale({ scale: 'sixteen' }, '2026-week1');
    expect(orderOfValues(week, new Map(Object.entries({ b: 14, c: 15 })), sixteen)).toEqual(['0', 'b', 'c', 'a']);
  });

  it('keeps the stored order among games without a known value', () => {
    expect(orderOfValues(games, new Map(Object.entries({ a: 2 })), ranks, ['c', 'a', 'b'])).toEqual(['c', 'a', 'b']);
  });

  it('uses the values of the pool', () => {
    const known = new Map(Object.entries({ a: 16, b: 15, c: 14 }));
    const sixteen = weekScale({ scale: 'sixteen' }, '2026-week1');
    expect(valuesOf(games, orderOfValues(games, known, sixteen), sixteen)).toEqual(known);
  });
});
