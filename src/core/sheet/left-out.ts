import type { SheetReading } from './reading.ts';
import type { SheetTable } from './table.ts';
import { columnName, firstText, linesOf } from './table.ts';

/**
 * The rows and columns of which nothing is read, by their first text: `column D (Tiebreaker)`, `row 12 (Points)`. A person should know them
 * before an import: one may decide something.
 */
export function leftOutLines(table: SheetTable, { marks }: Pick<SheetReading, 'marks'>): string[] {
  const [readRows, readColumns] = [new Set<number>(), new Set<number>()];
  const ignored: (readonly [row: number, column: number])[] = [];
  marks.forEach((row, r) => {
    row.forEach((mark, c) => {
      if (mark?.kind === 'ignored') ignored.push([r, c]);
      if (mark === undefined || mark.kind === 'label' || mark.kind === 'ignored') return;
      readRows.add(r);
      readColumns.add(c);
    });
  });
  const outColumns = new Set(ignored.map(([, column]) => column).filter((column) => !readColumns.has(column)));
  // A row of which only columns are ignored that are left out anyway says nothing more.
  const outRows = new Set(
    ignored.filter(([row, column]) => !readRows.has(row) && !outColumns.has(column)).map(([row]) => row),
  );
  const named = (lines: Iterable<number>, isColumn: boolean): string[] => {
    const all = linesOf(table, isColumn);
    return [...lines]
      .toSorted((a, b) => a - b)
      .map((line) => {
        const first = firstText(all, line);
        return `${isColumn ? `column ${columnName(line)}` : `row ${line + 1}`}${first === undefined ? '' : ` (${first})`}`;
      });
  };
  return [...named(outColumns, true), ...named(outRows, false)];
}
