import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Kysely } from 'kysely';
import { openPostgres, postgresDialect } from './postgres.ts';
import type { Schema } from './schema.ts';
import { dataVersion, openSqlite, sqliteDialect } from './sqlite.ts';

export const engines = ['sqlite', 'postgres'] as const;
export type Engine = (typeof engines)[number];
export type Db = Kysely<Schema>;

/** An open database and what depends on its engine. */
export interface Store {
  readonly engine: Engine;
  readonly db: Db;
  /** A file path, or a `postgres://` URL. */
  readonly location: string;
  /** SQLite: changes when another process has committed. PostgreSQL: always 0, because nodes use NOTIFY. */
  readonly dataVersion: () => number;
  readonly close: () => Promise<void>;
}

export function isPostgresUrl(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location);
}

/** Whether a location is an SQLite file that does not exist yet. */
export function isMissingFile(location: string): boolean {
  return !isPostgresUrl(location) && !existsSync(location);
}

/** The message about a created file, so that a mistyped name is noticed at once. */
export function newLeagueText(file: string): string {
  return `A new league was created in ${resolve(file)}`;
}

/** A database that the server cannot use, in words for the operator. */
export class DatabaseError extends Error {}

/** The default folder of SQLite files. */
export const DATA_FOLDER = 'data';

const EMPTY =
  'the file is empty, so the league that it held is gone. Restore a copy: npm run pickem -- restore FILE. If you mean to begin a new league, delete the empty file first.';
const EMPTY_LOOKS = 20;
const EMPTY_PAUSE_MS = 10;

/**
 * Opens `location`, and creates a missing SQLite file. It creates only the default folder: the name of another missing folder is more
 * likely mistyped. Creates no tables. @throws DatabaseError
 */
export function connect(location: string): Store {
  return isPostgresUrl(location) ? connectPostgres(location) : connectSqlite(location);
}

function connectSqlite(file: string): Store {
  const database = openFile(file);
  const db = new Kysely<Schema>({ dialect: sqliteDialect(database) });
  return {
    engine: 'sqlite',
    db,
    location: file,
    dataVersion: dataVersion(database),
    close: () => db.destroy(),
  };
}

function openFile(file: string): ReturnType<typeof openSqlite> {
  const folder = dirname(file);
  try {
    if (folder === DATA_FOLDER) mkdirSync(folder, { recursive: true });
    else if (!existsSync(folder)) throw new Error(`there is no folder ${folder}`);
    if (staysEmpty(file)) throw new Error(EMPTY);
    return openSqlite(file);
  } catch (error) {
    throw new DatabaseError(`The database ${file} cannot be opened: ${(error as Error).message}`, { cause: error });
  }
}

/** Whether a file exists and stays empty. A file that another process is just creating soon has content. */
function staysEmpty(file: string): boolean {
  for (let look = 0; look < EMPTY_LOOKS; look += 1) {
    if (!existsSync(file) || statSync(file).size > 0) return false;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, EMPTY_PAUSE_MS);
  }
  return true;
}

function connectPostgres(url: string): Store {
  const db = new Kysely<Schema>({
    dialect: postgresDialect(openPostgres(url)),
  });
  return {
    engine: 'postgres',
    db,
    location: url,
    dataVersion: () => 0,
    close: () => db.destroy(),
  };
}
