/** A database of the version without multiple entries (039-one-schema), created by that version's statements. */
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { Client } from 'pg';
import type { Engine, Store } from '#server/platform/db/connect.ts';
import type { TestDatabase } from '../app.ts';
import { newDatabase } from '../app.ts';
import { catalogOf } from '../catalog.ts';
import { dumpTables } from '../database.ts';

/** Such a database, with a row in each table. */
export async function newDatabaseOf039(engine: Engine): Promise<TestDatabase> {
  const database = await newDatabase(engine);
  await runScript(database.location, `${read(`039.${engine}.sql`)}\n${read('039.rows.sql')}`);
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

/** The whole content of a database: its catalog, its notes, and every row. */
export async function contentsOf(store: Store) {
  const { db } = store;
  const notes = await sql<{ name: string }>`select * from kysely_migration order by name`.execute(db);
  const security = await db.selectFrom('security_log').selectAll().execute();
  const rows = { ...(await dumpTables(db)), security: security.map((row) => JSON.stringify(row)) };
  return { catalog: await catalogOf(store), notes: notes.rows, rows };
}

const obstacle = {
  sqlite: `
    create trigger obstacle before insert on kysely_migration begin select raise(abort, 'the last step fails'); end;`,
  postgres: `
    create function obstacle() returns trigger language plpgsql as
      $$ begin raise exception 'the last step fails'; end $$;
    create trigger obstacle before insert on kysely_migration execute function obstacle();`,
};
const clear = {
  sqlite: 'drop trigger obstacle;',
  postgres: 'drop trigger obstacle on kysely_migration; drop function obstacle();',
};

/** Makes the last statement of an upgrade fail. */
export async function addObstacle({ location, engine }: Store): Promise<void> {
  await runScript(location, obstacle[engine]);
}

export async function removeObstacle({ location, engine }: Store): Promise<void> {
  await runScript(location, clear[engine]);
}
