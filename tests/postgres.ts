/** A real PostgreSQL for the tests: the server of TEST_DATABASE_URL, or else a temporary one for the test run. */
import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chownSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { ensurePostgres } from '../scripts/find-postgres.ts';
import { freePort } from '../scripts/free-port.ts';
import type { Guard } from '../scripts/guard.ts';
import { startGuarded } from '../scripts/guard.ts';

const READY_MS = 60_000;

export interface TestServer {
  /** The URL of a database from which others are created. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * @param settings additional PostgreSQL settings of a temporary server @throws if there is no PostgreSQL and none can be installed, or if
 * it does not start
 */
export async function startPostgres(settings: readonly string[] = []): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  return given ? { url: given, stop: async () => {} } : startCluster(ensurePostgres(), settings);
}

/** The folder of PostgreSQL's programs, those of clients included. A search path may have links to some of them alone. */
export function programFolder(): string {
  return dirname(realpathSync(join(ensurePostgres(), 'initdb')));
}

/** For a server whose data may be lost if the machine crashes. */
export const NOT_DURABLE = ['fsync=off', 'full_page_writes=off'];

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates a database on the test run's server: a copy of `template`, or an empty one. */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('There is no PostgreSQL: this test must run in a project that sets one up.');
  const name = `pickem_${randomUUID().replaceAll('-', '')}`;
  await runSql(server, `create database ${name}${template ? ` template ${template}` : ''}`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => runSql(server, `drop database if exists ${name} with (force)`) };
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function startCluster(programs: string, more: readonly string[]): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'pickem-postgres-'));
  const owner = unprivilegedUser();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const password = randomBytes(16).toString('hex');
  try {
    initialise(programs, folder, owner, password);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    ...more,
  ];
  const guard = startGuarded({
    command: join(programs, 'postgres'),
    args: ['-D', join(folder, 'data'), ...settings.flatMap((setting) => ['-c', setting])],
    ...owner,
    stopSignal: 'SIGQUIT',
    remove: folder,
  });
  const url = `postgres://pickem:${password}@127.0.0.1:${port}/postgres`;
  await untilReady(url, guard);
  return { url, stop: () => guard.stop() };
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root, so root starts it as an unprivileged user. */
export function unprivilegedUser(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user) throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

function initialise(programs: string, folder: string, owner: Owner | undefined, password: string): void {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  if (owner) chownSync(passwordFile, owner.uid, owner.gid);
  const flags = [
    '--username=pickem',
    `--pwfile=${passwordFile}`,
    // SCRAM makes each new connection expensive, and tests open thousands.
    '--auth=md5',
    '--encoding=UTF8',
    '--no-locale',
  ];
  execFileSync(join(programs, 'initdb'), ['-D', join(folder, 'data'), '--no-sync', ...flags], {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function untilReady(url: string, guard: Guard): Promise<void> {
  let log = '';
  let ready = false;
  guard.process.stdout?.resume();
  guard.process.stderr?.on('data', (text) => {
    if (!ready) log += text;
  });
  const deadline = performance.now() + READY_MS;
  for (;;) {
    try {
      await runSql(url, 'select 1');
      ready = true;
      return;
    } catch (error) {
      const over = guard.process.exitCode !== null || performance.now() > deadline;
      if (!over) await wait(50);
      else {
        await guard.stop();
        throw new Error(`PostgreSQL did not start:\n${log}`, { cause: error });
      }
    }
  }
}
