import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import type { Store } from './connect.ts';
import { connect, DatabaseError } from './connect.ts';
import type { Contents } from './inspect.ts';
import { inspect } from './inspect.ts';
import { migrations } from './migrations/index.ts';

/** SQLite's codes for a database that somebody else holds, and for a file that is damaged or no database. */
const BUSY = 5;
const DAMAGED: readonly number[] = [11, 26];

/** A copy holds password hashes and the secret of the cookies: it is for its owner alone. */
const PRIVATE = 0o600;

/**
 * Copies an SQLite database, as it is at one moment, to a new file. Others may go on reading and writing.
 * @throws when the file cannot be written; then none is left behind
 */
export async function backUp({ db }: Store, file: string): Promise<void> {
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    closeSync(openSync(unfinished, 'wx', PRIVATE));
    await sql`vacuum into ${unfinished}`.execute(db);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** What a staged file holds, or why it cannot be used: it is damaged, or has tables of a newer Pick'em. */
export type Staged = Contents | 'damaged' | 'newer';

/**
 * Copies an SQLite file, which is not touched, with what its log still holds, to a place beside the database it is to
 * replace, and looks through it.
 */
export async function stage(file: string, staged: string): Promise<Staged> {
  discard(staged);
  copyFileSync(file, staged);
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${staged}-wal`);
  chmodSync(staged, PRIVATE);
  const contents = await withFile(staged, async (store) => {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(store.db);
    if (rows[0]?.integrity_check !== 'ok') return 'damaged';
    const contents = await inspect(store);
    const isNewer = contents !== 'nothing' && contents !== 'something else' && (await hasUnknownMigrations(store));
    await intoOneFile(store);
    return isNewer ? 'newer' : contents;
  });
  return contents === 'busy' ? 'damaged' : contents;
}

async function hasUnknownMigrations({ db, engine }: Store): Promise<boolean> {
  const known = Object.keys(migrations(engine));
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return rows.some(({ name }) => !known.includes(name));
}

/** Removes a staged file. */
export function discard(staged: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${staged}${ending}`, { force: true });
}

/**
 * Puts a staged file in the place of a database, which is kept under the name `aside`, also when it is damaged.
 * @returns false, with nothing changed, while another process has the database open
 */
export async function replace(database: string, staged: string, aside: string): Promise<boolean> {
  sync(staged);
  if (existsSync(database)) {
    takeOver(staged, database);
    const state = await withFile(database, async (store) => {
      await sql.raw('pragma busy_timeout = 0').execute(store.db);
      await intoOneFile(store);
    });
    if (state === 'busy') return false;
    for (const ending of ['', '-wal']) {
      if (existsSync(`${database}${ending}`)) renameSync(`${database}${ending}`, `${aside}${ending}`);
    }
    rmSync(`${database}-shm`, { force: true });
  }
  renameSync(staged, database);
  return true;
}

/** Lets whoever may use the one file use the other: a server seldom runs as the person who restores. */
function takeOver(staged: string, database: string): void {
  const { mode, uid, gid } = statSync(database);
  chmodSync(staged, mode);
  if (process.getuid?.() === 0) chownSync(staged, uid, gid);
}

/** Moves the log into the file and ends WAL mode, which SQLite refuses while any other connection is open. */
async function intoOneFile({ db }: Store): Promise<void> {
  await sql.raw('pragma journal_mode = delete').execute(db);
}

async function withFile<T>(file: string, use: (store: Store) => Promise<T>): Promise<T | 'busy' | 'damaged'> {
  let store: Store | null = null;
  try {
    store = connect(file);
    return await use(store);
  } catch (error) {
    const { errcode } = (error instanceof DatabaseError ? error.cause : error) as { errcode?: number };
    const code = Number(errcode) & 0xff;
    if (code === BUSY) return 'busy';
    if (DAMAGED.includes(code)) return 'damaged';
    throw error;
  } finally {
    await store?.close();
  }
}

function sync(file: string): void {
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}
