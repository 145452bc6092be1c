/** The cells of a spreadsheet. Rows and columns count from 0; names of cells are those of spreadsheets. */

/** The text of a cell, or the day that the spreadsheet made of it: `June 3`. */
export type Cell = string | { readonly date: string };

/** One sheet of a file; the rows may differ in length. */
export interface SheetTable {
  /** The name of its tab; blank for a CSV file. */
  readonly name: string;
  /** The name of its file, which may say the week, too. */
  readonly file?: string;
  readonly rows: readonly (readonly Cell[])[];
}

/** The most rows and columns of a sheet. */
export const SHEET_ROWS_MAX = 20_000;
export const SHEET_COLUMNS_MAX = 400;

/** The name of a cell: `C7`. */
export function cellName(row: number, column: number): string {
  return `${columnName(column)}${row + 1}`;
}

/** The name of a column: `A` to `Z`, `AA`, … */
export function columnName(column: number): string {
  const rest = Math.floor(column / 26) - 1;
  return `${rest < 0 ? '' : columnName(rest)}${String.fromCharCode(65 + (column % 26))}`;
}

/** The text that a cell shows. */
export function cellText(cell: Cell | undefined): string {
  return typeof cell === 'object' ? cell.date : (cell ?? '').trim();
}

/** The number of columns of the longest row. */
export function widthOf({ rows }: SheetTable): number {
  return rows.reduce((most, row) => Math.max(most, row.length), 0);
}

/** A table by lines, which are its rows, or its columns if it is turned. */
export interface Lines {
  readonly count: number;
  /** The number of cells of a line. */
  readonly width: number;
  readonly at: (line: number, index: number) => Cell;
  /** The row and column of a cell. */
  readonly place: (line: number, index: number) => readonly [row: number, column: number];
}

/** The lines of a table: its rows, or its columns if it is turned. */
export function linesOf(table: SheetTable, isTurned: boolean): Lines {
  const [rows, columns] = [table.rows.length, widthOf(table)];
  const at = (row: number, column: number): Cell => table.rows[row]?.[column] ?? '';
  return isTurned
    ? {
        count: columns,
        width: rows,
        at: (line, index) => at(index, line),
        place: (line, index) => [index, line],
      }
    : { count: rows, width: columns, at, place: (line, index) => [line, index] };
}

/** The first text of a line; undefined for an empty one. */
export function firstText({ width, at }: Lines, line: number): string | undefined {
  for (let index = 0; index < width; index += 1) {
    const text = cellText(at(line, index));
    if (text !== '') return text;
  }
  return undefined;
}
