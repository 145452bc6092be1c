/**
 * Puts the faults of the list into a clone of the last commit, one at a time, and prints which of them the tests find.
 *
 *     npm run faults                  all of them
 *     npm run faults -- upgrade       those whose area or description contains the text
 *
 * A fault is found if a test that the list names for it fails. Without any fault, the same tests must pass. Browser tests
 * run with Playwright, against a web app that the clone builds from its own source.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from '../../scripts/find-chromium.ts';
import { root } from '../../scripts/root.ts';
import type { VitestReport } from '../../scripts/test-counts.ts';
import { NOT_DURABLE, startPostgres } from '../postgres.ts';
import type { Fault } from './faults.ts';
import { faults } from './faults.ts';
import { sourceFiles } from './source-files.ts';

/** A run that takes longer than this is stopped, without a result. */
const PATIENCE_MS = 300_000;
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
const clone = mkdtempSync(join(tmpdir(), 'pickem-faults-'));
const dist = join(clone, 'dist');

/** The file that a fault changes. @throws if its text occurs in no file, or in several places */
function fileOf({ what, from }: Fault): string {
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

/** The titles of the tests of these faults that fail. @throws if a run does not end, or a test file can't be loaded */
async function failedTests(list: readonly Fault[]): Promise<readonly string[]> {
  const files = [...new Set(list.flatMap(({ testFiles }) => testFiles))];
  const unitFiles = files.filter((file) => !isBrowserTest(file));
  const browserFiles = files.filter(isBrowserTest);
  const titles = list.filter(({ testFiles }) => testFiles.some(isBrowserTest)).flatMap(({ foundBy }) => foundBy);
  return [
    ...(unitFiles.length > 0 ? await failedUnitTests(unitFiles) : []),
    ...(browserFiles.length > 0 ? await failedBrowserTests(browserFiles, titles) : []),
  ];
}

function isBrowserTest(file: string): boolean {
  return file.startsWith('e2e/');
}

function failedUnitTests(files: readonly string[]): Promise<readonly string[]> {
  const report = join(clone, 'faults.json');
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${report}`, ...files];
  return run<VitestReport>(report, args, ({ testResults }) => {
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    return tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  });
}

/** Runs these browser tests until one fails. Playwright's set-up builds the web app, because its source has changed. */
function failedBrowserTests(files: readonly string[], titles: readonly string[]): Promise<readonly string[]> {
  const report = join(clone, 'faults-browser.json');
  const named = titles.map((title) => title.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  const flags = ['--retries=0', '-x', `--timeout=${BROWSER_TEST_MS}`, '-g', named];
  const args = ['node_modules/@playwright/test/cli.js', 'test', ...flags, ...files];
  return run<{ readonly suites: readonly PlaywrightSuite[] }>(report, args, ({ suites }) =>
    suites.flatMap((file) => failedIn({ ...file, title: '' })),
  );
}

/** The full titles of the tests that fail, as Vitest would name them. */
function failedIn({ title, specs, suites = [] }: PlaywrightSuite): string[] {
  const own = specs.filter(({ ok }) => !ok).map((spec) => spec.title);
  return [...own, ...suites.flatMap(failedIn)].map((each) => `${title} ${each}`.trim());
}

/** Runs tests in the clone. @returns which of them fail @throws if they do not end, or fail otherwise */
async function run<Report>(
  file: string,
  args: readonly string[],
  failedOf: (report: Report) => readonly string[],
): Promise<readonly string[]> {
  rmSync(file, { force: true });
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  // Not a synchronous call: this process also reads the log of PostgreSQL, which blocks if it is not read.
  const runner = spawn(process.execPath, args, { cwd: clone, env, stdio: 'ignore', timeout: PATIENCE_MS });
  const [code] = await once(runner, 'exit');
  if (runner.killed || code === null) throw new Error('The tests were stopped because they did not end.');
  if (!existsSync(file)) throw new Error('The tests did not start.');
  const failed = failedOf(JSON.parse(readFileSync(file, 'utf8')));
  if (code !== 0 && failed.length === 0) throw new Error('A test file could not be loaded, or has no such test.');
  return failed;
}

/** The built web app of the last commit: browser tests replace it by one with a fault. */
function putWebApp(): void {
  rmSync(dist, { recursive: true, force: true });
  cpSync(join(root, 'dist'), dist, { recursive: true });
}

/** Tries a fault and prints the result. @returns whether it was found */
async function tryFault(fault: Fault): Promise<boolean> {
  const file = fileOf(fault);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, source.split(fault.from).join(fault.to));
  try {
    const failed = await failedTests([fault]);
    const isFound = fault.foundBy.some((title) => failed.includes(title));
    console.log(`${isFound ? 'found    ' : 'NOT FOUND'}  ${fault.what}`);
    if (!isFound) for (const title of failed) console.log(`           failed instead: ${title}`);
    return isFound;
  } catch (error) {
    console.log(`NO RESULT  ${fault.what}: ${error instanceof Error ? error.message : error}`);
    return false;
  } finally {
    writeFileSync(file, source);
    if (fault.testFiles.some(isBrowserTest)) putWebApp();
  }
}

if (chosen.some(({ testFiles }) => testFiles.some(isBrowserTest))) process.env.CHROMIUM_PATH = await ensureChromium();
const postgres = await startPostgres(NOT_DURABLE);
process.env.TEST_DATABASE_URL = postgres.url;
try {
  execFileSync('git', ['clone', '--quiet', root, clone]);
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  putWebApp();
  for (const fault of chosen) fileOf(fault);
  const failed = await failedTests(chosen);
  if (failed.length > 0) throw new Error(`Tests fail without any fault:\n${failed.join('\n')}`);
  let found = 0;
  for (const fault of chosen) if (await tryFault(fault)) found += 1;
  console.log(`\n${found} of ${chosen.length} found`);
  process.exitCode = found === chosen.length && found > 0 ? 0 : 1;
} finally {
  await postgres.stop();
  rmSync(clone, { recursive: true, force: true });
}
