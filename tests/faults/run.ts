/**
 * Puts the faults of the list into a clone of the last commit, one at a time, and prints which of them the tests find.
 *
 *     npm run faults                  all of them
 *     npm run faults -- upgrade       those whose area or description contains the text
 *
 * A fault is found if a test that the list names for it fails. Without any fault, the same tests must pass. Browser tests
 * run with Playwright, against a web app that the clone builds from its own source. Each core has a clone of its own.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from '../../scripts/find-chromium.ts';
import { root } from '../../scripts/root.ts';
import type { VitestReport } from '../../scripts/test-counts.ts';
import { NOT_DURABLE, startPostgres } from '../postgres.ts';
import type { Fault } from './faults.ts';
import { faults } from './faults.ts';
import { sourceFiles } from './source-files.ts';

/** A run that takes longer than this is stopped, without a result. */
const PATIENCE_MS = 600_000;
/** A browser test that takes longer than this has failed: a button that is missing is waited for until then. */
const BROWSER_TEST_MS = 60_000;

/** The part of Playwright's JSON report that is read here. */
interface PlaywrightSuite {
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly { readonly title: string; readonly ok: boolean }[];
}

const wanted = process.argv[2] ?? '';
const chosen = Object.entries(faults).flatMap(([area, list]) =>
  list.filter(({ what }) => `${area} ${what}`.includes(wanted)),
);
if (chosen.length === 0) {
  console.error(`No fault has '${wanted}' in its area or its description.`);
  process.exit(1);
}

/** The file that a fault changes. @throws if its text occurs in no file, or in several places */
function fileOf(clone: string, { what, from }: Fault): string {
  const places = sourceFiles(clone).flatMap((file) => {
    const count = readFileSync(file, 'utf8').split(from).length - 1;
    return Array.from({ length: count }, () => file);
  });
  const [place] = places;
  if (place === undefined || places.length > 1) {
    throw new Error(`"${what}": its text stands in ${places.length} places of the source.`);
  }
  return place;
}

type Result = readonly [title: string, outcome: 'passed' | 'failed'];

/** What the tests that a fault names did, by their full titles. */
type Results = ReadonlyMap<string, Result[1]>;

/** Runs the tests of these faults. @throws if a run does not end, or a test file can't be loaded */
async function testsOf(clone: string, list: readonly Fault[]): Promise<Results> {
  const [ofBrowser, ofUnits] = [list.filter(isOfBrowser), list.filter((fault) => !isOfBrowser(fault))];
  return new Map([
    ...(ofUnits.length > 0 ? await unitTests(clone, ofUnits) : []),
    ...(ofBrowser.length > 0 ? await browserTests(clone, ofBrowser) : []),
  ]);
}

function isOfBrowser({ testFiles }: Fault): boolean {
  return testFiles.some((file) => file.startsWith('e2e/'));
}

function filesOf(list: readonly Fault[]): string[] {
  return [...new Set(list.flatMap(({ testFiles }) => testFiles))];
}

/** An expression that matches the titles of the tests that find these faults. Vitest writes `>` after the title of a group. */
function titlesOf(list: readonly Fault[]): string {
  const titles = list.flatMap(({ foundBy }) => foundBy.map((title) => title.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')));
  return titles.map((title) => title.replaceAll(' ', '(?: >)? ')).join('|');
}

function unitTests(clone: string, list: readonly Fault[]): Promise<Results> {
  const report = join(clone, 'faults.json');
  const flags = ['--reporter=json', `--outputFile=${report}`, '-t', titlesOf(list)];
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...flags, ...filesOf(list)];
  return run<VitestReport>(clone, report, args, ({ testResults }) => {
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    return tests.flatMap(({ fullName, status }) =>
      status === 'passed' || status === 'failed' ? [[fullName, status]] : [],
    );
  });
}

/** Runs these browser tests until one fails. Playwright's set-up builds the web app, because its source has changed. */
function browserTests(clone: string, list: readonly Fault[]): Promise<Results> {
  const report = join(clone, 'faults-browser.json');
  const flags = ['--retries=0', '-x', `--timeout=${BROWSER_TEST_MS}`, '-g', titlesOf(list)];
  const args = ['node_modules/@playwright/test/cli.js', 'test', ...flags, ...filesOf(list)];
  return run<{ readonly suites: readonly PlaywrightSuite[] }>(clone, report, args, ({ suites }) =>
    suites.flatMap((file) => resultsIn({ ...file, title: '' })),
  );
}

/** The results of a suite, by full titles as Vitest would name them. */
function resultsIn({ title, specs, suites = [] }: PlaywrightSuite): Result[] {
  const own = specs.map((spec): Result => [spec.title, spec.ok ? 'passed' : 'failed']);
  return [...own, ...suites.flatMap(resultsIn)].map(([each, result]) => [`${title} ${each}`.trim(), result]);
}

/** Runs tests in a clone. @throws if they do not end, or fail otherwise */
async function run<Report>(
  clone: string,
  file: string,
  args: readonly string[],
  resultsOf: (report: Report) => readonly Result[],
): Promise<Results> {
  rmSync(file, { force: true });
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  // Not a synchronous call: this process also reads the log of PostgreSQL, which blocks if it is not read.
  const runner = spawn(process.execPath, args, { cwd: clone, env, stdio: 'ignore', timeout: PATIENCE_MS });
  const [code] = await once(runner, 'exit');
  if (runner.killed || code === null) throw new Error('The tests were stopped because they did not end.');
  if (!existsSync(file)) throw new Error('The tests did not start.');
  const results = resultsOf(JSON.parse(readFileSync(file, 'utf8')));
  const hasFailed = results.some(([, result]) => result === 'failed');
  if (code !== 0 && !hasFailed) throw new Error('A test file could not be loaded.');
  // A test that runs at two sizes has failed if it failed at one.
  return new Map(results.toSorted(([, a], [, b]) => Number(a === 'failed') - Number(b === 'failed')));
}

/** The tests that a fault names pass without it. @throws if one does not, or does not exist */
async function tryWithoutFault(clone: string): Promise<void> {
  const results = await testsOf(clone, chosen);
  const missing = chosen.flatMap(({ foundBy }) => foundBy).filter((title) => results.get(title) !== 'passed');
  if (missing.length > 0) throw new Error(`Without any fault these tests do not pass:\n${missing.join('\n')}`);
}

/** A clone of the last commit, with the built web app. */
function makeClone(): string {
  const clone = mkdtempSync(join(tmpdir(), 'pickem-faults-'));
  execFileSync('git', ['clone', '--quiet', root, clone]);
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  putWebApp(clone);
  return clone;
}

/** The built web app of the last commit: browser tests replace it by one with a fault. */
function putWebApp(clone: string): void {
  rmSync(join(clone, 'dist'), { recursive: true, force: true });
  cpSync(join(root, 'dist'), join(clone, 'dist'), { recursive: true });
}

/** Tries a fault and prints the result. @returns whether it was found */
async function tryFault(clone: string, fault: Fault): Promise<boolean> {
  const file = fileOf(clone, fault);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, source.split(fault.from).join(fault.to));
  try {
    const results = await testsOf(clone, [fault]);
    const isFound = fault.foundBy.some((title) => results.get(title) === 'failed');
    console.log(`${isFound ? 'found    ' : 'NOT FOUND'}  ${fault.what}`);
    return isFound;
  } catch (error) {
    console.log(`NO RESULT  ${fault.what}: ${error instanceof Error ? error.message : error}`);
    return false;
  } finally {
    writeFileSync(file, source);
    if (isOfBrowser(fault)) putWebApp(clone);
  }
}

if (chosen.some(isOfBrowser)) process.env.CHROMIUM_PATH = await ensureChromium();
const postgres = await startPostgres(NOT_DURABLE);
process.env.TEST_DATABASE_URL = postgres.url;
const clones = Array.from({ length: Math.min(availableParallelism(), chosen.length) }, makeClone);
try {
  const [first = ''] = clones;
  for (const fault of chosen) fileOf(first, fault);
  await tryWithoutFault(first);
  const waiting = chosen.values();
  const counts = clones.map(async (clone) => {
    let found = 0;
    for (const fault of waiting) if (await tryFault(clone, fault)) found += 1;
    return found;
  });
  const found = (await Promise.all(counts)).reduce((sum, each) => sum + each, 0);
  console.log(`\n${found} of ${chosen.length} found`);
  process.exitCode = found === chosen.length && found > 0 ? 0 : 1;
} finally {
  await postgres.stop();
  for (const clone of clones) rmSync(clone, { recursive: true, force: true });
}
