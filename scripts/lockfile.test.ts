import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingEntries } from './lockfile.ts';
import { root } from './root.ts';

const tool = (names: readonly string[]) => ({
  version: '2.0.0',
  dev: true,
  optionalDependencies: Object.fromEntries(names.map((name) => [name, '2.0.0'])),
});

describe('The lockfile', () => {
  it('describes every optional package that it names', () => {
    const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    expect(Object.keys(missingEntries(lockfile.packages))).toEqual([]);
  });

  it('is complete where each name has an entry, beside it or below it', () => {
    const packages = {
      'node_modules/tool': tool(['tool-linux-x64', 'tool-win32-x64']),
      'node_modules/tool-linux-x64': { version: '2.0.0' },
      'node_modules/tool/node_modules/tool-win32-x64': { version: '2.0.0' },
    };
    expect(missingEntries(packages)).toEqual({});
  });

  it.each([
    ['tool-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
    ['tool-linux-arm64', { os: ['linux'], cpu: ['arm64'], libc: ['glibc'] }],
    ['tool-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
    ['tool-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
    ['tool-win32-x64-msvc', { os: ['win32'], cpu: ['x64'] }],
    ['tool-wasm32-wasi', { cpu: ['wasm32'] }],
  ])('gets the platform of %s from its name', (name, platform) => {
    const entry = missingEntries({ 'node_modules/tool': tool([name]) });
    expect(entry).toEqual({ [`node_modules/${name}`]: { version: '2.0.0', dev: true, optional: true, ...platform } });
  });
});
