/** Finds the PostgreSQL that the tests start, or installs one. */
import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { aptInstall, mayUseApt } from './apt.ts';
import { findOnPath, isExecutable } from './find-on-path.ts';

const folders = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/opt/postgresql*/bin',
];

/** The folder with `initdb` and `postgres`, the newest version first. */
function installedPostgres(): string | undefined {
  const onPath = findOnPath('initdb');
  const byVersion = new Intl.Collator('en', { numeric: true });
  const found = folders.flatMap((pattern) => globSync(pattern)).sort((a, b) => byVersion.compare(b, a));
  return [...(onPath ? [dirname(onPath)] : []), ...found].find(
    (folder) => isExecutable(join(folder, 'initdb')) && isExecutable(join(folder, 'postgres')),
  );
}

/** The folder with `initdb` and `postgres`, which are installed if they are missing. @throws saying what to do */
export function ensurePostgres(): string {
  const found = installedPostgres();
  if (found) return found;
  if (mayUseApt()) installWithoutCluster();
  const installed = installedPostgres();
  if (installed) return installed;
  throw new Error(
    'No PostgreSQL for the tests: install it (initdb and postgres), or name a server in TEST_DATABASE_URL.',
  );
}

/** Debian's package would create and start a database server; the tests only need the programs. */
function installWithoutCluster(): void {
  const settings = '/etc/postgresql-common/createcluster.d';
  const created = mkdirSync(settings, { recursive: true });
  const file = join(settings, 'pickem-tests.conf');
  writeFileSync(file, 'create_main_cluster = false\n');
  try {
    aptInstall('postgresql');
  } finally {
    rmSync(file);
    if (created && !existsSync(join(settings, '..', 'createcluster.conf'))) rmSync(created, { recursive: true });
  }
}
