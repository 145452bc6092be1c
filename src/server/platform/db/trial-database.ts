import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { clientOf, MissingProgramError, runProgram } from './client-programs.ts';
import { withTls } from './postgres.ts';

const CONNECT_MS = 10_000;
/** The longest statement, in ms: a database is created within seconds. */
const STATEMENT_MS = 60_000;

/** Why a dump cannot be tried here. */
export type TrialRefusal = 'no pg_restore' | 'may not create databases';

/** A temporary database that holds a dump. */
export interface Trial {
  readonly location: string;
  drop(): Promise<void>;
}

/**
 * Restores a dump into a temporary database on the server of a league, whose role must be allowed to create one. Removes those that earlier
 * trials of this league left behind. @throws if the dump cannot be restored, or `signal` aborts it; then no database is left behind
 */
export async function restoreDump(location: string, dump: string, signal: AbortSignal): Promise<Trial | TrialRefusal> {
  if (!(await hasTool(signal))) return 'no pg_restore';
  const prefix = prefixOf(location);
  const mayCreate = await withClient(location, async (client) => {
    const { rows } = await client.query<{ may: boolean }>(
      'select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
    );
    if (rows[0]?.may !== true) return false;
    const left = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of left.rows) await client.query(`drop database if exists ${datname} with (force)`);
    return true;
  });
  if (!mayCreate) return 'may not create databases';
  const name = `${prefix}${randomBytes(8).toString('hex')}`;
  const url = new URL(location);
  url.pathname = name;
  const drop = (): Promise<void> =>
    withClient(location, async (client) => void (await client.query(`drop database if exists ${name} with (force)`)));
  try {
    await withClient(location, (client) => client.query(`create database ${name} template template0`));
    await pgRestore(url.href, dump, signal);
  } catch (error) {
    await drop();
    throw error;
  }
  return { location: url.href, drop };
}

/** Only databases of trials of this league have such names. */
function prefixOf(location: string): string {
  const { host, pathname } = new URL(location);
  return `pickem_drill_${createHash('sha256').update(`${host}${pathname}`).digest('hex').slice(0, 12)}_`;
}

async function withClient<T>(location: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: withTls(location),
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
  });
  client.on('error', () => {}); // The statement in progress fails as well.
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

async function hasTool(signal: AbortSignal): Promise<boolean> {
  try {
    await runProgram('pg_restore', ['--version'], { signal });
    return true;
  } catch (error) {
    if (error instanceof MissingProgramError) return false;
    throw error;
  }
}

function pgRestore(location: string, dump: string, signal: AbortSignal): Promise<void> {
  const { address, env } = clientOf(location);
  const flags = ['--no-owner', '--no-privileges', '--exit-on-error', '--no-password'];
  return runProgram('pg_restore', [...flags, `--dbname=${address}`, dump], { env, signal });
}
