/** Where something stands in a text: line and column from 1, the column in characters. */
export interface Place {
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

const PLAIN = /[^",\r\n]*/y;
const QUOTED = /"[^"]*(?:""[^"]*)*"/y;
const END = /,|\r\n|\n|\r|$/y;

/**
 * The records of a CSV text, each field with its offset, which the CSV packages do not tell. Lines may end in any way;
 * empty ones are left out.
 * @throws BrokenQuotes
 */
export function* csvRecords(text: string): Generator<CsvField[]> {
  let record: CsvField[] = [];
  let at = 0;
  let end: string;
  do {
    const field = readField(text, at);
    record.push({ value: field.value, offset: at });
    end = readEnd(text, at, field.end);
    at = field.end + end.length;
    if (end === ',') continue;
    if (record.some(({ value }) => value !== '') || record.length > 1) yield record;
    record = [];
  } while (end !== '');
}

function readField(text: string, at: number): { value: string; end: number } {
  if (text[at] !== '"') {
    const value = match(PLAIN, text, at) ?? '';
    return { value, end: at + value.length };
  }
  const quoted = match(QUOTED, text, at);
  if (quoted === null) throw new BrokenQuotes('This quote is never closed.', at);
  return { value: quoted.slice(1, -1).replaceAll('""', '"'), end: at + quoted.length };
}

function readEnd(text: string, begin: number, at: number): string {
  const end = match(END, text, at);
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
export function placesIn(text: string): (offset: number) => Place {
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

/** What a spreadsheet would take as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** One line of CSV; fields are quoted where they need it. A text that a spreadsheet would run as a formula gets a ' in front. */
export function csvLine(fields: readonly (string | number)[]): string {
  return `${fields.map((field) => quoted(typeof field === 'string' ? harmless(field) : String(field))).join(',')}\n`;
}

function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
