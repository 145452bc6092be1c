import { describe, expect, it } from 'vitest';
import { namesakesAmong } from '#core/almanac/namesakes.ts';
import { parseTable } from '#core/almanac/parse-table.ts';
import { chosenIn, placesOf, yearProblem } from './year-draft.ts';

const people = ['Ann', 'Bob', 'Sam', 'sam'].map((name, at) => ({ id: `u${at}`, name }));
const namesakes = namesakesAmong(people);
const personsOf = (text: string, chosen: Parameters<typeof placesOf>[1] = new Map()) =>
  placesOf(parseTable(text).places, chosen, namesakes).map(({ personId }) => personId);

describe('Who a name of a pasted table is', () => {
  it('is the only person of that name, until somebody chooses', () => {
    expect(personsOf('1 ann\n2 Bop\n3 Sam\n4 Cleo')).toEqual(['u0', null, null, null]);
    expect(
      personsOf(
        '1 ann\n2 Bop',
        new Map([
          ['ann\n0', null],
          ['bop\n0', 'u1'],
        ]),
      ),
    ).toEqual([null, 'u1']);
  });

  it('stays as it was stored when other lines change, or is the person that the stored one is by now', () => {
    const place = { place: 1, points: null, prize: null };
    const stored = [
      { ...place, name: 'Ann', personId: null },
      { ...place, name: 'Cleo', personId: 'u1' },
      { ...place, name: 'Cleo', personId: 'u2' },
    ];
    expect(personsOf('Zoe\nCleo\nBob\nCleo\nAnn', chosenIn(stored, new Map([['u2', 'u3']])))).toEqual([
      null,
      'u1',
      'u1',
      'u3',
      null,
    ]);
  });
});

describe('The year of a table', () => {
  it.each<[string, string | null]>([
    ['2018', null],
    ['2019', '2019 is already there. Edit it in the list.'],
    ['1919', 'Years go from 1920 to 2200.'],
    ['2201', 'Years go from 1920 to 2200.'],
    ['', 'Enter a year, such as 2019.'],
    ['19', 'Enter a year, such as 2019.'],
    ['20.5', 'Enter a year, such as 2019.'],
  ])('%j is taken or not: %s', (text, problem) => {
    expect(yearProblem(text, [{ year: 2019, places: [] }])).toBe(problem);
  });
});
