import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { movedBy, movedTo, swapped } from './confidence-week.tsx';

const list = { gids: ['a', 'b', 'LOCKED', 'c', 'd'], movable: new Set(['a', 'b', 'c', 'd']) };

describe('The order of a week', () => {
  test.each<[string, readonly string[], string]>([
    ['down', movedTo(list, 'a', 3), 'b c LOCKED a d'],
    ['up', movedTo(list, 'd', 0), 'd a LOCKED b c'],
    ['onto a locked game: to the nearest position', movedTo(list, 'd', 2), 'a d LOCKED b c'],
    ['beyond the end', movedTo(list, 'a', 99), 'b c LOCKED d a'],
    ['by a step, over a locked game', movedBy(list, 'b', 1), 'a c LOCKED b d'],
    ['by a step up', movedBy(list, 'c', -1), 'a c LOCKED b d'],
    ['by a step at the end: it stays', movedBy(list, 'd', 1), 'a b LOCKED c d'],
    ['a locked game: nothing moves', movedTo(list, 'LOCKED', 0), 'a b LOCKED c d'],
    ['two games by swapping them', swapped(list, 'a', 'd'), 'd b LOCKED c a'],
    ['with a locked game: nothing moves', swapped(list, 'a', 'LOCKED'), 'a b LOCKED c d'],
  ])('moves %s', (_what, moved, order) => {
    expect(moved.join(' ')).toBe(order);
  });

  test('never loses a game or moves a locked one', () => {
    const anyList = fc
      .uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { minLength: 1, maxLength: 16 })
      .chain((gids) => fc.subarray(gids, { minLength: 1 }).map((open) => ({ gids, movable: new Set(open) })));
    fc.assert(
      fc.property(anyList, fc.nat(20), fc.nat(20), (any, which, place) => {
        const gid = any.gids[which % any.gids.length] ?? '';
        const moved = movedTo(any, gid, place);
        expect(moved.toSorted()).toEqual(any.gids.toSorted());
        for (const [at, each] of any.gids.entries()) if (!any.movable.has(each)) expect(moved[at]).toBe(each);
      }),
    );
  });
});
