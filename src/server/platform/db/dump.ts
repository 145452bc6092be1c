/** Dumps of a PostgreSQL database, made and read by PostgreSQL's own programs. */
import { closeSync, mkdirSync, openSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MINUTE_MS } from '#core/time.ts';
import { discard, discardUnfinished, freeSpace, PRIVATE, ROOM_LEFT, stampOf, sync, UNFINISHED } from './backup.ts';
import { clientOf, runProgram } from './client-programs.ts';
import { COOKIE_SECRET_KEY } from './meta.ts';

/** Making or reading a dump is given up after this time, in ms. */
export const DUMP_MS = 10 * MINUTE_MS;
/** The greatest age of a dump that somebody else made, in ms: `compose.yaml` makes one every 15 minutes. */
const YOUNG_MS = 30 * MINUTE_MS;
/** A dump contains password hashes, so only its owner may read it. */
const FOLDER_MODE = 0o700;
/** The names of dumps that precede an upgrade. */
export const OWN_DUMP = /^pickem-before-upgrade-\w+\.dump$/;

/** What a dump of a database has to contain. */
export interface DumpedDatabase {
  readonly name: string;
  /** The schema that has its tables, as SQL writes it. */
  readonly schema: string;
  readonly form: string;
  /** All rows of `meta`. The secret identifies the database, and the league's clock says when it was last used. */
  readonly meta: readonly { readonly key: string; readonly value: string }[];
  /** How many rows the tables of `COUNTED` have: each pick that is entered or changed adds one. */
  readonly counts: Readonly<Record<string, number>>;
  /** In bytes. A dump is not larger. */
  readonly size: number;
}

/** The picks, and what they replaced. */
export const COUNTED = ['picks', 'replaced_picks'] as const;

export interface Dump {
  readonly file: string;
  /** Whether it was just made. Otherwise it belongs to somebody else and is never removed. */
  readonly isOwn: boolean;
}

/**
 * Makes a dump of a database and reads it back. If that fails, uses the newest one in the folder that somebody made a short time ago.
 * @param folder created if it is missing @throws Error with the reasons if there is no usable dump
 */
export async function dumpOf(url: string, folder: string, database: DumpedDatabase): Promise<Dump> {
  const reasons: string[] = [];
  try {
    return { file: await makeDump(url, folder, database), isOwn: true };
  } catch (error) {
    reasons.push(`No dump could be made: ${(error as Error).message}.`);
  }
  try {
    return { file: await newestDump(folder, database), isOwn: false };
  } catch (error) {
    throw new Error([...reasons, `${(error as Error).message}.`].join(' '));
  }
}

async function makeDump(url: string, folder: string, database: DumpedDatabase): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  discardUnfinished(folder, OWN_DUMP);
  if (freeSpace(folder) < database.size + ROOM_LEFT) throw new Error(`there is not enough room in ${folder}`);
  const file = join(folder, `pickem-before-upgrade-${stampOf(new Date())}.dump`);
  const unfinished = `${file}${UNFINISHED}`;
  try {
    closeSync(openSync(unfinished, 'wx', PRIVATE));
    const { address, env } = clientOf(url);
    const args = ['--format=custom', '--no-password', `--file=${unfinished}`, `--dbname=${address}`];
    await runProgram('pg_dump', args, { env, signal: AbortSignal.timeout(DUMP_MS) });
    await readBack(unfinished, database);
    sync(unfinished);
    renameSync(unfinished, file);
    return file;
  } finally {
    discard(unfinished);
  }
}

/** @throws Error if it cannot be used */
async function newestDump(folder: string, database: DumpedDatabase): Promise<string> {
  const files = namesIn(folder)
    .filter((name) => name.endsWith('.dump'))
    .map((name) => join(folder, name));
  const madeAt = (file: string) => statSync(file).mtimeMs;
  const newest = files.sort((a, b) => madeAt(b) - madeAt(a))[0];
  const advice = `With every node stopped, make one there: pg_dump --format=custom --file=${join(folder, 'league.dump')}`;
  if (newest === undefined) throw new Error(`${folder} has no dump either. ${advice}`);
  const time = madeAt(newest);
  if (time < Date.now() - YOUNG_MS)
    throw new Error(`${newest} was made at ${new Date(time).toISOString()}, more than 30 minutes ago. ${advice}`);
  try {
    await readBack(newest, database);
  } catch (error) {
    throw new Error(`${newest} cannot be used: ${(error as Error).message}. ${advice}`);
  }
  return newest;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Reads a whole dump, because the list of contents is at its beginning: `pg_restore --list` accepts a file that ends early.
 * @throws Error if it is incomplete, of another database or another form, or has not all that the database has
 */
async function readBack(file: string, { name, schema, form, meta, counts }: DumpedDatabase): Promise<void> {
  const names: string[] = [];
  await runProgram('pg_restore', ['--list', file], {
    signal: AbortSignal.timeout(DUMP_MS),
    onLine: (line) => names.push(...(/^; +dbname: (.*)$/.exec(line)?.slice(1) ?? [])),
  });
  if (names[0] !== name) throw new Error(`it is a dump of the database ${names[0]}, not of ${name}`);
  const { rows, found } = await copiedRows(file);
  const dumpedForm = (rows.get(`${schema}.kysely_migration`) ?? []).map((row) => row.split('\t')[0] ?? '').sort();
  if (dumpedForm.at(-1) !== form)
    throw new Error(`it has the form ${dumpedForm.at(-1) ?? 'of no league'}, not that of the database (${form})`);
  const dumped = new Set(rows.get(`${schema}.meta`));
  const missing = meta.filter(({ key, value }) => !dumped.has(`${copied(key)}\t${copied(value)}`));
  if (missing.some(({ key }) => key === COOKIE_SECRET_KEY))
    throw new Error('it is a dump of another database of the same name: its secret is not the same');
  const isCounted = Object.entries(counts).every(([table, count]) => (found.get(`${schema}.${table}`) ?? 0) === count);
  if (missing.length > 0 || dumped.size !== meta.length || !isCounted)
    throw new Error('the league was used after it was made, so picks may be missing');
}

interface CopiedRows {
  /** The rows of the two tables that say what a dump is of. */
  readonly rows: ReadonlyMap<string, readonly string[]>;
  /** How many rows each table has. */
  readonly found: ReadonlyMap<string, number>;
}

/** What a dump contains, by the names of the tables with their schema. */
async function copiedRows(file: string): Promise<CopiedRows> {
  const rows = new Map<string, string[]>();
  const found = new Map<string, number>();
  let table: string | null = null;
  await runProgram('pg_restore', ['--data-only', '--file=-', file], {
    signal: AbortSignal.timeout(DUMP_MS),
    onLine: (line) => {
      if (table === null) table = /^COPY (\S+) \(.*\) FROM stdin;$/.exec(line)?.[1] ?? null;
      else if (line === '\\.') table = null;
      else {
        found.set(table, (found.get(table) ?? 0) + 1);
        if (/\.(meta|kysely_migration)$/.test(table)) rows.set(table, [...(rows.get(table) ?? []), line]);
      }
    },
  });
  return { rows, found };
}

const ESCAPED: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

/** A text as PostgreSQL's COPY writes it. */
function copied(text: string): string {
  return text.replaceAll(/[\\\b\f\n\r\t\v]/g, (character) => ESCAPED[character] ?? character);
}
