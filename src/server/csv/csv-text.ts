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
export const separators = [',', ';', '\t'] as const;
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
export function unguarded(value: string): string {
  return value.startsWith("'") && FORMULA.test(value) ? value.slice(1) : value;
}

function guarded(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Programs that separate by semicolons or tabs split fields there that are not quoted. */
function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
