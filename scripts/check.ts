/** `npm run check`: checks the sources without running them, as CI does first. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './root.ts';

interface Step {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
}

const steps: readonly Step[] = [
  { name: 'format and lint', script: 'node_modules/@biomejs/biome/bin/biome', args: ['check', '--error-on-warnings'] },
  { name: 'types', script: 'node_modules/typescript/bin/tsc', args: ['-b'] },
  { name: 'nothing unused', script: 'node_modules/knip/bin/knip.js', args: ['--no-progress'] },
  {
    name: 'nothing for tests alone',
    script: 'node_modules/knip/bin/knip.js',
    args: ['--no-progress', '--production', '--include', 'files'],
  },
  { name: 'artwork current', script: 'tools/artwork/check.ts', args: [] },
];

/** Prints one line, and the output of a step that failed. */
function passes({ name, script, args }: Step): boolean {
  const started = performance.now();
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const result = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...color },
  });
  const passed = result.status === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${passed ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (!passed) console.log(`${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`);
  return passed;
}

const results = steps.map(passes);
process.exit(results.every(Boolean) ? 0 : 1);
