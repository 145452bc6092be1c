/**
 * Puts the faults of the lists into a copy of the last commit, one at a time, and says which of them no test finds.
 *
 *     npm run faults                  all of them
 *     npm run faults -- upgrade       those whose area or description contains the text
 *
 * A fault is found if a test of its files fails with it; without any fault the same files must pass.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/root.ts';
import { vitestFailures } from '../../scripts/test-counts.ts';
import { NOT_DURABLE, startPostgres } from '../postgres.ts';
import { elsewhere } from './elsewhere.ts';
import type { Fault } from './fault.ts';
import { locksSealsAccess } from './locks-seals-access.ts';
import { upgrade } from './upgrade.ts';

const FAILED_TESTS_SHOWN = 3;
/** A run that takes longer hangs. */
const PATIENCE_MS = 180_000;

const wanted = process.argv[2] ?? '';
const faults = [...locksSealsAccess, ...upgrade, ...elsewhere].filter(({ area, what }) =>
  `${area} ${what}`.includes(wanted),
);

const copy = mkdtempSync(join(tmpdir(), 'pickem-faults-'));

/** @throws when a command that everything else needs ends badly */
function must(command: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${stderr}`);
}

/** The file that a fault changes. @throws if its text stands in no file, or in several places */
function fileOf({ what, from }: Fault): string {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: copy }).filter((file) => !/\.test\.tsx?$/.test(file));
  const hits = files.flatMap((file) => {
    const times = readFileSync(join(copy, file), 'utf8').split(from).length - 1;
    return Array.from({ length: times }, () => file);
  });
  const [file, ...others] = hits;
  if (!file || others.length > 0) throw new Error(`"${what}": its text stands in ${hits.length} places of src.`);
  return file;
}

/** The titles of the tests that fail, each on a line of its own. */
function failedTests(testFiles: readonly string[]): readonly string[] {
  const report = join(copy, 'faults.json');
  rmSync(report, { force: true });
  const args = ['run', '--reporter=json', `--outputFile=${report}`, ...testFiles];
  const { status, stderr } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: copy,
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  });
  if (status === 0) return [];
  if (status === null) return ['the tests never end'];
  const failures = vitestFailures(JSON.parse(readFileSync(report, 'utf8')));
  return failures.length > 0 ? failures.map((text) => text.split('\n')[0] ?? '') : [stderr];
}

function findFault(fault: Fault): boolean {
  const file = join(copy, fileOf(fault));
  const sound = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    sound.replace(fault.from, () => fault.to),
  );
  const failed = failedTests(fault.testFiles);
  writeFileSync(file, sound);
  console.log(`${failed.length > 0 ? 'found' : 'NOT FOUND'}  ${fault.area}: ${fault.what}`);
  for (const title of failed.slice(0, FAILED_TESTS_SHOWN)) console.log(`    ${title.replace(`${copy}/`, '')}`);
  return failed.length > 0;
}

must('git', 'worktree', 'add', '--detach', '--force', copy);
const postgres = await startPostgres(NOT_DURABLE);
try {
  process.env.TEST_DATABASE_URL = postgres.url;
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  symlinkSync(join(root, 'dist'), join(copy, 'dist'));
  for (const fault of faults) fileOf(fault);
  const before = failedTests([...new Set(faults.flatMap(({ testFiles }) => testFiles))]);
  if (before.length > 0) throw new Error(`Tests fail without any fault:\n${before.join('\n')}`);
  const missed = faults.filter((fault) => !findFault(fault));
  console.log(`\n${faults.length - missed.length} found, ${missed.length} not found`);
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  await postgres.stop();
  must('git', 'worktree', 'remove', '--force', copy);
}
