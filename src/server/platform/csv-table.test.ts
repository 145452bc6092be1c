import { describe, expect, it } from 'vitest';
import type { Flaw } from './csv.ts';
import { csvLine, parseCsv } from './csv.ts';

const read = (text: string) => parseCsv(text, ['season', 'pick']);

/** The rows of a file without flaws. */
function rowsOf(text: string) {
  const { rows, flaws } = read(text);
  expect(flaws).toEqual([]);
  return rows.map((row) => ({ line: row.line(), season: row.get('season'), pick: row.get('pick') }));
}

describe('A CSV file', () => {
  it('is read by the names in its first line, in any order, other columns left out', () => {
    expect(rowsOf('\uFEFF"pick", note ,season\n KC ,x,2024\n')).toEqual([{ line: 2, season: '2024', pick: 'KC' }]);
  });

  it.each([
    ['semicolons', 'season;note;pick\n2024;"a;b";KC\n'],
    ['tabs', 'season\tnote\tpick\n2024\ta,b;c\tKC\n'],
    ['semicolons, as a first line says', 'sep=;\r\nseason;note;pick\r\n2024;;KC\r\n'],
    ['commas, with semicolons in other columns', '"a;b;c",season,pick\n1;2;3,2024,KC\n'],
  ])('may separate its fields by %s', (_what, text) => {
    expect(rowsOf(text)).toMatchObject([{ season: '2024', pick: 'KC' }]);
  });

  it('says where a value stands behind semicolons too', () => {
    const { rows } = read('sep=;\nseason;note;pick\n2024;"a;b";KC\n');
    expect(rows[0]?.flaw('pick', 'No.')).toEqual({ line: 3, column: 12, message: 'pick: No.' });
  });

  it('names its columns in any capitals, with spaces or hyphens for underscores', () => {
    const { rows, flaws } = parseCsv('SEASON,Home Team,Away-Team\n2024,KC,BAL\n', ['season', 'home_team', 'away_team']);
    expect(flaws).toEqual([]);
    expect([rows[0]?.get('season'), rows[0]?.get('home_team'), rows[0]?.get('away_team')]).toEqual([
      '2024',
      'KC',
      'BAL',
    ]);
  });

  it('may have the empty rows and columns of a spreadsheet', () => {
    const { rows, flaws } = read(',,,\nseason,pick,,\n,,,\n2024,KC,,\n2024,,,\n , ,,,,\n2024,BAL\n;;\n');
    expect(flaws).toEqual([{ line: 8, column: 1, message: 'This row has 1 fields, the first line has 2.' }]);
    expect(rows.map((row) => row.get('pick'))).toEqual(['KC', '', 'BAL']);
  });

  it('removes the guard against formulas', () => {
    const names = ['=1+1', "'=1", '-Mike', "'plain", '\u200b=x'];
    const { rows } = read(`season,pick\n${names.map((name) => csvLine([name, 'KC'])).join('')}`);
    expect(rows.map((row) => row.get('season'))).toEqual(names);
  });

  it('says where a value stands, also behind quotes and line breaks', () => {
    const { rows } = read('note,season,pick\n"two\nlines",2024,KC\n"a,b",2024,"BAL"\n');
    expect(rows[0]?.flaw('pick', 'No.')).toEqual({ line: 3, column: 13, message: 'pick: No.' });
    expect(rows[1]?.flaw('pick', 'No.')).toEqual({ line: 4, column: 12, message: 'pick: No.' });
  });

  it('reports a repeated column once, however often it occurs', () => {
    const header = `season,pick${',season,pick'.repeat(5000)}\n`;
    expect(read(header).flaws).toHaveLength(2);
  });

  it.each([
    ['is empty', '', { line: 1, column: 1, message: 'The file is empty.' }],
    ['lacks a column', 'season,week\n', { line: 1, column: 1, message: "The column 'pick' is missing." }],
    ['lacks several columns', 'week\n', { line: 1, column: 1, message: "The columns 'season', 'pick' are missing." }],
    [
      'has a column twice',
      'season,pick,season\n',
      { line: 1, column: 13, message: "The column 'season' is there twice." },
    ],
    [
      'has a short row',
      'season,pick\n2024\n',
      { line: 2, column: 1, message: 'This row has 1 fields, the first line has 2.' },
    ],
    [
      'has a long row',
      'season,pick\n1,2,3\n',
      { line: 2, column: 5, message: 'This row has 3 fields, the first line has 2.' },
    ],
    ['has a broken quote', 'season,pick\n2024,"KC\n', { line: 2, column: 6, message: 'This quote is never closed.' }],
    [
      'lost characters',
      'season,pick\n2024,\uFFFD\n',
      { line: 2, column: 6, message: 'This character was lost. Save the file as UTF-8 and import that.' },
    ],
    [
      'holds binary data',
      'season,pick\0',
      { line: 1, column: 12, message: 'This is not a text file. Save the table as CSV and import that.' },
    ],
    ...['PK\u0003\u0004\u0014\0', '\u00d0\u00cf\u0011\u00e0\0'].map((text): [string, string, Flaw] => [
      'is a workbook',
      text,
      { line: 1, column: 1, message: 'This is an Excel workbook. Save it as CSV and import that.' },
    ]),
  ])('that %s is refused, with the place', (_what, text, flaw) => {
    expect(read(text).flaws).toEqual([flaw]);
  });
});
