import { closeSync, openSync } from 'node:fs';
import type { StatementSync } from 'node:sqlite';
import { backup, DatabaseSync } from 'node:sqlite';
import type { Dialect, SqliteDatabase, SqliteStatement } from 'kysely';
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { SharedDriver } from './sqlite-driver.ts';

/** Readable and writable by the owner only. */
const PRIVATE = 0o600;
/** How long opening a file waits for another process that has it locked, in ms. After that the driver waits instead of SQLite. */
const OPENING_MS = 5000;
/** More pages than any database has. */
const ALL_PAGES = 2 ** 31 - 1;
const CACHED_STATEMENTS = 500;
const SCHEMA_STATEMENT = /^\s*(create|alter|drop)\b/i;

type SqlValue = null | number | bigint | string | Uint8Array;

/**
 * Opens a database file in WAL mode, with every commit synced to disk and foreign keys enforced. A new file is accessible only to its
 * owner, because it contains password hashes and the cookie secret. Its log files inherit that.
 */
export function openSqlite(file: string): DatabaseSync {
  if (file !== ':memory:') closeSync(openSync(file, 'a', PRIVATE));
  const database = new DatabaseSync(file, { timeout: OPENING_MS });
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -65536;',
  );
  database.exec('pragma busy_timeout = 0');
  return database;
}

/**
 * Kysely's view of a `node:sqlite` database: a statement knows whether it returns rows and under which names, and is prepared
 * once, or again after the columns of a table have changed.
 */
class CachedDatabase implements SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(text: string): SqliteStatement {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = wrap(this.#database.prepare(text));
    const changesColumns = SCHEMA_STATEMENT.test(text);
    if (changesColumns || this.#statements.size >= CACHED_STATEMENTS) this.#statements.clear();
    if (!changesColumns) this.#statements.set(text, statement);
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

/**
 * Reads rows as arrays and builds objects here, which share one shape. `node:sqlite` would build hash tables, which are slow to create and
 * to read.
 */
function wrap(statement: StatementSync): SqliteStatement {
  const names = statement.columns().map((column) => column.name);
  statement.setReturnArrays(true);
  const all = (parameters: readonly unknown[]) => {
    const rows = statement.all(...(parameters as SqlValue[])) as unknown as SqlValue[][];
    return rows.map((values) => rowOf(names, values));
  };
  return {
    reader: names.length > 0,
    all,
    run: (parameters) => statement.run(...(parameters as SqlValue[])),
    iterate: (parameters) => all(parameters).values(),
  };
}

function rowOf(names: readonly string[], values: readonly SqlValue[]): Record<string, SqlValue | undefined> {
  const row: Record<string, SqlValue | undefined> = {};
  for (let at = 0; at < names.length; at += 1) row[names[at] as string] = values[at];
  return row;
}

/** The driver isolates transactions itself, so Kysely need not serialize callers. */
class SharedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

export function sqliteDialect(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => new SharedAdapter(),
    createDriver: () => new SharedDriver(new CachedDatabase(database), () => database.isTransaction),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Changes whenever another connection has committed to the file; a read of it costs some microseconds. */
export function dataVersion(database: DatabaseSync): () => number {
  const statement = database.prepare('pragma data_version');
  return () => Number(statement.get()?.data_version);
}

/**
 * Copies a consistent snapshot of all pages to another file, on its own thread and connection. It uses a single step, because a copy in
 * several steps restarts after every write in between.
 */
export async function copyPages(file: string, copy: string): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true });
  try {
    await backup(source, copy, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
}

/** Moves the log into the file and ends WAL mode, which SQLite refuses while any other connection is open. */
export function endLog(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma journal_mode = delete');
  } finally {
    database.close();
  }
}
