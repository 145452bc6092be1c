/** The text of CSV files (RFC 4180), as the server and the browser read it. */

/** A position in a text: line and column from 1, the column in characters. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** One field of a record, with the offset at which it begins. */
export interface CsvField {
  readonly value: string;
  readonly offset: number;
}

/** An invalid quote (RFC 4180). */
export class BrokenQuotes extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** Field separators. */
export const separators = [',', ';', '\t'] as const;
export type Separator = (typeof separators)[number];

const plain = { ',': /[^",\r\n]*/y, ';': /[^";\r\n]*/y, '\t': /[^"\t\r\n]*/y } as const;
const ends = { ',': /,|\r\n|\n|\r|$/y, ';': /;|\r\n|\n|\r|$/y, '\t': /\t|\r\n|\n|\r|$/y } as const;

/**
 * The records of a CSV text, each field with its offset, which CSV packages do not provide. Any line ending is accepted; empty lines are
 * skipped.
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
  const close = closingQuote(text, at);
  if (close < 0) throw new BrokenQuotes('This quote is never closed.', at);
  return { value: text.slice(at + 1, close).replaceAll('""', '"'), end: close + 1 };
}

/** The offset of the quote that closes a field, -1 without one. A pattern would take memory for each doubled quote. */
function closingQuote(text: string, begin: number): number {
  let at = text.indexOf('"', begin + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
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

/** The index of the last number that is at most `limit`, in an ascending list that starts with 0. */
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
 * Matches what a spreadsheet may take as a formula, even if spaces or invisible characters precede the sign, or the sign is full-width or
 * small. The pattern includes any number of leading ', so that a guard can be removed again.
 */
const FORMULA =
  /^'*(?:[\t\r]|[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@\u2212\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/u;

/** Whether a spreadsheet may run the text as a formula. */
export function isFormula(text: string): boolean {
  return FORMULA.test(text);
}

/** A value as it was before `csvLine` put a ' before a formula. */
export function unguarded(value: string): string {
  return value.startsWith("'") && isFormula(value) ? value.slice(1) : value;
}

/** The text without its byte order mark. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

/** The separator that the first line names for Excel, and where that line ends; null if it names none. */
export function namedSeparator(text: string): { readonly separator: Separator; readonly end: number } | null {
  const [line = '', named] = /^sep=([,;\t])(?:\r\n|\n|\r)/i.exec(text) ?? [];
  const separator = separators.find((each) => each === named);
  return separator === undefined ? null : { separator, end: line.length };
}
