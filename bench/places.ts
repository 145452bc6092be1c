/** Where leagues to measure are kept: a file on the disk of the project, or a database of a PostgreSQL of its own. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '#server/platform/db/connect.ts';
import { createTestDatabase, startPostgres } from '#tests/postgres.ts';
import { root } from '../scripts/root.ts';

/** Not the system's folder for temporary files: it may be in memory, where a commit costs nothing. */
const folder = join(root, '.build');

/** Makes empty places, and removes them all in the end. */
export interface Places {
  readonly make: (engine: Engine) => Promise<string>;
  readonly remove: () => Promise<void>;
}

export function openPlaces(): Places {
  const cleanup = new AsyncDisposableStack();
  let server: Promise<void> | null = null;

  const startServer = async () => {
    const started = await startPostgres();
    cleanup.defer(() => started.stop());
    process.env.TEST_DATABASE_URL = started.url;
  };

  return {
    async make(engine) {
      if (engine === 'postgres') {
        server ??= startServer();
        await server;
        const database = await createTestDatabase();
        cleanup.defer(() => database.drop());
        return database.url;
      }
      mkdirSync(folder, { recursive: true });
      const place = mkdtempSync(join(folder, 'bench-'));
      cleanup.defer(() => rmSync(place, { recursive: true, force: true }));
      return join(place, 'league.db');
    },
    remove: () => cleanup.disposeAsync(),
  };
}
