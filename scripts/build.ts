/**
 * `npm run build`: builds the web app into dist/web. `--if-stale` builds it only if its sources have changed since the last build; `--check`
 * builds nothing, and fails if they have.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compress } from './compress.ts';
import { root } from './root.ts';

const output = 'dist/web/index.html';
const stamp = 'dist/web.stamp';
const sources = [
  'src/{web,core,contract,verify}/**',
  'public/**',
  'vite.config.ts',
  'scripts/{build,compress}.ts',
  'scripts/vite/**',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
];

/** A hash of the names and contents of all sources of the web app. */
function hashSources(): string {
  const files = globSync(sources, { cwd: root, exclude: ['**/*.test.ts', '**/*.test.tsx'] });
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

function isCurrent(hash: string): boolean {
  const path = join(root, stamp);
  return existsSync(join(root, output)) && existsSync(path) && readFileSync(path, 'utf8') === hash;
}

const hash = hashSources();
if (process.argv.includes('--check')) {
  if (!isCurrent(hash)) {
    console.error('There is no build of this version here: `npm run build` makes one.');
    process.exit(1);
  }
} else if (!process.argv.includes('--if-stale') || !isCurrent(hash)) {
  process.stderr.write('Building the web app ...\n');
  rmSync(join(root, stamp), { force: true });
  const { build } = await import('vite');
  try {
    await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
    compress(join(root, dirname(output)));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  writeFileSync(join(root, stamp), hash);
}
