import { describe, expect, it } from 'vitest';
import { parseCsv } from './csv-table.ts';

const read = (text: string) => parseCsv(text, ['season', 'pick']);

describe('A CSV file', () => {
  it('is read by the names in its first line, in any order, other columns left out', () => {
    const { rows, flaws } = read('\uFEFF"pick", note ,season\n KC ,x,2024\n');
    expect(flaws).toEqual([]);
    expect(rows.map((row) => [row.line(), row.get('season'), row.get('pick')])).toEqual([[2, '2024', 'KC']]);
  });

  it('says where a value stands, also behind quotes and line breaks', () => {
    const { rows } = read('note,season,pick\n"two\nlines",2024,KC\n"a,b",2024,"BAL"\n');
    expect(rows[0]?.flaw('pick', 'No.')).toEqual({ line: 3, column: 13, message: 'pick: No.' });
    expect(rows[1]?.flaw('pick', 'No.')).toEqual({ line: 4, column: 12, message: 'pick: No.' });
  });

  it('tells once that a column is there again, however often', () => {
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
    ['is not UTF-8', 'season,pick\n2024,\uFFFD\n', { line: 2, column: 6, message: 'This is not UTF-8 text.' }],
    ['holds binary data', 'season,pick\0', { line: 1, column: 12, message: 'This is not UTF-8 text.' }],
  ])('that %s is refused, with the place', (_what, text, flaw) => {
    expect(read(text).flaws).toEqual([flaw]);
  });
});
