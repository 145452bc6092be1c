import type { Db, Store } from './connect.ts';
import { DatabaseError, isPostgresUrl } from './connect.ts';

const TLS_ADVICE =
  'Outside this machine PostgreSQL must speak TLS; ?sslmode=disable at the end of DATABASE_URL switches that off.';

/** The kinds of databases. The kind is set when a database is first opened and never changes. */
export const kinds = ['demo', 'league'] as const;
export type Kind = (typeof kinds)[number];

/** The address by which a league was last served. */
export const SERVED_AT_KEY = 'served_at';

/** The secret that signs session cookies. Each database has its own. */
export const COOKIE_SECRET_KEY = 'cookie_secret';
/** Whether the last drill found something red: 1 or 0. */
export const DRILL_RED_KEY = 'drill_red';

export async function readMeta(db: Db, key: string): Promise<string | null> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}

export async function writeMeta(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((c) => c.column('key').doUpdateSet({ value }))
    .execute();
}

/** The values whose keys begin with some text. */
export async function metaFrom(db: Db, prefix: string): Promise<string[]> {
  const query = db.selectFrom('meta').select('value').where('key', 'like', `${prefix}%`);
  return (await query.execute()).map(({ value }) => value);
}

export async function deleteMeta(db: Db, key: string): Promise<void> {
  await db.deleteFrom('meta').where('key', '=', key).execute();
}

/** The value of `key`; the first caller across all processes sets it. */
export async function readOrSet(db: Db, key: string, value: string): Promise<string> {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((c) => c.column('key').doNothing())
    .execute();
  return (await readMeta(db, key)) ?? value;
}

export async function readKind(db: Db): Promise<Kind | null> {
  const kind = await readMeta(db, 'kind');
  return kinds.find((known) => known === kind) ?? null;
}

/** Checks, before anything is written, that a database is new or of this kind. @throws DatabaseError */
export async function refuseOtherKind(store: Store, kind: Kind): Promise<void> {
  const tables = await tablesOf(store);
  const marked = tables.some((table) => table.name === 'meta') ? await readMeta(store.db, 'kind') : null;
  if (marked !== null && marked !== kind) throw new WrongKindError(marked, kind);
}

async function tablesOf({ db, location }: Store): Promise<readonly { readonly name: string }[]> {
  try {
    return await db.introspection.getTables();
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const name = isPostgresUrl(location) ? `at ${URL.parse(location)?.host}` : location;
    const advice = /SSL|certificate/i.test(message) ? ` ${TLS_ADVICE}` : '';
    throw new DatabaseError(`The database ${name} does not answer: ${message || code}${advice}`, { cause: error });
  }
}

/** Stores the kind of a new database. @throws WrongKindError if it already has the other kind */
export async function claimKind(store: Store, kind: Kind): Promise<void> {
  const marked = await readOrSet(store.db, 'kind', kind);
  if (marked !== kind) throw new WrongKindError(marked, kind);
}

export class WrongKindError extends DatabaseError {
  constructor(marked: string, wanted: Kind) {
    super(`This database holds a ${marked}, not a ${wanted}. Nothing was changed.`);
  }
}

/** The contents of a database: nothing yet, the tables of something else, a league or demo, or one without a kind yet. */
export type Contents = 'nothing' | 'something else' | 'unmarked' | Kind;

const OUR_TABLES = ['meta', 'pools', 'games', 'picks'];

/** Inspects a database without changing it. On PostgreSQL there may be other tables besides ours. */
export async function inspect({ db, engine }: Store): Promise<Contents> {
  const tables = (await db.introspection.getTables()).map((table) => table.name);
  if (OUR_TABLES.every((name) => tables.includes(name))) return (await readKind(db)) ?? 'unmarked';
  return engine === 'sqlite' && tables.length > 0 ? 'something else' : 'nothing';
}
