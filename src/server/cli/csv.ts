import { readFileSync } from 'node:fs';
import type { CsvTable } from '../csv/csv-table.ts';
import { parseCsv } from '../csv/csv-table.ts';
import { fromHere } from './paths.ts';
import { Problem } from './problems.ts';

/** Reads a CSV file. @throws Problem when it cannot be read */
export function readCsv<C extends string>(file: string, columns: readonly C[]): CsvTable<C> {
  return parseCsv(readText(file), columns);
}

function readText(file: string): string {
  try {
    return readFileSync(fromHere(file), 'utf8');
  } catch (error) {
    throw new Problem(`${file}: ${whyUnreadable(error as NodeJS.ErrnoException)}`);
  }
}

function whyUnreadable(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'there is no such file.';
  if (error.code === 'EISDIR') return 'this is a folder, not a file.';
  return error.code === 'EACCES' ? 'it may not be read.' : error.message;
}
