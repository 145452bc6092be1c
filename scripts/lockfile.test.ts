import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './root.ts';

interface Entry {
  readonly integrity?: string;
  readonly inBundle?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Entry>>;
};

it('pins every package of the lockfile by its hash', () => {
  // The hash of a package covers its bundled dependencies.
  const paths = Object.keys(packages).filter((path) => path !== '' && packages[path]?.inBundle !== true);
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.filter((path) => !packages[path]?.integrity?.startsWith('sha512-'))).toEqual([]);
});

it('has the packages of all platforms: npm refuses a lockfile that lacks one', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});
