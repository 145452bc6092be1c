import { describe, expect, it } from 'vitest';
import { valuesOf } from './confidence.ts';
import { orderOfValues } from './value-order.ts';

const game = (gid: string, lockAt: number, off = false) => ({ gid, lockAt, void: off ? ('cancelled' as const) : null });
const games = [game('late', 3), game('early', 1), game('middle', 2)];

describe('An order from known values', () => {
  it.each([
    ['all values known', games, { late: 1, middle: 2, early: 3 }, ['late', 'middle', 'early']],
    ['none known: by their lock', games, {}, ['early', 'middle', 'late']],
    ['the others take what is left', games, { early: 2 }, ['middle', 'early', 'late']],
    ['what is off comes last', [game('off', 0, true), ...games], { late: 3 }, ['early', 'middle', 'late', 'off']],
    [
      'what is off keeps a known value',
      [game('off', 0, true), ...games],
      { off: 2 },
      ['early', 'off', 'middle', 'late'],
    ],
  ])('%s', (_, week, known, order) => {
    expect(orderOfValues(week, new Map(Object.entries(known)))).toEqual(order);
  });

  it('gives each game that counts the value it was known to have, beside games that are off', () => {
    const week = [game('off', 0, true), ...games];
    const known = new Map(Object.entries({ early: 3, late: 1 }));
    expect(valuesOf(week, orderOfValues(week, known))).toEqual(
      new Map(Object.entries({ late: 1, middle: 2, early: 3 })),
    );
  });
});
