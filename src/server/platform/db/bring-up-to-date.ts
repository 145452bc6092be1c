import { sql } from 'kysely';
import { HOUR_MS } from '#core/time.ts';
import { backUp, discard, keptName } from './backup.ts';
import type { Db, Store } from './connect.ts';
import { DatabaseError } from './connect.ts';
import { isFileLocked } from './faults.ts';
import { databaseNow, nextLockOfPools, storedLeagueTime } from './league-time.ts';
import { readKind } from './meta.ts';
import type { UpgradeSteps } from './migrate.ts';
import { isOfVersionBefore, migrate } from './migrate.ts';

/** No upgrade starts if a game locks within this time, in ms, so that there is time to roll back. */
const QUIET_MS = 2 * HOUR_MS;

/**
 * Creates the tables of a new database, or upgrades those of the previous version. A league is copied first, and is not upgraded shortly
 * before a lock, nor on SQLite while another process has it open; a demo is upgraded without checks.
 * @param options.isForced also upgrades shortly before a lock, and a league on PostgreSQL, which the operator must back up
 * @param options.after brings what is stored about running pools up to date
 * @returns messages about an upgrade; empty if there was none @throws DatabaseError with instructions; then nothing was changed
 */
export async function bringUpToDate(
  store: Store,
  { isForced = false, after = async () => [] }: { isForced?: boolean } & Partial<Pick<UpgradeSteps, 'after'>> = {},
): Promise<string[]> {
  let copy: string | null = null;
  if (!isForced && (await isServed(store))) throw new DatabaseError([BEGIN, IS_SERVED, END].join(' '));
  try {
    const before = async (tx: Db): Promise<number> => {
      const now = await leagueNow(store, tx);
      if ((await readKind(tx)) === 'demo') return now;
      if (!isForced) await refuseUnsafe(store, tx, now);
      if (store.engine === 'sqlite') copy = await copyOf(store);
      return now;
    };
    const lines = await migrate(store, { before, after });
    return copy === null ? lines : [copiedText(copy), ...lines];
  } catch (error) {
    if (copy !== null) discard(copy);
    throw error;
  }
}

/** Whether another process, such as a server of the previous version, uses a league on SQLite that is to be upgraded. */
async function isServed(store: Store): Promise<boolean> {
  const { db, engine } = store;
  if (engine === 'postgres' || !(await isOfVersionBefore(store)) || (await readKind(db)) === 'demo') return false;
  try {
    // Leaving WAL mode succeeds only if there is no other connection.
    await sql`pragma journal_mode = delete`.execute(db);
    return false;
  } catch (error) {
    if (isFileLocked(error)) return true;
    throw error;
  } finally {
    await sql`pragma journal_mode = wal`.execute(db);
  }
}

/** The message about the copy made before an upgrade. */
function copiedText(copy: string): string {
  return `The database was upgraded. As it was before, it is kept in ${copy}`;
}

/** No other process writes meanwhile, because the upgrade's transaction holds the lock. */
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

/** The league's time that its clock would start with, in ms. */
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
