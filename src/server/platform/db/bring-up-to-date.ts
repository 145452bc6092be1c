import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { listText } from '#core/listed.ts';
import { HOUR_MS } from '#core/time.ts';
import { backUp, discard, keptName } from './backup.ts';
import type { Db, Store } from './connect.ts';
import { DatabaseError } from './connect.ts';
import type { Dump, DumpedDatabase } from './dump.ts';
import { COUNTED, DUMP_MS, dumpOf } from './dump.ts';
import { isFileLocked } from './faults.ts';
import { APPLICATION } from './form.ts';
import { databaseNow, nextLockOfPools, storedLeagueTime } from './league-time.ts';
import { readKind } from './meta.ts';
import type { UpgradeSteps } from './migrate.ts';
import { formOf, isOfVersionBefore, migrate } from './migrate.ts';

/** No upgrade starts if a game locks within this time, in ms, so that there is time to roll back. */
const QUIET_MS = 2 * HOUR_MS;
const PATIENCE_MS = 2500;
const LOOK_MS = 100;

/** An upgrade that is not safe yet. Nothing was changed. */
export class UnsafeUpgradeError extends DatabaseError {}

export interface UpgradeOptions extends Partial<Pick<UpgradeSteps, 'after'>> {
  /** Where dumps go on PostgreSQL. */
  readonly dumpFolder: string;
  /** Whether to upgrade without checks, and on PostgreSQL without a dump. */
  readonly isForced?: boolean;
  /** How long an upgrade on PostgreSQL waits for connections of a stopped node to end, and for transactions, in ms. */
  readonly patienceMs?: number;
}

/**
 * Creates the tables of a new database, or upgrades those of the previous version. A league is copied first, and is not upgraded shortly
 * before a lock, nor while another process may write to it; a demo is upgraded without checks.
 * @param options.after brings what is stored about running pools up to date
 * @returns messages about an upgrade; empty if there was none @throws DatabaseError with instructions, UnsafeUpgradeError if waiting helps;
 * then nothing was changed
 */
export async function bringUpToDate(
  store: Store,
  { dumpFolder, isForced = false, after = async () => [], patienceMs = PATIENCE_MS }: UpgradeOptions,
): Promise<string[]> {
  let copy: Dump | null = null;
  if (!isForced && (await isServed(store))) throw new UnsafeUpgradeError(`${BEGIN} ${IS_SERVED}`);
  try {
    const before = async (tx: Db): Promise<number> => {
      const now = await leagueNow(store, tx);
      if ((await readKind(tx)) === 'demo') return now;
      if (!isForced) await refuseUnsafe(store, tx, now, patienceMs);
      if (store.engine === 'sqlite') copy = await copyOf(store);
      else if (!isForced) copy = await dumpAlone(store, tx, { folder: dumpFolder, patienceMs });
      return now;
    };
    const lines = await migrate(store, { before, after });
    return copy === null ? lines : [copiedText((copy as Dump).file), ...lines];
  } catch (error) {
    discardOwn(copy);
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
async function copyOf(store: Store): Promise<Dump> {
  const file = keptName(store, 'before-upgrade');
  try {
    await backUp(store, file);
    return { file, isOwn: true };
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

async function refuseUnsafe({ engine }: Store, tx: Db, now: number, patienceMs: number): Promise<void> {
  const lock = await nextLockOfPools(tx, now, now + QUIET_MS);
  const others = engine === 'postgres' ? await othersOf(tx, patienceMs) : [];
  const reasons = [
    lock !== null &&
      `A game locks at ${new Date(lock).toISOString()}, within two hours: go on with the version before until it has.`,
    others.length > 0 && othersText(others),
  ].filter((reason) => reason !== false);
  if (reasons.length > 0) throw unsafe(reasons, engine);
}

/**
 * Makes a dump that has everything that was ever acknowledged, and keeps others from writing until the transaction ends. A process of the
 * version before that starts meanwhile waits for the form of the database, and then refuses it as newer.
 */
async function dumpAlone(
  { location, engine }: Store,
  tx: Db,
  { folder, patienceMs }: { readonly folder: string; readonly patienceMs: number },
): Promise<Dump> {
  const tables = await ownTables(tx);
  await lockOut(tx, tables, 'share row exclusive', patienceMs);
  await sql`set local idle_in_transaction_session_timeout = ${sql.raw(String(4 * DUMP_MS))}`.execute(tx);
  const dump = await dumpOf(location, folder, await describeDatabase(tx, engine)).catch((error: Error) => {
    throw unsafe([error.message]);
  });
  try {
    await lockOut(tx, tables, 'access exclusive', patienceMs);
    const others = await othersOf(tx, patienceMs);
    if (others.length > 0) throw unsafe([othersText(others)]);
    return dump;
  } catch (error) {
    discardOwn(dump);
    throw error;
  }
}

/**
 * Locks tables in a mode that reads, or nothing, may share. @throws UnsafeUpgradeError if somebody has used them for too long. The upgrade
 * itself must not wait for locks: a `pg_dump` that has locked some of the tables would wait for it in turn.
 */
async function lockOut(
  tx: Db,
  tables: readonly string[],
  mode: 'share row exclusive' | 'access exclusive',
  patienceMs: number,
): Promise<void> {
  await sql`set local lock_timeout = ${sql.raw(String(patienceMs))}`.execute(tx);
  try {
    await sql`lock table ${sql.join(tables.map((name) => sql.table(name)))} in ${sql.raw(mode)} mode`.execute(tx);
  } catch (error) {
    if (!NOT_LOCKED.includes((error as { code?: string }).code ?? '')) throw error;
    throw unsafe([IS_BUSY]);
  }
  await sql`set local lock_timeout = 0`.execute(tx);
}

/** PostgreSQL's codes for a lock that was not granted in time, and for one that would never be. */
const NOT_LOCKED = ['55P03', '40P01'];

/** The tables of this database's schema that an upgrade may change. */
async function ownTables(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = cast(current_schema() as regnamespace) and relkind in ('r', 'p') and pg_has_role(relowner, 'usage')
    order by relname`.execute(tx);
  return rows.map(({ name }) => name);
}

async function describeDatabase(tx: Db, engine: Store['engine']): Promise<DumpedDatabase> {
  const { rows } = await sql<{ name: string; schema: string; size: number }>`
    select current_database() as name, quote_ident(current_schema()) as schema,
      pg_database_size(current_database()) as size`.execute(tx);
  const { name = '', schema = '', size = 0 } = rows[0] ?? {};
  const counts: Record<string, number> = {};
  for (const table of COUNTED) {
    const counted = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(tx);
    counts[table] = counted.rows[0]?.rows ?? 0;
  }
  const meta = await tx.selectFrom('meta').select(['key', 'value']).execute();
  return { name, schema, form: (await formOf(tx, engine)) ?? '', meta, counts, size };
}

/** Who else has a connection to this database, and does not only read or wait for the upgrade. Those that just end are not counted. */
async function othersOf(tx: Db, patienceMs: number): Promise<string[]> {
  for (let left = patienceMs; ; left -= LOOK_MS) {
    // PostgreSQL shows the same list throughout a transaction, unless it is told to look again.
    await sql`select pg_stat_clear_snapshot()`.execute(tx);
    const { rows } = await sql<{ name: string; address: string | null; pid: number }>`
      select coalesce(application_name, '') as name, host(client_addr) as address, pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null and leader_pid is null
        and coalesce(application_name, '') not in (${APPLICATION}, 'pg_dump')
      order by backend_start, pid`.execute(tx);
    const others = rows.map(
      ({ name, address, pid }) => `${name || 'no name'} from ${address ?? 'this machine'} (pid ${pid})`,
    );
    if (others.length === 0 || left <= 0) return others;
    await pause(LOOK_MS);
  }
}

function othersText(others: readonly string[]): string {
  return `Other processes are connected to the database, such as a server of the version before: ${listText(others)}. Stop them.`;
}

/** Removes a copy that was made in vain. */
function discardOwn(copy: Dump | null): void {
  if (copy?.isOwn) discard(copy.file);
}

function unsafe(reasons: readonly string[], engine: Store['engine'] = 'postgres'): UnsafeUpgradeError {
  const end = `To upgrade it all the same${engine === 'sqlite' ? '' : ', without a dump'}: npm run pickem -- upgrade --now`;
  return new UnsafeUpgradeError([BEGIN, ...reasons, end].join(' '));
}

const BEGIN = 'This database has the form of the version before and is not upgraded yet. Nothing was changed.';
const IS_BUSY =
  'Another process, such as pg_dump, is in the middle of a transaction on this database: wait for it, or end it.';
const IS_SERVED = 'Another process has the database open: stop it first.';
