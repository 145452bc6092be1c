import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BrokenQuotes,
  csvRecords,
  isFormula,
  namedSeparator,
  positionsIn,
  unguarded,
  withoutMark,
} from './csv-text.ts';

function valuesOf(text: string): string[][] {
  return [...csvRecords(text)].map((record) => record.map((field) => field.value));
}

describe('A CSV text', () => {
  it.each([
    [
      'lines of fields',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a last line without an end',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['lines ended as Windows and old Macs do', 'a\r\nb\rc\n', [['a'], ['b'], ['c']]],
    [
      'empty lines, which count for nothing',
      '\n\na,b\n\n1,2\n\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'empty fields',
      ',\n,,',
      [
        ['', ''],
        ['', '', ''],
      ],
    ],
    [
      'commas, quotes and line breaks within quotes',
      '"a,b","say ""hi""","two\nlines"',
      [['a,b', 'say "hi"', 'two\nlines']],
    ],
    ['blanks, which belong to their field', ' a , b ', [[' a ', ' b ']]],
    ['nothing', '', []],
  ])('has %s', (_what, text, records) => {
    expect(valuesOf(text)).toEqual(records);
  });

  it('may have more doubled quotes in one field than a pattern can hold', () => {
    const quotes = '""'.repeat(5_000_000);
    const [[field = '', next] = []] = valuesOf(`"${quotes}",b`);
    expect([field.length, next]).toEqual([5_000_000, 'b']);
    expect(captured(() => valuesOf(`"${quotes}`))).toMatchObject({ message: 'This quote is never closed.' });
  });

  it.each([
    ['a quote that is never closed', 'a,b\n1,"2\n3,4', 6, 'This quote is never closed.'],
    ['text after a closing quote', 'a,"b"c', 5, 'The field goes on after its closing quote.'],
    ['a quote in the middle of a field', 'a,b"c"', 3, 'A quote stands in a field that does not begin with one.'],
  ])('is refused for %s, where it stands', (_what, text, offset, message) => {
    const error = captured(() => valuesOf(text));
    expect(error).toBeInstanceOf(BrokenQuotes);
    expect(error).toMatchObject({ offset, message });
  });

  it('reads as the CSV package reads it', () => {
    const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'ü') });
    const table = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1 });
    fc.assert(
      fc.property(table, (records) => {
        const text = records.map((record) => `${record.map(quoted).join(',')}\n`).join('');
        expect(valuesOf(text)).toEqual(records);
        expect(valuesOf(text)).toEqual(parse(text, { relax_column_count: true }));
      }),
    );
  });

  it('never hangs and fails only for its quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r') }), (text) => {
        const error = captured(() => valuesOf(text));
        expect(error === null || error instanceof BrokenQuotes).toBe(true);
      }),
    );
  });
});

describe('A place in a text', () => {
  it('counts lines and characters from 1', () => {
    const text = 'ab\r\ncd\rüx\n\n🏈y';
    const at = positionsIn(text);
    expect(at(0)).toEqual({ line: 1, column: 1 });
    expect(at(text.indexOf('d'))).toEqual({ line: 2, column: 2 });
    expect(at(text.indexOf('x'))).toEqual({ line: 3, column: 2 });
    expect(at(text.indexOf('y'))).toEqual({ line: 5, column: 2 });
    expect(at(text.length)).toEqual({ line: 5, column: 3 });
  });
});

describe('The marks of a CSV text', () => {
  it('are a byte order mark, and a first line that names the separator', () => {
    expect(withoutMark('\uFEFFa')).toBe('a');
    expect(namedSeparator('sep=;\r\na;b')).toEqual({ separator: ';', end: 7 });
    expect(namedSeparator('a;b')).toBeNull();
  });

  it.each([
    ["'=1+1", '=1+1'],
    ["''=1", "'=1"],
    ["'round", "'round"],
    ['=1', '=1'],
  ])('include the guard of a formula: %j', (value, text) => {
    expect(unguarded(value)).toBe(text);
    expect(isFormula(text)).toBe(text !== "'round");
  });
});

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function captured(act: () => unknown): unknown {
  try {
    act();
    return null;
  } catch (error) {
    return error;
  }
}
