import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Encoding } from '#core/file-text.ts';
import { textOfFile } from '#core/file-text.ts';
import { csvSheet } from './csv-table.ts';
import { cellName } from './table.ts';

const decode = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes);

function rowsOf(text: string): unknown {
  const sheet = csvSheet(text);
  return 'table' in sheet ? sheet.table.rows : sheet.problem;
}

describe('A CSV file as a sheet', () => {
  it.each([
    [
      'commas',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons, with commas within cells',
      'a;b\n7,5;2',
      [
        ['a', 'b'],
        ['7,5', '2'],
      ],
    ],
    [
      'tabs',
      'a\tb\r\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['the separator that the first line names', 'sep=;\na,b;c', [['a,b', 'c']]],
    ['empty lines, which are rows', '\na,b\n\n\n1,2\n', [[], ['a', 'b'], [], [], ['1', '2']]],
    ['line breaks within cells', '"a\nb",c\n\n1,2', [['a\nb', 'c'], [], ['1', '2']]],
    ['guarded formulas', "'=SUM(A1),'it", [['=SUM(A1)', "'it"]]],
    ['nothing', '', []],
  ])('has %s', (_what, text, rows) => {
    expect(rowsOf(text)).toEqual(rows);
  });

  it.each([
    ['a,"b\n', 'Line 1, character 3: This quote is never closed.'],
    ['PK\u0003\u0004', 'Line 1: This is an Excel workbook. Save it as CSV and import that.'],
    ['a\nb\u0000', 'Line 2: This is not a text file. Save the table as CSV and import that.'],
  ])('is refused with its line: %j', (text, problem) => {
    expect(rowsOf(text)).toBe(problem);
  });

  it.each([
    ['UTF-8 with a mark', Buffer.from('\uFEFFZoë;KC')],
    ['UTF-16', Buffer.from('\uFEFFZoë;KC', 'utf16le')],
    ['Windows-1252', Buffer.from('Zoë;KC', 'latin1')],
  ])('is read from %s', (_what, bytes) => {
    expect(rowsOf(textOfFile(bytes, decode).text)).toEqual([['Zoë', 'KC']]);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r') }),
        (text) => void rowsOf(text),
      ),
    );
  });
});

describe('The name of a cell', () => {
  it.each([
    [0, 0, 'A1'],
    [6, 2, 'C7'],
    [0, 25, 'Z1'],
    [0, 26, 'AA1'],
    [0, 701, 'ZZ1'],
    [0, 702, 'AAA1'],
  ])('row %i and column %i are %s', (row, column, name) => {
    expect(cellName(row, column)).toBe(name);
  });
});
