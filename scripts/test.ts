/**
 * `npm test`: unit and server tests with Vitest, then the browser tests with Playwright. `-- --unit` and `-- --e2e` choose
 * one of them. `-- --long` adds what takes long by nature (tests/long.ts). Everything else is handed on, such as the path
 * of a file. The last line counts both.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { NOT_DURABLE, startPostgres } from '../tests/postgres.ts';
import { ensureChromium } from './find-chromium.ts';
import { compileCache, root } from './root.ts';
import type { Counts } from './test-counts.ts';
import {
  addCounts,
  countsLine,
  isGreen,
  playwrightCounts,
  vitestCounts,
  vitestFailures,
  withExitCode,
} from './test-counts.ts';

const INTERRUPTED = 130;
const PATIENCE_MS = 15_000;

const reports = join(root, '.build/reports');
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');

const MEMORY = '/dev/shm';
/** The memory that a run needs, with a margin, in bytes. */
const MEMORY_NEEDED = 4 * 1024 ** 3;

let interrupted = false;

/** A folder in memory, if there is room: a run creates hundreds of databases and browser profiles, for which a disk is slow. */
function folderInMemory(): string | null {
  if (process.env.TMPDIR !== undefined || !existsSync(MEMORY)) return null;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (Math.min(bavail * bsize, process.availableMemory()) < MEMORY_NEEDED) return null;
  const folder = mkdtempSync(join(MEMORY, 'pickem-tests-'));
  // The user of PostgreSQL needs to pass through it.
  chmodSync(folder, 0o711);
  return folder;
}

/** Runs a program of this project to its end. Ctrl-C reaches the program by itself; if it goes on, it gets a SIGTERM. */
function run(script: string, ...args: string[]): Promise<number> {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Each worker of the browser tests loads the whole server.
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
  });
  const interrupt = (signal: NodeJS.Signals): void => {
    interrupted = true;
    if (signal === 'SIGINT') setTimeout(() => child.kill('SIGTERM'), PATIENCE_MS).unref();
    else child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, interrupt);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      for (const signal of signals) process.off(signal, interrupt);
      resolve(code ?? INTERRUPTED);
    });
  });
}

function read<Report, Found>(path: string, find: (report: Report) => Found): Found | null {
  return existsSync(path) ? find(JSON.parse(readFileSync(path, 'utf8'))) : null;
}

async function runVitest(args: readonly string[]): Promise<Counts> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  const code = await run('node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', ...reporters, ...args);
  return withExitCode(read(vitestReport, vitestCounts), code);
}

async function runPlaywright(args: readonly string[]): Promise<Counts> {
  const code = await run('node_modules/@playwright/test/cli.js', 'test', '--pass-with-no-tests', ...args);
  return withExitCode(read(playwrightReport, playwrightCounts), code);
}

async function main(): Promise<Counts> {
  const args = process.argv.slice(2);
  const others = args.filter((arg) => !['--unit', '--e2e', '--long'].includes(arg));
  if (args.includes('--long')) process.env.PICKEM_TEST_LONG = '1';
  const unit = args.includes('--unit') || !args.includes('--e2e');
  const e2e = args.includes('--e2e') || !args.includes('--unit');
  const folder = folderInMemory();
  if (folder !== null) process.env.TMPDIR = folder;
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });

  if (e2e) process.env.CHROMIUM_PATH = await ensureChromium();
  const postgres = await startPostgres(NOT_DURABLE);
  process.env.TEST_DATABASE_URL = postgres.url;
  try {
    if ((await run('scripts/build.ts', '--if-stale')) !== 0) throw new Error('The web app could not be built.');
    const results: Counts[] = [];
    if (unit) results.push(await runVitest(others));
    if (e2e && !interrupted) results.push(await runPlaywright(others));
    for (const failure of read(vitestReport, vitestFailures) ?? []) console.log(`\n${failure}`);
    return addCounts(results);
  } finally {
    await postgres.stop();
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}

let counts: Counts;
try {
  counts = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  counts = { passed: 0, retried: 0, failed: 1, skipped: 0 };
}
console.log(`\n${countsLine(counts)}`);
process.exit(interrupted ? INTERRUPTED : isGreen(counts) ? 0 : 1);
