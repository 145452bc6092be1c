/**
 * Real data and recordings that some tests read. They are not part of the project: `NFL_DATA` names their folder, by default
 * `../shared/nfl` beside it. Without the folder those tests are counted as skipped, but fail when `CI=true`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const folder = resolve(root, process.env.NFL_DATA ?? '../shared/nfl');
const mustExist = process.env.CI === 'true';

/** The full path of a file of the real data; null if it does not exist. */
export function nflData(path: string): string | null {
  const full = resolve(folder, path);
  return existsSync(full) ? full : null;
}

/** The rows of a CSV file of the real data, by the names of its columns. */
export function nflCsv(path: string): Record<string, string>[] {
  return parse(readNfl(path), { columns: true });
}

/** A JSON file of the real data. */
export function nflJson(path: string): unknown {
  return JSON.parse(readNfl(path));
}

/** A group of tests on the real data: if the folder is missing, skipped, or failing when `CI=true`. */
export function describeWithNflData(name: string, tests: () => void): void {
  if (existsSync(folder)) describe(name, tests);
  else describe(name, reportMissing);
}

function reportMissing(): void {
  it.skipIf(!mustExist)('has the real data', () => {
    expect.unreachable(`NFL_DATA names no folder: ${folder}`);
  });
}

function readNfl(path: string): string {
  const full = nflData(path);
  if (full === null) throw new Error(`Not in the real data: ${path}`);
  return readFileSync(full, 'utf8');
}
