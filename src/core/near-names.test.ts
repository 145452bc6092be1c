import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearAmong, nearNames } from '#core/near-names.ts';
import { anyText } from '#tests/core-samples.ts';

const areNear = (one: string, other: string) => nearNames([one], [other]).length > 0;

describe('Two names are near', () => {
  it.each([
    ['a letter more', 'Jon Smith', 'John Smith'],
    ['another letter', 'Jan', 'Jon'],
    ['two letters swapped', 'Brain Hall', 'Brian Hall'],
    ['two slips in a longer name', 'Katherine Lee', 'Catherin Lee'],
    ['first and last name swapped', 'Smith John', 'John Smith'],
    ['the last name first, with a comma', 'Smith, John', 'John Smith'],
    ['an accent', 'José Ruiz', 'Jose Ruiz'],
    ['a space', 'SamOkafor', 'Sam Okafor'],
    ['a hyphen', 'Ann-Marie', 'ann marie'],
  ])('with %s', (_what, one, other) => {
    expect([areNear(one, other), areNear(other, one)]).toEqual([true, true]);
  });
});

describe('Two names are not near', () => {
  it.each([
    ['with other digits', 'P001', 'P002'],
    ['with a number more', 'Mike', 'Mike 2'],
    ['as two initials', 'A', 'B'],
    ['with two other letters in a short name', 'Ann', 'Ian'],
    ['with three other letters', 'John Smith', 'Jane Smyth'],
    ['with one word in common', 'John Smith', 'John Brown'],
    ['of signs that are no letters', '🏈🏈🏈', '🐻🐻🐻'],
    ['with other signs around the same letter', '★★★ A', '♣♣♣ A'],
  ])('%s', (_what, one, other) => {
    expect([areNear(one, other), areNear(other, one)]).toEqual([false, false]);
  });
});

it('The known names that a new one is near are the same for one name and for many', () => {
  fc.assert(
    fc.property(anyText, fc.array(anyText), (name, known) => {
      expect(nearAmong(known)(name)).toEqual(nearNames([name], known)[0]?.near ?? []);
    }),
  );
});

it('Whether names are near does not depend on which comes first', () => {
  fc.assert(fc.property(anyText, anyText, (one, other) => areNear(one, other) === areNear(other, one)));
});

it('New names are compared with known ones and with each other', () => {
  expect(nearNames(['Jon Smith', 'Kim Lee', 'Kim Leé'], ['Zoe', 'John Smith', 'Smith John'])).toEqual([
    { name: 'Jon Smith', near: ['John Smith'] },
    { name: 'Kim Leé', near: ['Kim Lee'] },
  ]);
});
