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

/** Suffix of a copy while it is being made. */
export const UNFINISHED = '.unfinished';
/** A copy contains password hashes and the cookie secret, so only its owner may read it. */
export const PRIVATE = 0o600;

/** The space that a copy must leave free on its disk, in bytes: a copy must not fill the disk. */
export const ROOM_LEFT = 64 * 1024 * 1024;

/**
 * Copies a consistent snapshot of an SQLite database to a new file. Others can read and write meanwhile, because another thread copies on
 * its own connection. The file gets its name when it is complete. @throws if the file cannot be written, or its disk is full; then no file
 * is left behind
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

/** The name of a copy next to a database that is kept before a restore or an upgrade. */
export function keptName({ location }: Pick<Store, 'location'>, why: 'replaced' | 'before-upgrade'): string {
  return `${location}.${why}-${stampOf(new Date())}`;
}

/** A time for the name of a file, such as `20261117T173000`. */
export function stampOf(time: Date): string {
  return time.toISOString().replaceAll(/[-:]|\..*/g, '');
}

/** Changes when this or another process has written anything except the clock's mark to an SQLite database. */
export async function writtenSoFar({ db, dataVersion }: Store): Promise<string> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db);
  return `${(rows[0]?.changes ?? 0) - changesOfMark(db)} ${dataVersion()}`;
}

function refuseWithoutRoom(location: string, file: string): void {
  if (freeSpace(dirname(file)) < sizeOf(location) + ROOM_LEFT) throw new Error('there is not enough room on its disk');
}

/** The free space on the disk of a folder, in bytes. */
export function freeSpace(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** The size of an SQLite database with its log, in bytes. */
export function sizeOf(location: string): number {
  return statSync(location).size + (statSync(`${location}-wal`, { throwIfNoEntry: false })?.size ?? 0);
}

/** The contents of a staged file, or why it cannot be used: it is damaged, or has tables of a newer Pick'em. */
export type Staged = Contents | 'damaged' | 'newer';

/**
 * Copies an SQLite file, including its log, next to the database that it will replace, and checks the copy. The file itself stays
 * unchanged.
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

/** Removes unfinished copies with these names, left in a folder by a killed process. */
export function discardUnfinished(folder: string, names: RegExp): void {
  for (const name of readdirSync(folder)) {
    const [file = '', rest] = name.split(UNFINISHED);
    if (rest !== undefined && names.test(file)) rmSync(join(folder, name));
  }
}

/** Removes an unfinished or unused file, with its logs. */
export function discard(file: string): void {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${ending}`, { force: true });
}

/**
 * Replaces a database with a staged file. The old database is kept as `aside`, even if it is damaged.
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

/** Copies owner and permissions of the database: the server often runs as another user than the one who restores. */
function takeOver(staged: string, database: string): void {
  const { mode, uid, gid } = statSync(database);
  chmodSync(staged, mode);
  if (process.getuid?.() === 0) chownSync(staged, uid, gid);
}

/** Whether another process has a database open. Moves its log into the file; a damaged one stays unchanged. */
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

/** Writes a file to its disk. */
export function sync(file: string): void {
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}
