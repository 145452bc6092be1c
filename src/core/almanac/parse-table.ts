/** Final tables of earlier years, as people paste or type them. */

import type { Separator } from '#core/csv-text.ts';
import { BrokenQuotes, csvRecords } from '#core/csv-text.ts';
import type { Cents } from '#core/money.ts';
import { formatDollars, parseDollars } from '#core/money.ts';
import { cleanName, nameLength } from '#core/names.ts';
import { PROFILE_NAME_MAX } from '#core/validation.ts';
import type { TypedPlace } from './season.ts';

/** The years that a table can be of. */
export const FIRST_YEAR = 1920;
export const LAST_YEAR = 2200;
/** The most places of a typed table. */
export const MAX_TYPED_PLACES = 1000;
/** The largest number of a place. */
export const MAX_PLACE = 10_000;
/** The longest name, in characters. */
export const MAX_TYPED_NAME = 200;
/** The most points, above and below 0. */
export const MAX_TYPED_POINTS = 100_000;

/** A line that was understood. */
export interface ParsedPlace extends Omit<TypedPlace, 'personId'> {
  /** From 1. */
  readonly line: number;
}

/** A line that was not understood, and why. */
export interface OddLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  readonly problem: string;
}

export interface ParsedTable {
  /** By place. Lines without a place follow the one above them. */
  readonly places: readonly ParsedPlace[];
  readonly odd: readonly OddLine[];
}

type Column = 'place' | 'name' | 'points' | 'prize';

/** The columns of a table, and what is between them; undefined without separators. */
interface Header {
  readonly columns: readonly (Column | null)[];
  readonly separator: Gap | undefined;
}

/** What is between the cells of a line: a sign, or at least two spaces. */
type Gap = Separator | 'spaces';

/** The texts of a line by column; a missing one is unknown. */
type Cells = Partial<Readonly<Record<Column, string>>>;

const headings: Readonly<Record<string, Column>> = {
  '#': 'place',
  place: 'place',
  pl: 'place',
  pos: 'place',
  position: 'place',
  rank: 'place',
  rk: 'place',
  finish: 'place',
  name: 'name',
  player: 'name',
  entry: 'name',
  member: 'name',
  team: 'name',
  points: 'points',
  pts: 'points',
  score: 'points',
  total: 'points',
  prize: 'prize',
  prizes: 'prize',
  won: 'prize',
  winnings: 'prize',
  payout: 'prize',
};

/** `1`, `1.`, `2)`, `T2`, `T-2`, `=2`, `2=`, `#3`, `3rd` */
const PLACE = /^(?:t-?|=|#)?0*(\d{1,9})(?:st|nd|rd|th)?[.):=]?$/i;
const NUMBER = /^[-\u2212]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+|½)?$/;
const MONEY = /^\$\s*[\d.,]*\d$/;
/** What stands for nothing in a cell. */
const BLANK = /^[-–—]?$/;
/** A comma that groups digits. */
const GROUPING = /(?<=\d),(?=\d{3}(?!\d))/g;

const isNumber = (text: string): boolean => /[\d½]/.test(text) && NUMBER.test(text);
const isMoney = (text: string): boolean => MONEY.test(text);
const isPlace = (text: string): boolean => PLACE.test(text);
const isValue = (text: string): boolean => isNumber(text) || isMoney(text);

/**
 * Reads a final table, one line for each place: `1  Ann Miller  120.5  $50`. Cells are separated by tabs, commas, semicolons or spaces. Place,
 * points and prize may be missing; a first line of headings decides what the columns are. Never throws.
 */
export function parseTable(text: string): ParsedTable {
  const places: ParsedPlace[] = [];
  const odd: OddLine[] = [];
  let header: Header | null = null;
  let isFirst = true;
  for (const [at, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line = at + 1;
    const typed = raw.replace(/^\uFEFF/, '').replace(/^ +| +$/g, '');
    if (typed.trim() === '') continue;
    const found: Header | null = isFirst ? headerOf(typed) : null;
    isFirst = false;
    if (found !== null) {
      header = found;
      continue;
    }
    const cells = header === null ? guessedCells(typed) : namedCells(typed, header);
    const next = Math.max(places.length, places.at(-1)?.place ?? 0) + 1;
    const read = typeof cells === 'string' ? cells : placeOf(cells, next);
    if (typeof read === 'string') odd.push({ line, text: typed.trim(), problem: read });
    else if (places.length === MAX_TYPED_PLACES)
      odd.push({ line, text: typed.trim(), problem: `A table has at most ${MAX_TYPED_PLACES} places.` });
    else places.push({ line, ...read });
  }
  return { places: places.sort((a, b) => a.place - b.place), odd };
}

/** A table as a text that `parseTable` reads. Points and prizes that nobody has are left out. */
export function tableText(places: readonly Omit<TypedPlace, 'personId'>[]): string {
  if (places.length === 0) return '';
  const hasPrizes = places.some(({ prize }) => prize !== null);
  const hasPoints = places.some(({ points }) => points !== null);
  const rows = places.map(({ place, name, points, prize }) => [
    String(place),
    quoted(name),
    ...(hasPoints ? [points === null ? '' : String(points)] : []),
    ...(hasPrizes ? [prize === null ? '' : quoted(formatDollars(prize))] : []),
  ]);
  const heading = ['Place', 'Name', ...(hasPoints ? ['Points'] : []), ...(hasPrizes ? ['Prize'] : [])];
  return [heading, ...rows].map((row) => row.join(',')).join('\n');
}

function quoted(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What the headings of a line say; null for a line that has none. One of them must be a name's. */
function headerOf(line: string): Header | null {
  const gap = gapIn(line, (text) => headingOf(text) !== undefined);
  const columns = splitBy(line, gap ?? ' ').map((text) => headingOf(text) ?? null);
  const known = columns.filter((column) => column !== null);
  const isHeader = known.includes('name') && new Set(known).size === known.length;
  if (!isHeader || (gap === undefined && known.length < columns.length)) return null;
  return { columns, separator: gap };
}

function headingOf(text: string): Column | undefined {
  const word = text.trim().replace(/[.:]$/, '').toLowerCase();
  return Object.hasOwn(headings, word) ? headings[word] : undefined;
}

/** What separates the cells of a line. A comma or semicolon does only if a cell is known for what it is: names have commas, too. */
function gapIn(line: string, isKnown: (text: string) => boolean): Gap | undefined {
  if (line.includes('\t')) return '\t';
  for (const separator of [',', ';'] as const)
    if (line.replace(GROUPING, '').includes(separator) && splitBy(line, separator).some(isKnown)) return separator;
  return /\S {2,}\S/.test(line) ? 'spaces' : undefined;
}

function splitBy(line: string, gap: Gap | ' '): string[] {
  if (gap === ' ') return line.split(/\s+/);
  if (gap === 'spaces') return line.split(/ {2,}/);
  return fieldsOf(line, gap).map((text) => text.trim());
}

/** The fields of a line. Spaces may stand before a quote; quotes that are not those of a CSV file are signs like others. */
function fieldsOf(line: string, separator: Separator): string[] {
  return (
    csvFields(line, separator) ?? csvFields(line.replace(/([,;]) +(?=")/g, '$1'), separator) ?? line.split(separator)
  );
}

/** Null if the quotes are invalid. */
function csvFields(line: string, separator: Separator): string[] | null {
  try {
    return [...csvRecords(line, separator)].flat().map(({ value }) => value);
  } catch (error) {
    if (error instanceof BrokenQuotes) return null;
    throw error;
  }
}

/** The cells of a line by the headings. */
function namedCells(line: string, { columns, separator }: Header): Cells | string {
  const texts = separator === undefined ? wordsBy(line, columns) : splitBy(line, separator);
  const beyond = texts.slice(columns.length).some((text) => !BLANK.test(text));
  if (beyond) return 'It has more columns than the first line names.';
  return Object.fromEntries(columns.flatMap((column, at) => (column === null ? [] : [[column, texts[at] ?? '']])));
}

/** The words of a line by column. Only the name may have several. */
function wordsBy(line: string, columns: readonly (Column | null)[]): string[] {
  const words = splitBy(line, ' ');
  const before = columns.indexOf('name');
  const after = columns.length - 1 - before;
  const end = Math.max(words.length - after, before + 1);
  return [...words.slice(0, before), words.slice(before, end).join(' '), ...words.slice(end)];
}

/** The cells of a line without headings, by what they look like. */
function guessedCells(line: string): Cells | string {
  const gap = gapIn(line, (text) => isValue(text) || isPlace(text));
  return gap === undefined ? wordCells(line) : byLook(splitBy(line, gap));
}

/** Place, name, points and prize, of which only the name must be there. */
function byLook(texts: readonly string[]): Cells | string {
  const [first = ''] = texts;
  const hasPlace = texts.length > 1 && (BLANK.test(first) || isPlace(first));
  const [name = '', ...values] = hasPlace ? texts.slice(1) : texts;
  if (BLANK.test(name) || isValue(name)) return 'There is no name.';
  const [points = '', prize = '', ...more] = isMoney(values[0] ?? '') ? ['', ...values] : values;
  if (more.some((text) => !BLANK.test(text))) return 'It has more than a place, a name, points and a prize.';
  return { ...(hasPlace && { place: first }), name, points, prize };
}

/** As `byLook` of a line in which only spaces separate. Two amounts at its end are points and a prize, one is points unless it has a $. */
function wordCells(line: string): Cells | string {
  const inQuotes = /^(?:(\S+)\s+)?"([^"]+)"(?:\s+(\S+))?(?:\s+(\S+))?$/.exec(line);
  if (inQuotes !== null) {
    const [, place = '', name = '', points = '', prize = ''] = inQuotes;
    return isMoney(points) && prize === '' ? { place, name, prize: points } : { place, name, points, prize };
  }
  const words = splitBy(line, ' ');
  const place = words.length > 1 && isPlace(words[0] ?? '') ? words.shift() : '';
  const prize = words.length > 1 && isPrizeAtEnd(words) ? words.pop() : '';
  const points = words.length > 1 && isNumber(words.at(-1) ?? '') ? words.pop() : '';
  const name = words.join(' ');
  if (isValue(name)) return 'There is no name.';
  return { place, name, points, prize };
}

/** Whether the last word is a prize: it has a $, or has cents and follows points. */
function isPrizeAtEnd(words: readonly string[]): boolean {
  const [points = '', last = ''] = words.slice(-2);
  return isMoney(last) || (words.length > 2 && isNumber(points) && /\.\d\d$/.test(last) && isNumber(last));
}

/** Reads the cells of a line; or why they can't be read. @param next its place if it names none */
function placeOf(
  { place = '', name = '', points = '', prize = '' }: Cells,
  next: number,
): Omit<ParsedPlace, 'line'> | string {
  const number = BLANK.test(place) ? next : Number(PLACE.exec(place)?.[1] ?? 0);
  if (!(number >= 1 && number <= MAX_PLACE)) return `"${place}" isn't a place.`;
  if (nameLength(name) === 0) return 'There is no name.';
  const clean = cleanName(name);
  if (nameLength(clean) > PROFILE_NAME_MAX) return `The name is longer than ${PROFILE_NAME_MAX} characters.`;
  const scored = BLANK.test(points) ? null : pointsOf(points);
  if (Number.isNaN(scored)) return `"${points}" isn't a number of points. Points are whole or half.`;
  const won = BLANK.test(prize) ? null : centsOf(prize);
  if (Number.isNaN(won)) return `"${prize}" isn't a prize.`;
  return { place: number, name: clean, points: scored, prize: won };
}

/** NaN for a text that is no number of points. */
function pointsOf(text: string): number {
  if (!isNumber(text)) return Number.NaN;
  const points = Number(text.replaceAll(',', '').replace('\u2212', '-').replace('½', '.5'));
  return Number.isInteger(points * 2) && Math.abs(points) <= MAX_TYPED_POINTS ? points + 0 : Number.NaN;
}

/** NaN for a text that is no amount. */
function centsOf(text: string): Cents {
  return (/\d/.test(text) ? parseDollars(text) : null) ?? Number.NaN;
}
