import type { SheetReading } from './reading.ts';
import type { SheetTable } from './table.ts';
import { cellText, columnName } from './table.ts';

/**
 * The rows and columns of which nothing is read, by their first text: `column D (Tiebreaker)`, `row 12 (Points)`. A person should know them
 * before an import: one may decide something.
 */
export function leftOutLines({ rows }: SheetTable, { marks }: Pick<SheetReading, 'marks'>): string[] {
  const [readRows, readColumns] = [new Set<number>(), new Set<number>()];
  const ignored: (readonly [row: number, column: number])[] = [];
  marks.forEach((row, r) => {
    row.forEach((mark, c) => {
      if (mark?.kind === 'ignored') ignored.push([r, c]);
      if (mark?.kind !== 'pick' && mark?.kind !== 'problem') return;
      readRows.add(r);
      readColumns.add(c);
    });
  });
  const outColumns = new Set(ignored.map(([, column]) => column).filter((column) => !readColumns.has(column)));
  // A row of which only columns are ignored that are left out anyway says nothing more.
  const outRows = new Set(
    ignored.filter(([row, column]) => !readRows.has(row) && !outColumns.has(column)).map(([row]) => row),
  );
  const named = (line: string, texts: readonly string[]): string => {
    const first = texts.find((text) => text !== '');
    return first === undefined ? line : `${line} (${first})`;
  };
  return [
    ...[...outColumns]
      .toSorted((a, b) => a - b)
      .map((column) =>
        named(
          `column ${columnName(column)}`,
          rows.map((row) => cellText(row[column])),
        ),
      ),
    ...[...outRows].toSorted((a, b) => a - b).map((row) => named(`row ${row + 1}`, (rows[row] ?? []).map(cellText))),
  ];
}
