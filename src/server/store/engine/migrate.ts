import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import type { Store } from './connect.ts';
import { DatabaseError } from './connect.ts';
import { migrations } from './migrations/index.ts';

/** The first migration of a database that this version does not know, which makes the database one of a newer version. */
export async function newerMigration(
  { db, engine }: Store,
  list: typeof migrations = migrations,
): Promise<string | null> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return null;
  const known = Object.keys(list(engine));
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return rows.find(({ name }) => !known.includes(name))?.name ?? null;
}

function newerText(migration: string): string {
  return `This database has the form of a newer Pick'em (${migration}). Nothing was changed. Start the newer version again, or restore the copy that was made before the update.`;
}

/**
 * Brings the tables up to date. All pending migrations run in one transaction under the engine's own lock, so a failure
 * leaves the database as it was and several processes may call this at once.
 * @throws DatabaseError where a newer version has been at work; else the error of the migration that failed
 */
export async function migrate(store: Store, list: typeof migrations = migrations): Promise<void> {
  const newer = await newerMigration(store, list);
  if (newer !== null) throw new DatabaseError(newerText(newer));
  const provider = { getMigrations: async () => list(store.engine) };
  const { error } = await new Migrator({
    db: store.db,
    provider,
  }).migrateToLatest();
  if (error) throw error;
}
