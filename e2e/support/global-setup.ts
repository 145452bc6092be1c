import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../scripts/root.ts';
import { startPostgres } from '../../tests/postgres.ts';

/** The built web app and a PostgreSQL for all tests of the run. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const build = spawnSync(process.execPath, [join(root, 'scripts/build.ts'), '--if-stale'], { stdio: 'inherit' });
  if (build.status !== 0) throw new Error('The web app could not be built.');
  const postgres = await startPostgres();
  process.env.TEST_DATABASE_URL = postgres.url;
  return () => postgres.stop();
}
