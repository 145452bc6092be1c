import { readFileSync } from 'node:fs';
import { textOfFile } from '#core/file-text.ts';
import type { CsvTable } from '../csv/csv-table.ts';
import { parseCsv } from '../csv/csv-table.ts';
import { fromHere } from './options.ts';
import { Problem } from './problems.ts';

/** Reads a CSV file, and tells where its encoding had to be guessed. @throws Problem when it cannot be read */
export function readCsv<C extends string>(file: string, columns: readonly C[]): CsvTable<C> {
  const { text, encoding } = textOfFile(readBytes(file), (bytes, label) =>
    new TextDecoder(label, { fatal: label === 'utf-8' }).decode(bytes),
  );
  const table = parseCsv(text, columns);
  if (encoding === 'windows-1252' && table.rows.length > 0) {
    console.error(`${file} is not UTF-8. It was read as Windows-1252: check names with accents.`);
  }
  return table;
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(fromHere(file));
  } catch (error) {
    throw new Problem(`${file}: ${whyUnreadable(error as NodeJS.ErrnoException)}`);
  }
}

function whyUnreadable(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'there is no such file.';
  if (error.code === 'EISDIR') return 'this is a folder, not a file.';
  return error.code === 'EACCES' ? 'it may not be read.' : error.message;
}
