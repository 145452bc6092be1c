import type { Separator } from '#core/csv-text.ts';
import {
  BrokenQuotes,
  csvRecords,
  namedSeparator,
  positionsIn,
  separators,
  unguarded,
  withoutMark,
} from '#core/csv-text.ts';
import { unreadable } from '#core/file-text.ts';
import type { SheetTable } from './table.ts';

/** A table, or why the text can't be read as one. */
export type CsvSheet = { readonly table: SheetTable } | { readonly problem: string };

/** The number of lines that decide about the separator. */
const SAMPLE = 50;

/**
 * The cells of a CSV text, each line a row, empty ones too, so that cells have the names that a spreadsheet gives them. The separator is the
 * one of comma, semicolon and tab that finds most cells.
 */
export function csvSheet(content: string): CsvSheet {
  const text = withoutMark(content);
  const at = positionsIn(text);
  const lost = unreadable(text);
  if (lost) return { problem: `Line ${at(lost.offset).line}: ${lost.message}` };
  const named = namedSeparator(text);
  try {
    const separator = named?.separator ?? separatorOf(text);
    return { table: { name: '', rows: rowsOf(text, separator, named?.end ?? 0) } };
  } catch (error) {
    if (!(error instanceof BrokenQuotes)) throw error;
    const { line, column } = at(error.offset);
    return { problem: `Line ${line}, character ${column}: ${error.message}` };
  }
}

function rowsOf(text: string, separator: Separator, from: number): string[][] {
  const at = positionsIn(text);
  const rows: string[][] = [];
  // The line on which the next row would begin if no line were empty.
  let next = at(from).line;
  for (const record of csvRecords(text, separator, from)) {
    const { line } = at(record[0]?.offset ?? 0);
    for (; next < line; next += 1) rows.push([]);
    rows.push(record.map(({ value }) => unguarded(value.trim())));
    next += record.reduce((sum, { value }) => sum + lineBreaks(value), 1);
  }
  return rows;
}

function lineBreaks(value: string): number {
  return value.match(/\r\n|\n|\r/g)?.length ?? 0;
}

function separatorOf(text: string): Separator {
  const counts = separators.map((separator) => cellsIn(text, separator));
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** The non-empty cells beyond the first of the sampled rows. */
function cellsIn(text: string, separator: Separator): number {
  let [rows, cells] = [0, 0];
  try {
    for (const record of csvRecords(text, separator)) {
      cells += record.slice(1).filter(({ value }) => value.trim() !== '').length;
      rows += 1;
      if (rows === SAMPLE) break;
    }
  } catch (error) {
    if (!(error instanceof BrokenQuotes)) throw error;
  }
  return cells;
}
