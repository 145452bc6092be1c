import type { CsvTable } from '../csv/csv-table.ts';
import { parseCsv } from '../csv/csv-table.ts';
import { readText } from './files.ts';

/** Reads a CSV file, and tells where its encoding had to be guessed. @throws Problem when it cannot be read */
export function readCsv<C extends string>(
  file: string,
  columns: readonly C[],
  optional: readonly C[] = [],
): CsvTable<C> {
  const { text, encoding } = readText(file);
  const table = parseCsv(text, columns, optional);
  if (encoding === 'windows-1252' && table.rows.length > 0) {
    console.error(`${file} is not UTF-8. It was read as Windows-1252: check names with accents.`);
  }
  return table;
}
