/** A database of the version before the schema was one (038-postponed-locks), made by the statements of that version. */
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { Engine } from '#server/store/engine/connect.ts';
import type { TestDatabase } from '../app.ts';
import { newDatabase } from '../app.ts';

/** Such a database, with a row in each table. */
export async function newDatabaseOf038(engine: Engine): Promise<TestDatabase> {
  const database = await newDatabase(engine);
  await runScript(database.location, `${read(`038.${engine}.sql`)}\n${read('038.rows.sql')}`);
  return database;
}

/** Runs statements of either engine on a database that nobody has open. */
export async function runScript(location: string, statements: string): Promise<void> {
  if (location.startsWith('postgres:')) {
    const client = new Client({ connectionString: location });
    await client.connect();
    await client.query(statements).finally(() => client.end());
  } else {
    const file = new DatabaseSync(location);
    file.exec(statements);
    file.close();
  }
}

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
