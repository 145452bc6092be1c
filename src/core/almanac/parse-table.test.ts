import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseTable, tableText } from './parse-table.ts';

type Row = [place: number, name: string, points: number | null, cents: number | null];

const rowsOf = (text: string): Row[] =>
  parseTable(text).places.map(({ place, name, points, prize }) => [place, name, points, prize]);

const ann: Row = [1, 'Ann Miller', 120.5, 5000];
const bob: Row = [2, 'Bob', 118, null];

describe('A pasted final table', () => {
  it.each<[string, string, Row[]]>([
    ['with aligned columns', '1  Ann Miller  120.5  $50\n2  Bob         118', [ann, bob]],
    ['with single spaces', '1 Ann Miller 120.5 $50\n2 Bob 118', [ann, bob]],
    ['from a spreadsheet', '1\tAnn Miller\t120.5\t$50\r\n2\tBob\t118\t\r\n', [ann, bob]],
    ['with commas', '1,Ann Miller,120.5,50\n2,Bob,118,', [ann, bob]],
    ['with semicolons', '1; Ann Miller; 120.5; $50.00\n2; Bob; 118', [ann, bob]],
    ['without places', 'Ann Miller 120.5 $50\nBob 118', [ann, bob]],
    ['with empty lines', '\n1 Ann Miller 120.5 $50\n   \n\t\n2 Bob 118\n\n', [ann, bob]],
    ['with a byte order mark', '\uFEFF1,Ann Miller,120.5,$50', [ann]],
    ['in another order', '2 Bob 118\n1 Ann Miller 120.5 $50', [ann, bob]],
    ['with cents in a last column', '1 Ann Miller 120.5 50.00', [ann]],
    [
      'with a prize but no points',
      '1 Ann $50\n2\tBob\t\t25',
      [
        [1, 'Ann', null, 5000],
        [2, 'Bob', null, 2500],
      ],
    ],
    ['with dashes for nothing', '1,Ann,-,$50\n2,Bob,118,–', [[1, 'Ann', null, 5000], bob]],
    ['with large numbers', '1 Ann 1,204.5 $1,000', [[1, 'Ann', 1204.5, 100_000]]],
    ['with large numbers in quotes', '1,Ann,"1,204.5","$1,000"', [[1, 'Ann', 1204.5, 100_000]]],
    [
      'with half points as a sign',
      '1 Ann 12½\n2 Bob −3',
      [
        [1, 'Ann', 12.5, null],
        [2, 'Bob', -3, null],
      ],
    ],
    ['with a champion only', 'Ann Miller', [[1, 'Ann Miller', null, null]]],
    [
      'with names only',
      'Ann\nBob\nCleo',
      [
        [1, 'Ann', null, null],
        [2, 'Bob', null, null],
        [3, 'Cleo', null, null],
      ],
    ],
    [
      'with names and commas',
      'Miller, Ann\n2. Roy, Bob 118',
      [
        [1, 'Miller, Ann', null, null],
        [2, 'Roy, Bob', 118, null],
      ],
    ],
    [
      'with commas in quotes',
      '1,"Miller, Ann",7\n2, "Bob ""The Bus"" Roy", 5',
      [
        [1, 'Miller, Ann', 7, null],
        [2, 'Bob "The Bus" Roy', 5, null],
      ],
    ],
    [
      'with digits in a cell',
      '1,49er Dan,7\n2\tPlayer 2\t5',
      [
        [1, '49er Dan', 7, null],
        [2, 'Player 2', 5, null],
      ],
    ],
    [
      'with digits in quotes',
      '1 "Player 1" 7 $5\n"7 Up"',
      [
        [1, 'Player 1', 7, 500],
        [2, '7 Up', null, null],
      ],
    ],
    ['with a quote in a name', '1,Bob "The Bus",7', [[1, 'Bob "The Bus"', 7, null]]],
  ])('is read %s', (_, text, rows) => {
    expect(rowsOf(text)).toEqual(rows);
    expect(parseTable(text).odd).toEqual([]);
  });

  it.each<[string, string[], number[]]>([
    ['as they are written', ['1. A', '2) B', '3rd C', '#4 D'], [1, 2, 3, 4]],
    ['with ties', ['1 A', 'T2 B', 'T-2 C', '=2 D', '2= E'], [1, 2, 2, 2, 2]],
    ['after a tie without a number', ['1 A', 'T2 B', 'T2 C', 'D'], [1, 2, 2, 4]],
    ['from the middle', ['5 A', 'B'], [5, 6]],
    ['with leading zeros', ['01 A', '02 B'], [1, 2]],
  ])('has places %s', (_, lines, places) => {
    expect(rowsOf(lines.join('\n')).map(([place]) => place)).toEqual(places);
  });

  it.each<[string, string, Row[]]>([
    ['in the usual order', 'Place,Name,Points,Prize\n1,Ann Miller,120.5,$50\n2,Bob,118,', [ann, bob]],
    ['in another order', 'Player\tWon\tScore\tRank\nAnn Miller\t50\t120.5\t1\nBob\t\t118\tT2', [ann, bob]],
    ['in capitals, among others', 'RANK,PLAYER,CITY,PTS.,WINNINGS\n1,Ann Miller,Rome,120.5,50\n2,Bob,,118', [ann, bob]],
    ['with single spaces', 'Points Name\n120.5 Ann Miller\n118 Bob', [[1, 'Ann Miller', 120.5, null], bob]],
    [
      'of aligned columns',
      'Rank  Player      Points  Won\n1     Ann Miller  120.5   $50\n2     Bob         118',
      [ann, bob],
    ],
    ['of a table of digits', 'Name,Points\n007,12', [[1, '007', 12, null]]],
    ['without a place', 'Name;Points\nAnn;3\nBob;118', [[1, 'Ann', 3, null], bob]],
  ])('follows its headings %s', (_, text, rows) => {
    expect(rowsOf(text)).toEqual(rows);
    expect(parseTable(text).odd).toEqual([]);
  });

  it('takes a name for a name, also if it looks like a heading', () => {
    expect(rowsOf('Ann\nTeam Rank')).toEqual([
      [1, 'Ann', null, null],
      [2, 'Team Rank', null, null],
    ]);
  });

  it.each<[string, string, string]>([
    ['120.5', '120.5', 'There is no name.'],
    ['1,,120', '1,,120', 'There is no name.'],
    ['0 Ann', '0 Ann', `"0" isn't a place.`],
    ['20000 Ann', '20000 Ann', `"20000" isn't a place.`],
    ['1,Ann,12.3', '1,Ann,12.3', `"12.3" isn't a number of points. Points are whole or half.`],
    ['1,Ann,100001', '1,Ann,100001', `"100001" isn't a number of points. Points are whole or half.`],
    ['1,Ann,Miller,5', '1,Ann,Miller,5', `"Miller" isn't a number of points. Points are whole or half.`],
    ['1,Ann,5,$2,000,000', '1,Ann,5,$2,000,000', 'It has more than a place, a name, points and a prize.'],
    ['1,Ann,5,"$2,000,000"', '1,Ann,5,"$2,000,000"', `"$2,000,000" isn't a prize.`],
    ['1,Ann,5,a ham', '1,Ann,5,a ham', `"a ham" isn't a prize.`],
    [`1,${'x'.repeat(51)}`, `1,${'x'.repeat(51)}`, 'The name is longer than 50 characters.'],
    ['Name,Points\nAnn,5,6', 'Ann,5,6', 'It has more columns than the first line names.'],
    ['Place,Name\nfirst,Ann', 'first,Ann', `"first" isn't a place.`],
  ])('does not understand %j', (text, line, problem) => {
    expect(parseTable(text)).toEqual({ places: [], odd: [{ line: text.split('\n').length, text: line, problem }] });
  });

  it('has at most 1000 places, and says which lines are beyond', () => {
    const names = Array.from({ length: 1001 }, (_, at) => `Player, ${at}`);
    const { places, odd } = parseTable(`\n${names.map((name, at) => `${at + 1}\t${name}`).join('\n')}`);
    expect(places).toHaveLength(1000);
    expect(places.at(-1)).toMatchObject({ line: 1001, place: 1000 });
    expect(odd).toEqual([{ line: 1002, text: '1001\tPlayer, 1000', problem: 'A table has at most 1000 places.' }]);
  });

  test('never breaks the reader, and a table that is written is read as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'1 2,".;$\t\nTaN½-') }), (text) => void parseTable(text)),
    );
    const name = fc.string({ unit: fc.constantFrom(...'aZ7 ,"$;.-½'), minLength: 1, maxLength: 12 });
    const place = fc.record({
      place: fc.integer({ min: 1, max: 10_000 }),
      name: name.map((text) => `n${text}n`),
      points: fc.option(fc.integer({ min: -200_000, max: 200_000 }).map((halves) => halves / 2)),
      prize: fc.option(fc.integer({ min: 0, max: 100_000_000 })),
    });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 5 }), (places) => {
        const sorted = places.toSorted((a, b) => a.place - b.place);
        const read = parseTable(tableText(sorted));
        expect(read.odd).toEqual([]);
        expect(read.places.map(({ line: _, ...each }) => each)).toEqual(sorted);
      }),
    );
  });
});
