/**
 * `npm run recording -- COMMIT`: records a season at an earlier commit and with the current files, and prints every line that differs. For
 * changes that must not affect behavior.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/root.ts';

/** Number of characters shown on both sides of a difference. */
const SHOWN = 150;

const commit = process.argv[2];
if (commit === undefined) throw new Error('Say with which commit to compare: npm run recording -- COMMIT');
const folder = mkdtempSync(join(tmpdir(), 'pickem-recording-'));

function record(checkout: string, name: string): string[] {
  const file = join(folder, name);
  execFileSync(process.execPath, [join(checkout, 'tests/recording/record.ts'), file], { stdio: 'inherit' });
  return readFileSync(file, 'utf8').split('\n');
}

try {
  const clone = join(folder, 'clone');
  execFileSync('git', ['clone', '--quiet', '--no-checkout', root, clone]);
  execFileSync('git', ['-C', clone, 'checkout', '--quiet', commit]);
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  // Both play the same season.
  for (const path of ['tests/recording', 'tests/pick.ts'])
    cpSync(join(root, path), join(clone, path), { recursive: true });
  const [before, after] = [record(clone, 'before.txt'), record(root, 'after.txt')];
  let differing = Math.abs(before.length - after.length);
  for (const [at, line] of before.entries()) {
    const other = after[at] ?? '';
    if (line === other) continue;
    differing += 1;
    const from = Math.max(0, [...line].findIndex((char, place) => char !== other[place]) - SHOWN);
    console.log(
      `${line.slice(0, SHOWN)}\n- ${line.slice(from, from + 2 * SHOWN)}\n+ ${other.slice(from, from + 2 * SHOWN)}\n`,
    );
  }
  console.log(`${before.length} lines, ${differing} differ`);
  process.exitCode = differing === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
