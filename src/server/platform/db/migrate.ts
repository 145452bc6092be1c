import { sql } from 'kysely';
import type { Db, Engine, Store } from './connect.ts';
import { DatabaseError } from './connect.ts';
import { dialectOf, imports, receipts, tables } from './tables.ts';
import { contests, upgrade } from './upgrade.ts';

/** The schema version that this code uses. */
const CURRENT = '042-contests';

/** The schema versions that can be upgraded. The commit below upgrades older ones to the first of them. */
const UPGRADED = '039-one-schema';
const LAST_OF_UPGRADED = '8037915';
const BEFORE_RECEIPTS = '040-entries';
const BEFORE_CONTESTS = '041-receipts-and-imports';
const EARLIER: readonly (string | null)[] = [UPGRADED, BEFORE_RECEIPTS, BEFORE_CONTESTS];

/** The table that stores the schema version. Each release refuses versions that it does not know. */
const NOTES = 'kysely_migration';

/** The lock that the migrations of all versions take on PostgreSQL. */
const LOCK = '3853314791062309107';

/** The schema version of a database; null if it has no tables yet. It reads no other tables, since another process may be dropping them. */
async function formOf(db: Db, engine: Engine): Promise<string | null> {
  const isThere =
    engine === 'sqlite'
      ? sql<{ name: string | null }>`select max(name) as name from sqlite_master where name = ${NOTES}`
      : sql<{ name: string | null }>`select cast(to_regclass(${NOTES}) as text) as name`;
  if (((await isThere.execute(db)).rows[0]?.name ?? null) === null) return null;
  const { rows } = await sql<{ form: string | null }>`select max(name) as form from ${sql.table(NOTES)}`.execute(db);
  return rows[0]?.form ?? null;
}

/** Whether a database has a schema version that can be upgraded. */
export async function isOfVersionBefore({ db, engine }: Store): Promise<boolean> {
  return EARLIER.includes(await formOf(db, engine));
}

/** Whether a database has the schema of a newer Pick'em. */
export async function isNewer({ db, engine }: Store): Promise<boolean> {
  const form = await formOf(db, engine);
  return form !== null && form > CURRENT;
}

function newerText(form: string): string {
  return `This database has the form of a newer Pick'em (${form}). Nothing was changed. Start the newer version again, or restore the copy that was made before the update.`;
}

function olderText(form: string): string {
  return `This database has the form of an older Pick'em (${form}). Nothing was changed. Start the version of commit ${LAST_OF_UPGRADED} once, which brings it to ${UPGRADED}; then start this version again.`;
}

/**
 * Creates the tables of an empty database, or upgrades one of the previous version. Runs in one transaction under a lock, so a failure
 * leaves the database unchanged, and several processes may call this at once.
 * @param beforeUpgrade checks a database that is about to be upgraded, in the same transaction, and returns the league's time (ms); if it
 * throws, nothing is changed @returns messages about picks that an upgrade withdrew
 * @throws DatabaseError if the database is of a newer version, or too old
 */
export async function migrate(
  store: Store,
  beforeUpgrade: (tx: Db) => Promise<number> = async () => Date.now(),
): Promise<string[]> {
  const { db, engine } = store;
  if ((await formOf(db, engine)) === CURRENT) return [];
  return db.transaction().execute(async (tx) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.raw(LOCK)})`.execute(tx);
    const form = await formOf(tx, engine);
    let withdrawn: string[] = [];
    if (form === CURRENT) return withdrawn;
    if (form === null) await run(tx, tables(engine));
    else if (form === UPGRADED) withdrawn = await upgrade(tx, engine, await beforeUpgrade(tx));
    else if (EARLIER.includes(form)) {
      await beforeUpgrade(tx);
      const dialect = dialectOf(engine);
      if (form === BEFORE_RECEIPTS) await run(tx, [...receipts(dialect), ...imports(dialect)]);
      await run(tx, contests(dialect));
    } else throw new DatabaseError(form > CURRENT ? newerText(form) : olderText(form));
    await note(tx);
    return withdrawn;
  });
}

async function run(tx: Db, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}

/** Stores the current schema version. */
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
