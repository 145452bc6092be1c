import { sql } from 'kysely';
import type { Db, Store } from './connect.ts';
import { DatabaseError } from './connect.ts';
import { tables } from './tables.ts';
import { upgrade } from './upgrade.ts';

/** The form of the tables that this version works with. */
const CURRENT = '040-entries';

/** The form that is upgraded. Older ones are brought to it by the commit below. */
const UPGRADED = '039-one-schema';
const LAST_OF_UPGRADED = '8037915';

/** The table that notes the form of a database. Each version refuses a form that it does not know. */
const NOTES = 'kysely_migration';

/** The lock that the migrations of all versions take on PostgreSQL. */
const LOCK = '3853314791062309107';

/** The form of a database; null if it has no tables yet. */
async function formOf(db: Db): Promise<string | null> {
  const known = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!known.some(({ name }) => name === NOTES)) return null;
  const { rows } = await sql<{ form: string | null }>`select max(name) as form from ${sql.table(NOTES)}`.execute(db);
  return rows[0]?.form ?? null;
}

/** Whether a database has the form that is upgraded. */
export async function isOfVersionBefore({ db }: Store): Promise<boolean> {
  return (await formOf(db)) === UPGRADED;
}

/** Whether a newer version of Pick'em gave a database its form. */
export async function isNewer({ db }: Store): Promise<boolean> {
  const form = await formOf(db);
  return form !== null && form > CURRENT;
}

function newerText(form: string): string {
  return `This database has the form of a newer Pick'em (${form}). Nothing was changed. Start the newer version again, or restore the copy that was made before the update.`;
}

function olderText(form: string): string {
  return `This database has the form of an older Pick'em (${form}). Nothing was changed. Start the version of commit ${LAST_OF_UPGRADED} once, which brings it to ${UPGRADED}; then start this version again.`;
}

/**
 * Gives an empty database its tables, or upgrades one of the version before. All of it is one transaction under a lock, so a failure
 * leaves the database as it was and several processes may call this at once.
 * @param beforeUpgrade looks at a database that is about to be upgraded, in the same transaction, and says what time it is in the league
 *   (ms); if it throws, nothing is changed
 * @returns what was withdrawn by an upgrade, in words
 * @throws DatabaseError if the database is of a newer version, or too old
 */
export async function migrate(
  store: Store,
  beforeUpgrade: (tx: Db) => Promise<number> = async () => Date.now(),
): Promise<string[]> {
  const { db, engine } = store;
  if ((await formOf(db)) === CURRENT) return [];
  return db.transaction().execute(async (tx) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.raw(LOCK)})`.execute(tx);
    const form = await formOf(tx);
    let withdrawn: string[] = [];
    if (form === CURRENT) return withdrawn;
    if (form === null) await run(tx, tables(engine));
    else if (form === UPGRADED) withdrawn = await upgrade(tx, engine, await beforeUpgrade(tx));
    else throw new DatabaseError(form > CURRENT ? newerText(form) : olderText(form));
    await note(tx);
    return withdrawn;
  });
}

async function run(tx: Db, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}

/** Notes that a database has the current form. */
async function note(tx: Db): Promise<void> {
  await sql`drop table if exists kysely_migration_lock`.execute(tx);
  await sql`
    create table if not exists ${sql.table(NOTES)} (
      name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(tx);
  await sql`delete from ${sql.table(NOTES)}`.execute(tx);
  await sql`
    insert into ${sql.table(NOTES)} (name, timestamp)
    values (${CURRENT}, ${new Date().toISOString()})`.execute(tx);
}
