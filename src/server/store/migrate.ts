import { Migrator } from 'kysely/migration';
import type { Store } from './connect.ts';
import { migrations } from './migrations/index.ts';

/**
 * Brings the tables up to date. All pending migrations run in one transaction under the engine's own lock, so a failure
 * leaves the database as it was and several processes may call this at once.
 * @throws the error of the migration that failed
 */
export async function migrate(store: Store, list: typeof migrations = migrations): Promise<void> {
  const provider = { getMigrations: async () => list(store.engine) };
  const { error } = await new Migrator({
    db: store.db,
    provider,
  }).migrateToLatest();
  if (error) throw error;
}
