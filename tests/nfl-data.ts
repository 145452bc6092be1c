/** Facts and recordings of real seasons, in `tests/data/`; its README has their sources. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'csv-parse/sync';

/** The full path of a file or folder of the real data. */
export function nflData(path: string): string {
  return resolve(import.meta.dirname, 'data', path);
}

/** The rows of a CSV file of the real data, by the names of its columns. */
export function nflCsv(path: string): Record<string, string>[] {
  return parse(readFileSync(nflData(path), 'utf8'), { columns: true });
}

/** A JSON file of the real data. */
export function nflJson(path: string): unknown {
  return JSON.parse(readFileSync(nflData(path), 'utf8'));
}
