import { unreadable } from '#core/file-text.ts';

/** Where something stands in a text: line and column from 1, the column in characters. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** One field of a record, with the offset at which it begins. */
export interface CsvField {
  readonly value: string;
  readonly offset: number;
}

/** A quote that does not fit (RFC 4180). */
export class BrokenQuotes extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** What stands between two fields. */
const separators = [',', ';', '\t'] as const;
export type Separator = (typeof separators)[number];

const plain = { ',': /[^",\r\n]*/y, ';': /[^";\r\n]*/y, '\t': /[^"\t\r\n]*/y } as const;
const QUOTED = /"[^"]*(?:""[^"]*)*"/y;
const ends = { ',': /,|\r\n|\n|\r|$/y, ';': /;|\r\n|\n|\r|$/y, '\t': /\t|\r\n|\n|\r|$/y } as const;

/**
 * The records of a CSV text, each field with its offset, which the CSV packages do not tell. Lines may end in any way;
 * empty ones are left out.
 * @param from the offset of the first record
 * @throws BrokenQuotes
 */
export function* csvRecords(text: string, separator: Separator = ',', from = 0): Generator<CsvField[]> {
  let record: CsvField[] = [];
  let at = from;
  let end: string;
  do {
    const field = readField(text, at, separator);
    record.push({ value: field.value, offset: at });
    end = readEnd(text, at, field.end, separator);
    at = field.end + end.length;
    if (end === separator) continue;
    if (record.some(({ value }) => value !== '') || record.length > 1) yield record;
    record = [];
  } while (end !== '');
}

function readField(text: string, at: number, separator: Separator): { value: string; end: number } {
  if (text[at] !== '"') {
    const value = match(plain[separator], text, at) ?? '';
    return { value, end: at + value.length };
  }
  const quoted = match(QUOTED, text, at);
  if (quoted === null) throw new BrokenQuotes('This quote is never closed.', at);
  return { value: quoted.slice(1, -1).replaceAll('""', '"'), end: at + quoted.length };
}

function readEnd(text: string, begin: number, at: number, separator: Separator): string {
  const end = match(ends[separator], text, at);
  if (end !== null) return end;
  const inQuotes = text[begin] === '"';
  throw new BrokenQuotes(
    inQuotes ? 'The field goes on after its closing quote.' : 'A quote stands in a field that does not begin with one.',
    at,
  );
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

/** Finds places in a text by their offset. */
export function positionsIn(text: string): (offset: number) => TextPosition {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  return (offset) => {
    const line = lastUpTo(starts, offset);
    return { line: line + 1, column: [...text.slice(starts[line], offset)].length + 1 };
  };
}

/** The index of the last of ascending numbers, of which the first is 0, that is no more than `limit`. */
function lastUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * What a spreadsheet may take as a formula, even if spaces or invisible characters stand before its sign, or the sign
 * is full-width or small. Any number of ' before it belongs to the pattern, so that a guard can be taken off again.
 */
const FORMULA =
  /^'*(?:[\t\r]|[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@\u2212\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/u;

/** One line of CSV; fields are quoted where they need it. A text that a spreadsheet would run as a formula gets a ' in front. */
export function csvLine(fields: readonly (string | number)[]): string {
  return `${fields.map((field) => quoted(typeof field === 'string' ? guarded(field) : String(field))).join(',')}\n`;
}

/** A value as it was before `csvLine` guarded it. */
function unguarded(value: string): string {
  return value.startsWith("'") && FORMULA.test(value) ? value.slice(1) : value;
}

function guarded(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Programs that separate by semicolons or tabs split fields there that are not quoted. */
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
  /** The value of a column, without the blanks around it. */
  readonly get: (column: C) => string;
  /** The line on which the row begins, from 1. */
  readonly line: () => number;
  /** That something is wrong with the value of a column. */
  readonly flaw: (column: C, message: string) => Flaw;
}

export interface CsvTable<C extends string> {
  readonly rows: CsvRow<C>[];
  readonly flaws: Flaw[];
}

const BYTE_ORDER_MARK = /^\uFEFF/;
/** The line by which Excel is told what separates the fields. */
const SEPARATOR_LINE = /^sep=([,;\t])(?:\r\n|\n|\r)/i;

type At = (offset: number) => TextPosition;

/**
 * The rows of a CSV text whose first line names its columns, in any capitals. Fields are separated by commas, semicolons or
 * tabs, whichever finds more of the columns. Other columns than those asked for are ignored, and so are empty rows.
 * @param optional columns that may be missing: their values are blank then
 */
export function parseCsv<C extends string>(
  content: string,
  columns: readonly C[],
  optional: readonly C[] = [],
): CsvTable<C> {
  const text = content.replace(BYTE_ORDER_MARK, '');
  const at = positionsIn(text);
  const problem = unreadable(text);
  if (problem) return flawed({ ...at(problem.offset), message: problem.message });
  const [line = '', named] = SEPARATOR_LINE.exec(text) ?? [];
  const separator = separators.find((each) => each === named) ?? separatorOf(text, columns);
  try {
    return toTable([...recordsIn(text, separator, line.length)], columns, optional, at);
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

/** The records that hold anything: Excel writes rows of nothing but separators. */
function* recordsIn(text: string, separator: Separator, from: number): Generator<CsvField[], undefined> {
  for (const record of csvRecords(text, separator, from)) {
    if (record.some(({ value }) => value.trim() !== '')) yield record;
  }
}

/** The columns as they are looked for: `Home Team` is `home_team`. */
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

/** Without the blank fields at its end, but no fewer than `least`: a spreadsheet may write more columns than have a name. */
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

/** Where columns are named again, in order; told once each, however often that is. */
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
