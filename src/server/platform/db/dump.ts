/** Dumps of a PostgreSQL database, made and read by PostgreSQL's own programs. */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MINUTE_MS } from '#core/time.ts';
import { discard, discardUnfinished, PRIVATE, stampOf, sync, UNFINISHED } from './backup.ts';
import { COOKIE_SECRET_KEY } from './meta.ts';
import { withTls } from './postgres.ts';

/** Making or reading a dump is given up after this time, in ms. */
export const DUMP_MS = 10 * MINUTE_MS;
/** The greatest age of a dump that somebody else made, in ms: `compose.yaml` makes one every 15 minutes. */
const YOUNG_MS = 30 * MINUTE_MS;
/** A dump contains password hashes, so only its owner may read it. */
const FOLDER_MODE = 0o700;
const OWN_DUMP = /^pickem-before-upgrade-\w+\.dump$/;

/** What a dump of a database has to contain. */
export interface DumpedDatabase {
  readonly name: string;
  /** The schema that has its tables, as SQL writes it. */
  readonly schema: string;
  readonly form: string;
  /** All rows of `meta`. The secret identifies the database, and the league's clock says when it was last used. */
  readonly meta: readonly { readonly key: string; readonly value: string }[];
}

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
  const file = join(folder, `pickem-before-upgrade-${stampOf(new Date())}.dump`);
  const unfinished = `${file}${UNFINISHED}`;
  try {
    closeSync(openSync(unfinished, 'wx', PRIVATE));
    const { address, env } = clientOf(url);
    await run('pg_dump', ['--format=custom', '--no-password', `--file=${unfinished}`, `--dbname=${address}`], { env });
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
async function readBack(file: string, { name, schema, form, meta }: DumpedDatabase): Promise<void> {
  const names: string[] = [];
  await run('pg_restore', ['--list', file], {
    onLine: (line) => names.push(...(/^; +dbname: (.*)$/.exec(line)?.slice(1) ?? [])),
  });
  if (names[0] !== name) throw new Error(`it is a dump of the database ${names[0]}, not of ${name}`);
  const rows = await copiedRows(file);
  const dumpedForm = (rows.get(`${schema}.kysely_migration`) ?? []).map((row) => row.split('\t')[0] ?? '').sort();
  if (dumpedForm.at(-1) !== form)
    throw new Error(`it has the form ${dumpedForm.at(-1) ?? 'of no league'}, not that of the database (${form})`);
  const dumped = new Set(rows.get(`${schema}.meta`));
  const missing = meta.filter(({ key, value }) => !dumped.has(`${copied(key)}\t${copied(value)}`));
  if (missing.some(({ key }) => key === COOKIE_SECRET_KEY))
    throw new Error('it is a dump of another database of the same name: its secret is not the same');
  if (missing.length > 0 || dumped.size !== meta.length)
    throw new Error('the league was used after it was made, so picks may be missing');
}

/** The rows of the two tables that say what a dump is of, by the names of the tables with their schema. */
async function copiedRows(file: string): Promise<Map<string, string[]>> {
  const rows = new Map<string, string[]>();
  let table: string | null = null;
  await run('pg_restore', ['--data-only', '--file=-', file], {
    onLine: (line) => {
      if (table === null) table = /^COPY (\S+) \(.*\) FROM stdin;$/.exec(line)?.[1] ?? null;
      else if (line === '\\.') table = null;
      else if (/\.(meta|kysely_migration)$/.test(table)) rows.set(table, [...(rows.get(table) ?? []), line]);
    },
  });
  return rows;
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

/** Parameters of the URL that PostgreSQL's programs know. Those of the driver alone are an error there. */
const SHARED: ReadonlySet<string> = new Set(['host', 'port', 'user', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey']);
/** How the driver understands these modes (verify-full), unless the URL says `uselibpqcompat`. */
const VERIFIED: readonly (string | null)[] = ['prefer', 'require', 'verify-ca', 'verify-full'];

/**
 * The address for PostgreSQL's programs, without the password, which everybody on the machine could read there: it is in the environment.
 * TLS is as strict as the driver's.
 */
export function clientOf(address: string): { readonly address: string; readonly env: NodeJS.ProcessEnv } {
  const url = new URL(withTls(address));
  const { searchParams: given } = url;
  const password = given.get('password') ?? decodeURIComponent(url.password);
  const mode = given.get('sslmode');
  if (mode === 'no-verify') given.set('sslmode', 'require');
  else if (VERIFIED.includes(mode) && given.get('uselibpqcompat') !== 'true') {
    given.set('sslmode', 'verify-full');
    if (!given.has('sslrootcert')) given.set('sslrootcert', 'system');
  }
  for (const name of [...given.keys()]) if (!SHARED.has(name)) given.delete(name);
  url.password = '';
  const env = { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) };
  return { address: url.href, env: { ...env, PGCLIENTENCODING: 'UTF8', PGAPPNAME: 'pg_dump' } };
}

interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly onLine?: (line: string) => void;
}

/** Runs a program, which ends with this process at the latest. @throws Error with its last line of errors */
async function run(program: string, args: readonly string[], { env, onLine }: RunOptions): Promise<void> {
  const child = spawn(program, args, {
    env: env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: DUMP_MS,
    killSignal: 'SIGKILL',
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  let line = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${line}${text}`.split('\n');
    line = lines.pop() ?? '';
    for (const each of lines) onLine?.(each);
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = `${complaint}${text}`.slice(-2000);
  });
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', ({ message, code }: NodeJS.ErrnoException) =>
        reject(new Error(code === 'ENOENT' ? `${program} is not installed` : message)),
      );
      child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(problemOf(program, complaint)))));
    });
  } finally {
    process.off('exit', end);
  }
}

/** What a program said first, without its detail, or that it said nothing. */
function problemOf(program: string, complaint: string): string {
  const [first = ''] = complaint.split('\n').filter((line) => /error:/.test(line));
  return first.trim() || `${program} was ended`;
}
