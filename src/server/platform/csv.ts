import type { CsvField, Separator, TextPosition } from '#core/csv-text.ts';
import {
  BrokenQuotes,
  csvRecords,
  isFormula,
  namedSeparator,
  positionsIn,
  separators,
  unguarded,
  withoutMark,
} from '#core/csv-text.ts';
import { unreadable } from '#core/file-text.ts';

/** One line of CSV, with quotes if needed. A text that a spreadsheet would run as a formula gets a leading '. */
export function csvLine(fields: readonly (string | number)[]): string {
  return `${fields.map((field) => quoted(typeof field === 'string' ? guarded(field) : String(field))).join(',')}\n`;
}

function guarded(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

/** Quotes semicolons and tabs too: programs that use these as separators would split unquoted fields. */
function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What is wrong at one place of a file; lines and columns count from 1, columns in characters. */
export interface Flaw {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** The flaws of a file in the order of the file. */
export function inOrder(flaws: readonly Flaw[]): Flaw[] {
  return flaws.toSorted((a, b) => a.line - b.line || a.column - b.column);
}

/** One row of a CSV file, by the names of the columns that were asked for. */
export interface CsvRow<C extends string> {
  /** The trimmed value of a column. */
  readonly get: (column: C) => string;
  /** The line on which the row begins, from 1. */
  readonly line: () => number;
  /** A flaw in the value of a column. */
  readonly flaw: (column: C, message: string) => Flaw;
}

export interface CsvTable<C extends string> {
  readonly rows: CsvRow<C>[];
  readonly flaws: Flaw[];
}

type At = (offset: number) => TextPosition;

/**
 * The rows of a CSV text whose first line names its columns, case-insensitively. The separator is the comma, semicolon or tab that finds
 * most of the columns. Other columns and empty rows are ignored.
 * @param optional columns that may be missing: their values are blank then
 */
export function parseCsv<C extends string>(
  content: string,
  columns: readonly C[],
  optional: readonly C[] = [],
): CsvTable<C> {
  const text = withoutMark(content);
  const at = positionsIn(text);
  const problem = unreadable(text);
  if (problem) return flawed({ ...at(problem.offset), message: problem.message });
  const named = namedSeparator(text);
  const separator = named?.separator ?? separatorOf(text, columns);
  try {
    return toTable([...recordsIn(text, separator, named?.end ?? 0)], columns, optional, at);
  } catch (error) {
    if (error instanceof BrokenQuotes) return flawed({ ...at(error.offset), message: error.message });
    throw error;
  }
}

function separatorOf(text: string, columns: readonly string[]): Separator {
  const found = separators.map((separator) => {
    const names = namesIn(firstRecord(text, separator));
    return columns.filter((column) => names.includes(column)).length;
  });
  return separators[found.indexOf(Math.max(...found))] ?? ',';
}

function firstRecord(text: string, separator: Separator): CsvField[] {
  try {
    return recordsIn(text, separator, 0).next().value ?? [];
  } catch (error) {
    if (error instanceof BrokenQuotes) return [];
    throw error;
  }
}

/** The non-empty records: Excel writes rows of nothing but separators. */
function* recordsIn(text: string, separator: Separator, from: number): Generator<CsvField[], undefined> {
  for (const record of csvRecords(text, separator, from)) {
    if (record.some(({ value }) => value.trim() !== '')) yield record;
  }
}

/** Normalized column names: `Home Team` is `home_team`. */
function namesIn(header: readonly CsvField[]): string[] {
  return header.map(({ value }) =>
    value
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  );
}

function flawed(...flaws: Flaw[]): { rows: []; flaws: Flaw[] } {
  return { rows: [], flaws };
}

function toTable<C extends string>(
  records: CsvField[][],
  columns: readonly C[],
  optional: readonly C[],
  at: At,
): CsvTable<C> {
  const [header, ...rest] = records;
  if (!header) return flawed({ line: 1, column: 1, message: 'The file is empty.' });
  const names = namesIn(withoutBlankEnd(header, 0));
  const flaws = headerFlaws(header, names, columns, optional, at);
  if (flaws.length > 0) return flawed(...flaws);
  const fitted = rest.map((record) => withoutBlankEnd(record, names.length));
  const whole = fitted.filter((record) => record.length === names.length);
  const others = fitted.filter((record) => record.length !== names.length);
  return {
    rows: whole.map((record) => toRow(record, names, at)),
    flaws: others.map((record) => lengthFlaw(record, names.length, at)),
  };
}

/** Drops trailing blank fields beyond `least`: a spreadsheet may write more columns than have a name. */
function withoutBlankEnd(record: CsvField[], least: number): CsvField[] {
  return record.slice(0, Math.max(least, record.findLastIndex(({ value }) => value.trim() !== '') + 1));
}

function headerFlaws(
  header: CsvField[],
  names: readonly string[],
  columns: readonly string[],
  optional: readonly string[],
  at: At,
): Flaw[] {
  const missing = columns.filter((column) => !names.includes(column)).map((column) => `'${column}'`);
  const position = at(header[0]?.offset ?? 0);
  if (missing.length === 1) return [{ ...position, message: `The column ${missing[0]} is missing.` }];
  if (missing.length > 1) return [{ ...position, message: `The columns ${missing.join(', ')} are missing.` }];
  return repeated(names, [...columns, ...optional]).map((index) => ({
    ...at(header[index]?.offset ?? 0),
    message: `The column '${names[index]}' is there twice.`,
  }));
}

/** The index of each repeated column, in order; once per column. */
function repeated(names: readonly string[], columns: readonly string[]): number[] {
  const second = columns.map((column) => names.indexOf(column, names.indexOf(column) + 1 || names.length));
  return second.filter((index) => index >= 0).sort((a, b) => a - b);
}

function lengthFlaw(record: CsvField[], expected: number, at: At): Flaw {
  const field = record[Math.min(record.length - 1, expected)];
  return {
    ...at(field?.offset ?? 0),
    message: `This row has ${record.length} fields, the first line has ${expected}.`,
  };
}

function toRow<C extends string>(record: CsvField[], names: readonly string[], at: At): CsvRow<C> {
  const field = (column: C): CsvField => record[names.indexOf(column)] ?? { value: '', offset: 0 };
  return {
    get: (column) => unguarded(field(column).value.trim()),
    line: () => at(record[0]?.offset ?? 0).line,
    flaw: (column, message) => ({ ...at(field(column).offset), message: `${column}: ${message}` }),
  };
}
