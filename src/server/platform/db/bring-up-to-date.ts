import { sql } from 'kysely';
import { HOUR_MS } from '#core/time.ts';
import { backUp, discard, keptName } from './backup.ts';
import type { Db, Store } from './connect.ts';
import { DatabaseError } from './connect.ts';
import { isFileLocked } from './faults.ts';
import { databaseNow, nextLockOfPools, storedLeagueTime } from './league-time.ts';
import { readKind } from './meta.ts';
import { isOfVersionBefore, migrate } from './migrate.ts';

/** No upgrade begins when a game locks within so many ms: there must be time to go back. */
const QUIET_MS = 2 * HOUR_MS;

/**
 * Makes the tables of a new database, or upgrades those of the version before. A league is copied first, and is not upgraded shortly
 * before a lock, nor on SQLite while another process has it open; a demo simply is.
 * @param isForced upgrades shortly before a lock, too, and a league on PostgreSQL, which the operator has to copy
 * @returns what there is to say of an upgrade; nothing if there was none
 * @throws DatabaseError where nothing was changed, with what to do
 */
export async function bringUpToDate(store: Store, isForced = false): Promise<string[]> {
  let copy: string | null = null;
  if (!isForced && (await isServed(store))) throw new DatabaseError([BEGIN, IS_SERVED, END].join(' '));
  try {
    const withdrawn = await migrate(store, async (tx) => {
      const now = await leagueNow(store, tx);
      if ((await readKind(tx)) === 'demo') return now;
      if (!isForced) await refuseUnsafe(store, tx, now);
      if (store.engine === 'sqlite') copy = await copyOf(store);
      return now;
    });
    const lines = withdrawn.map((line) => `Withdrawn: ${line}.`);
    return copy === null ? lines : [copiedText(copy), ...lines];
  } catch (error) {
    if (copy !== null) discard(copy);
    throw error;
  }
}

/** Whether another process, such as a server of the version before, works with a league on SQLite that is to be upgraded. */
async function isServed(store: Store): Promise<boolean> {
  const { db, engine } = store;
  if (engine === 'postgres' || !(await isOfVersionBefore(store)) || (await readKind(db)) === 'demo') return false;
  try {
    // Only one connection alone can leave the mode in which all share a log.
    await sql`pragma journal_mode = delete`.execute(db);
    return false;
  } catch (error) {
    if (isFileLocked(error)) return true;
    throw error;
  } finally {
    await sql`pragma journal_mode = wal`.execute(db);
  }
}

/** Said of the copy that was made before an upgrade. */
function copiedText(copy: string): string {
  return `The database was upgraded. As it was before, it is kept in ${copy}`;
}

/** Nobody writes meanwhile: the upgrade's transaction has the lock. */
async function copyOf(store: Store): Promise<string> {
  const file = keptName(store, 'before-upgrade');
  try {
    await backUp(store, file);
    return file;
  } catch (error) {
    throw new DatabaseError(
      `The database cannot be copied to ${file} before it is upgraded: ${(error as Error).message}. Nothing was changed.`,
      { cause: error },
    );
  }
}

/** The league's time, as its clock would open, in ms. */
async function leagueNow({ engine }: Store, tx: Db): Promise<number> {
  return Math.max(engine === 'sqlite' ? Date.now() : await databaseNow(tx), (await storedLeagueTime(tx)) ?? 0);
}

async function refuseUnsafe({ engine }: Store, tx: Db, now: number): Promise<void> {
  const lock = await nextLockOfPools(tx, now, now + QUIET_MS);
  const reasons = [
    lock !== null && `A game locks at ${new Date(lock).toISOString()}, within two hours: wait until it has.`,
    engine === 'postgres' && 'On PostgreSQL no copy is made: stop every node and make one with pg_dump.',
  ].filter((reason) => reason !== false);
  if (reasons.length > 0) throw new DatabaseError([BEGIN, ...reasons, END].join(' '));
}

const BEGIN = 'This database has the form of the version before and is not upgraded yet. Nothing was changed.';
const IS_SERVED = 'Another process has the database open: stop it first.';
const END = 'To upgrade it then, or all the same: npm run pickem -- upgrade --now';
