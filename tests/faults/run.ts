/**
 * Puts the faults of the list into a clone of the last commit, one at a time, and prints which of them the tests find.
 *
 *     npm run faults                  all of them
 *     npm run faults -- upgrade       those whose area or description contains the text
 *
 * A fault is found if a test that the list names for it fails. Without any fault, the same files must pass.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/root.ts';
import type { VitestReport } from '../../scripts/test-counts.ts';
import { NOT_DURABLE, startPostgres } from '../postgres.ts';
import type { Fault } from './faults.ts';
import { faults } from './faults.ts';

/** A run that takes longer than this is stopped, without a result. */
const PATIENCE_MS = 300_000;

const wanted = process.argv[2] ?? '';
const chosen = Object.entries(faults).flatMap(([area, list]) =>
  list.filter(({ what }) => `${area} ${what}`.includes(wanted)),
);
const clone = mkdtempSync(join(tmpdir(), 'pickem-faults-'));

/** The file that a fault changes. @throws if its text occurs in no file, or in several places */
function fileOf({ what, from }: Fault): string {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: clone }).filter((file) => !/\.test\.tsx?$/.test(file));
  const places = files.flatMap((file) => {
    const count = readFileSync(join(clone, file), 'utf8').split(from).length - 1;
    return Array.from({ length: count }, () => join(clone, file));
  });
  const [place] = places;
  if (place === undefined || places.length > 1) {
    throw new Error(`"${what}": its text stands in ${places.length} places of src.`);
  }
  return place;
}

/** The titles of the tests that fail. @throws if the run does not end, or a test file can't be loaded */
async function failedTests(testFiles: readonly string[]): Promise<readonly string[]> {
  const report = join(clone, 'faults.json');
  rmSync(report, { force: true });
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${report}`, ...testFiles];
  // Not a synchronous call: this process also reads the log of PostgreSQL, which blocks if it is not read.
  const vitest = spawn(process.execPath, args, { cwd: clone, stdio: 'ignore', timeout: PATIENCE_MS });
  const [code] = await once(vitest, 'exit');
  if (code === null) throw new Error('The tests were stopped because they did not end.');
  if (!existsSync(report)) throw new Error('The tests did not start.');
  const { testResults }: VitestReport = JSON.parse(readFileSync(report, 'utf8'));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  if (code !== 0 && failed.length === 0) throw new Error('A test file could not be loaded.');
  return failed;
}

/** Tries a fault and prints the result. @returns whether it was found */
async function tryFault(fault: Fault): Promise<boolean> {
  const file = fileOf(fault);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, source.split(fault.from).join(fault.to));
  try {
    const failed = await failedTests(fault.testFiles);
    const isFound = fault.foundBy.some((title) => failed.includes(title));
    console.log(`${isFound ? 'found    ' : 'NOT FOUND'}  ${fault.what}`);
    if (!isFound) for (const title of failed) console.log(`           failed instead: ${title}`);
    return isFound;
  } catch (error) {
    console.log(`NO RESULT  ${fault.what}: ${error instanceof Error ? error.message : error}`);
    return false;
  } finally {
    writeFileSync(file, source);
  }
}

const postgres = await startPostgres(NOT_DURABLE);
process.env.TEST_DATABASE_URL = postgres.url;
try {
  execFileSync('git', ['clone', '--quiet', root, clone]);
  for (const folder of ['node_modules', 'dist']) symlinkSync(join(root, folder), join(clone, folder));
  for (const fault of chosen) fileOf(fault);
  const failed = await failedTests([...new Set(chosen.flatMap(({ testFiles }) => testFiles))]);
  if (failed.length > 0) throw new Error(`Tests fail without any fault:\n${failed.join('\n')}`);
  let found = 0;
  for (const fault of chosen) if (await tryFault(fault)) found += 1;
  console.log(`\n${found} of ${chosen.length} found`);
  process.exitCode = found === chosen.length && found > 0 ? 0 : 1;
} finally {
  await postgres.stop();
  rmSync(clone, { recursive: true, force: true });
}
