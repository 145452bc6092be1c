/** Where leagues to measure are kept: a file on the disk of the project, or a database of a PostgreSQL of its own. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Engine } from '#server/platform/db/connect.ts';
import { createTestDatabase, startPostgres } from '#tests/postgres.ts';

/** Not the system's folder for such files: it may be in memory, and then a commit costs nothing. */
const folder = fileURLToPath(new URL('../.build/', import.meta.url));

/** Makes empty places, and removes them all in the end. */
export interface Places {
  readonly make: (engine: Engine) => Promise<string>;
  readonly remove: () => Promise<void>;
}

export function openPlaces(): Places {
  const undo: (() => Promise<void>)[] = [];
  let server: Promise<void> | null = null;

  const startServer = async () => {
    const started = await startPostgres();
    process.env.TEST_DATABASE_URL = started.url;
    undo.unshift(() => started.stop());
  };
  const makeDatabase = async () => {
    server ??= startServer();
    await server;
    const database = await createTestDatabase();
    undo.push(() => database.drop());
    return database.url;
  };
  const makeFile = () => {
    mkdirSync(folder, { recursive: true });
    const place = mkdtempSync(join(folder, 'bench-'));
    undo.push(async () => rmSync(place, { recursive: true, force: true }));
    return join(place, 'league.db');
  };

  return {
    make: async (engine) => (engine === 'sqlite' ? makeFile() : makeDatabase()),
    async remove() {
      for (let act = undo.pop(); act; act = undo.pop()) await act();
    },
  };
}
