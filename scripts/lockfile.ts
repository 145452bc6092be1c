/**
 * npm leaves a package for another platform out of the lockfile where the registry that it asked does not carry it, and
 * `npm ci` then refuses the whole lockfile, everywhere. `node scripts/lockfile.ts` after `npm install` adds
 * what was left out.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

interface Entry {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type Packages = Readonly<Record<string, Entry>>;

/** Optional packages that some package names and no entry describes, as entries under their paths. */
export function missingEntries(packages: Packages): Record<string, Entry> {
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`])
      .map(([name, version]) => [`node_modules/${name}`, entryFor(name, version, entry.dev === true)] as const),
  );
  return Object.fromEntries(missing);
}

/** What such packages say of their platform stands in their names. */
function entryFor(name: string, version: string, dev: boolean): Entry {
  const os = /(android|darwin|freebsd|linux|win32)/.exec(name)?.[1];
  const cpu = /(arm64|x64|ia32|wasm32|arm)/.exec(name)?.[1];
  const libc = os !== 'linux' ? undefined : name.includes('musl') ? 'musl' : 'glibc';
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(dev && { dev }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  };
}

function main(): void {
  const path = join(root, 'package-lock.json');
  const lockfile = JSON.parse(readFileSync(path, 'utf8'));
  const missing = missingEntries(lockfile.packages);
  const all = Object.entries({ ...lockfile.packages, ...missing });
  lockfile.packages = Object.fromEntries(all.sort(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(path, `${JSON.stringify(lockfile, null, 2)}\n`);
  console.log(`${Object.keys(missing).length} entries added to package-lock.json`);
}

if (import.meta.main) main();
