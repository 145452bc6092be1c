import { sql } from 'kysely';
import type { Db, Engine, Store } from './connect.ts';
import { DatabaseError } from './connect.ts';
import { CURRENT } from './form.ts';
import { almanac, dialectOf, earlierCounts, faces, imports, receipts, tables, unlistedChanges } from './tables.ts';
import {
  contests,
  growing,
  idsOfEntries,
  listedAtOnce,
  moveToOutbox,
  plainNames,
  receiptAuthors,
  secondWays,
  sharesAndWeekRules,
  storedAt,
  talkReactions,
  upgrade,
  windowsAndScales,
} from './upgrade.ts';

/** The schema versions that can be upgraded. */
const UPGRADED = '039-one-schema';
const BEFORE_RECEIPTS = '040-entries';
const BEFORE_CONTESTS = '041-receipts-and-imports';
const BEFORE_WINDOWS = '042-contests';
const BEFORE_COUNTS = '043-windows-and-scales';
const BEFORE_NAMES = '044-earlier-counts';
const BEFORE_OUTBOX = '045-plain-names';
const BEFORE_AUTHORS = '046-outbox';
const BEFORE_STORED_AT = '047-receipt-authors';
const BEFORE_SECOND_WAYS = '048-stored-at';
const BEFORE_SHARES = '049-second-ways-in';
const BEFORE_REACTIONS = '050-shares-and-week-rules';
const BEFORE_FACES = '051-talk-reactions';
const BEFORE_ALMANAC = '052-faces';
const BEFORE_GROWING = '053-almanac';
/** Lists that it stored as JSON are read as before. */
const BEFORE_PACKED_LISTS = '054-growing';
const BEFORE_UNLISTED_CHANGES = '055-packed-lists';
const BEFORE_LISTED_AT_ONCE = '056-unlisted-changes';
const BEFORE_IDS_OF_ENTRIES = '057-listed-at-once';
const EARLIER: readonly (string | null)[] = [
  UPGRADED,
  BEFORE_RECEIPTS,
  BEFORE_CONTESTS,
  BEFORE_WINDOWS,
  BEFORE_COUNTS,
  BEFORE_NAMES,
  BEFORE_OUTBOX,
  BEFORE_AUTHORS,
  BEFORE_STORED_AT,
  BEFORE_SECOND_WAYS,
  BEFORE_SHARES,
  BEFORE_REACTIONS,
  BEFORE_FACES,
  BEFORE_ALMANAC,
  BEFORE_GROWING,
  BEFORE_PACKED_LISTS,
  BEFORE_UNLISTED_CHANGES,
  BEFORE_LISTED_AT_ONCE,
  BEFORE_IDS_OF_ENTRIES,
];

/** The commits that upgrade older databases, in order, each with the version to which it does. */
const STEPS = [
  { commit: '49a9f8c', to: '038-postponed-locks' },
  { commit: '8037915', to: UPGRADED },
] as const;

/** The table that stores the schema version. Each release refuses versions that it does not know. */
const NOTES = 'kysely_migration';

/** The lock that the migrations of all versions take on PostgreSQL. */
const LOCK = '3853314791062309107';

/** The schema version of a database; null if it has no tables yet. It reads no other tables, since another process may be dropping them. */
export async function formOf(db: Db, engine: Engine): Promise<string | null> {
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
  const steps = STEPS.filter(({ to }) => to > form).map(({ commit, to }) => `commit ${commit} (to ${to})`);
  return `This database has the form of an older Pick'em (${form}). Nothing was changed. To bring it up to date, start each of these versions once, in this order: ${steps.join(', ')}; then start this version again.`;
}

/** What `migrate` does around an upgrade, in its transaction. */
export interface UpgradeSteps {
  /** Checks a database that is about to be upgraded, and returns the league's time (ms). If it throws, nothing is changed. */
  readonly before: (tx: Db) => Promise<number>;
  /** Brings what is stored about running pools up to date, once the tables are. @returns messages about it */
  readonly after: (tx: Db, now: number) => Promise<string[]>;
}

const NO_STEPS: UpgradeSteps = { before: async () => Date.now(), after: async () => [] };

/**
 * Creates the tables of an empty database, or upgrades one of the previous version. Runs in one transaction under a lock, so a failure
 * leaves the database unchanged, and several processes may call this at once.
 * @returns messages about an upgrade @throws DatabaseError if the database is of a newer version, or too old
 */
export async function migrate(store: Store, { before, after }: UpgradeSteps = NO_STEPS): Promise<string[]> {
  const { db, engine } = store;
  if ((await formOf(db, engine)) === CURRENT) return [];
  return db.transaction().execute(async (tx) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.raw(LOCK)})`.execute(tx);
    const form = await formOf(tx, engine);
    if (form === CURRENT) return [];
    if (form === null) {
      await run(tx, tables(engine));
      await note(tx);
      return [];
    }
    if (!EARLIER.includes(form)) throw new DatabaseError(form > CURRENT ? newerText(form) : olderText(form));
    const now = await before(tx);
    const lines = await upgradeFrom(tx, form, engine, now);
    await note(tx);
    return [...lines, ...(await after(tx, now))];
  });
}

/** @returns messages about withdrawn picks */
async function upgradeFrom(tx: Db, form: string, engine: Engine, now: number): Promise<string[]> {
  const dialect = dialectOf(engine);
  const withdrawn = form === UPGRADED ? await upgrade(tx, engine, now) : [];
  if (form === BEFORE_RECEIPTS) await run(tx, [...receipts(dialect), ...imports(dialect)]);
  if (form === BEFORE_RECEIPTS || form === BEFORE_CONTESTS) await run(tx, contests(dialect));
  if (form < BEFORE_COUNTS) await run(tx, windowsAndScales(dialect));
  if (form < BEFORE_NAMES) await run(tx, earlierCounts(dialect));
  if (form < BEFORE_OUTBOX) await run(tx, plainNames(dialect));
  if (form < BEFORE_AUTHORS) await moveToOutbox(tx, dialect);
  if (form > BEFORE_RECEIPTS && form < BEFORE_STORED_AT) await run(tx, receiptAuthors(dialect));
  if (form < BEFORE_SECOND_WAYS) await run(tx, storedAt(dialect));
  if (form < BEFORE_SHARES) await run(tx, secondWays(dialect));
  if (form < BEFORE_REACTIONS) await run(tx, sharesAndWeekRules);
  if (form < BEFORE_FACES) await run(tx, talkReactions(dialect));
  if (form < BEFORE_ALMANAC) await run(tx, faces(dialect));
  if (form < BEFORE_GROWING) await run(tx, almanac(dialect));
  if (form < BEFORE_PACKED_LISTS) await run(tx, growing(dialect));
  if (form < BEFORE_LISTED_AT_ONCE) await run(tx, unlistedChanges(dialect));
  if (form === BEFORE_LISTED_AT_ONCE) await run(tx, listedAtOnce);
  await run(tx, idsOfEntries(engine));
  return withdrawn.map((line) => `Withdrawn: ${line}.`);
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
