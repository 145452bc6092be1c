import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { Store } from './connect.ts';
import { connect } from './connect.ts';
import { isFileLocked } from './faults.ts';
import { findDamage, isDamaged } from './file-check.ts';
import { changesOfMark } from './league-time.ts';
import type { Contents } from './meta.ts';
import { inspect } from './meta.ts';
import { isNewer } from './migrate.ts';
import { copyPages, endLog } from './sqlite.ts';

/** How the name of a copy ends while it is being made. */
const UNFINISHED = '.unfinished';
/** A copy holds password hashes and the secret of the cookies: it is for its owner alone. */
const PRIVATE = 0o600;

/** What a copy leaves free on its disk, in bytes: a copy must not be what fills the disk. */
const ROOM_LEFT = 64 * 1024 * 1024;

/**
 * Copies an SQLite database, as it is at one moment, to a new file. Others may go on reading and writing: the copying is done by
 * another thread, on a connection of its own. The file gets its name when it is complete.
 * @throws when the file cannot be written, or its disk has no room for it; then none is left behind
 */
export async function backUp({ location }: Store, file: string): Promise<void> {
  refuseWithoutRoom(location, file);
  const unfinished = `${file}${UNFINISHED}`;
  discard(unfinished);
  try {
    closeSync(openSync(unfinished, 'wx', PRIVATE));
    await copyPages(location, unfinished);
    endLog(unfinished);
    renameSync(unfinished, file);
  } finally {
    discard(unfinished);
  }
}

/** The name, beside a database, of a file that is kept because of what happens to the database now. */
export function keptName({ location }: Pick<Store, 'location'>, why: 'replaced' | 'before-upgrade'): string {
  return `${location}.${why}-${new Date().toISOString().replaceAll(/[-:]|\..*/g, '')}`;
}

/** Differs once anybody has written more than the clock's mark to an SQLite database, be it this process or another one. */
export async function writtenSoFar({ db, dataVersion }: Store): Promise<string> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db);
  return `${(rows[0]?.changes ?? 0) - changesOfMark(db)} ${dataVersion()}`;
}

function refuseWithoutRoom(location: string, file: string): void {
  const { bavail, bsize } = statfsSync(dirname(file));
  const log = statSync(`${location}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (bavail * bsize < statSync(location).size + log + ROOM_LEFT)
    throw new Error('there is not enough room on its disk');
}

/** What a staged file holds, or why it cannot be used: it is damaged, or has tables of a newer Pick'em. */
export type Staged = Contents | 'damaged' | 'newer';

/**
 * Copies an SQLite file, which is not touched, with what its log still holds, to a place beside the database it is to
 * replace, and looks through it.
 */
export async function stage(file: string, staged: string): Promise<Staged> {
  discard(staged);
  if (statSync(file).size === 0) return 'nothing';
  copyFileSync(file, staged);
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${staged}-wal`);
  chmodSync(staged, PRIVATE);
  const contents = await lookThrough(staged);
  if (contents !== 'damaged') endLog(staged);
  return contents;
}

async function lookThrough(file: string): Promise<Staged> {
  let store: Store | null = null;
  try {
    store = connect(file);
    if ((await findDamage(store, 'whole')) !== null) return 'damaged';
    const contents = await inspect(store);
    const isOurs = contents !== 'nothing' && contents !== 'something else';
    return isOurs && (await isNewer(store)) ? 'newer' : contents;
  } catch (error) {
    if (isDamaged(error)) return 'damaged';
    throw error;
  } finally {
    await store?.close();
  }
}

/** Removes the parts of copies of these names that a process which was killed left in a folder. */
export function discardUnfinished(folder: string, names: RegExp): void {
  for (const name of readdirSync(folder)) {
    const [file = '', rest] = name.split(UNFINISHED);
    if (rest !== undefined && names.test(file)) rmSync(join(folder, name));
  }
}

/** Removes a file that was not finished or not used, with its logs. */
export function discard(file: string): void {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${ending}`, { force: true });
}

/**
 * Puts a staged file in the place of a database, which is kept under the name `aside`, also when it is damaged.
 * @returns false, with nothing changed, while another process has the database open
 */
export async function replace(database: string, staged: string, aside: string): Promise<boolean> {
  sync(staged);
  if (existsSync(database)) {
    takeOver(staged, database);
    if (isOpenElsewhere(database)) return false;
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

/** Moves the log of a database into its file. A damaged one is left as it is. */
function isOpenElsewhere(file: string): boolean {
  if (statSync(file).size === 0) return false;
  try {
    endLog(file);
  } catch (error) {
    if (isFileLocked(error)) return true;
    if (!isDamaged(error)) throw error;
  }
  return false;
}

function sync(file: string): void {
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}
