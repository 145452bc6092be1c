/** A league beyond one machine: PostgreSQL with a synchronous standby, three servers, and HAProxy in front of both. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { environment } from '#tests/direct-league.ts';
import { programFolder, startPostgres, unprivilegedUser } from '#tests/postgres.ts';
import { until } from '#tests/until.ts';
import { aptInstall, mayUseApt } from '../scripts/apt.ts';
import { findOnPath } from '../scripts/find-on-path.ts';
import { freePort } from '../scripts/free-port.ts';
import type { Guard, Guarded } from '../scripts/guard.ts';
import { startGuarded } from '../scripts/guard.ts';
import { root } from '../scripts/root.ts';

const LOOK_MS = 250;
/** A primary that fails this often in a row is given up. */
const FAILED_LOOKS = 3;
const ANSWER_MS = 1000;

/** Starts a program whose output is shown if it ends by itself. */
function start(task: Guarded, cleanup: AsyncDisposableStack): Guard {
  const guard = startGuarded(task);
  let output = '';
  let isStopped = false;
  for (const stream of [guard.process.stdout, guard.process.stderr]) stream?.on('data', (text) => (output += text));
  guard.process.on('exit', () => isStopped || console.error(`${task.command} has ended:\n${output}`));
  const stop = () => {
    isStopped = true;
    return guard.stop();
  };
  cleanup.defer(stop);
  return { process: guard.process, stop };
}

/** A primary that acknowledges a commit once its standby has it on disk. The standby takes no connections until it is promoted. */
export async function startDatabases(cleanup: AsyncDisposableStack) {
  delete process.env.TEST_DATABASE_URL;
  const primary = await startPostgres(['synchronous_standby_names=standby']);
  cleanup.defer(() => primary.stop());
  const [owner, programs, port] = [unprivilegedUser(), programFolder(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), 'pickem-standby-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const copy = ['--pgdata', data, '--dbname', primary.url, '--write-recovery-conf', '--checkpoint=fast'];
  execFileSync(join(programs, 'pg_basebackup'), copy, { ...owner, cwd: folder });
  const settings = [`port=${port}`, `unix_socket_directories=${folder}`, 'listen_addresses=127.0.0.1'];
  settings.push('max_connections=200', 'cluster_name=standby', 'hot_standby=off');
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  start({ command: join(programs, 'postgres'), args, ...owner, stopSignal: 'SIGQUIT', remove: folder }, cleanup);
  await until(
    async () => (await ask(primary.url, 'select 1 from pg_stat_replication where sync_state = $1', 'sync')) > 0,
  );
  return {
    url: primary.url,
    ports: { primary: Number(new URL(primary.url).port), standby: port },
    /** Ends the primary in the middle of everything: its processes are told to quit at once, as by `pg_ctl stop -m immediate`. */
    killPrimary: () => primary.stop(),
    async untilPrimaryFails() {
      for (let failed = 0; failed < FAILED_LOOKS; await pause(LOOK_MS))
        failed = await ask(primary.url, 'select 1').then(
          () => 0,
          () => failed + 1,
        );
    },
    promote: () => execFileSync(join(programs, 'pg_ctl'), ['promote', '-D', data], { ...owner, cwd: folder }),
  };
}

/** @returns the number of rows */
async function ask(url: string, sql: string, ...values: string[]): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql, values)).rows.length;
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface BalancedPorts {
  readonly league: number;
  readonly database: number;
  readonly nodes: readonly number[];
  readonly databases: { readonly primary: number; readonly standby: number };
}

function haproxyConfig(ports: BalancedPorts, adminSocket: string): string {
  return `
global
    maxconn 9000
    stats socket ${adminSocket} mode 600 level admin

defaults
    timeout connect 2s
    timeout client 1m
    timeout server 1m
    timeout check 2s

# The league: any node takes any request or page.
listen league
    bind 127.0.0.1:${ports.league}
    mode http
    balance roundrobin
    timeout tunnel 1h
    option forwardfor
    option httpchk
    http-check send meth GET uri /readyz hdr Host 127.0.0.1:${ports.league}
    option redispatch 1
    option http-server-close
    default-server check inter 1s fastinter 250ms downinter 250ms fall 2 rise 1
${ports.nodes.map((port, at) => `    server node${at + 1} 127.0.0.1:${port}`).join('\n')}

# The database: the standby refuses connections until it is promoted, and so is never taken for the primary.
listen database
    bind 127.0.0.1:${ports.database}
    mode tcp
    timeout client 24h
    timeout server 24h
    option pgsql-check user pickem
    default-server check inter 500ms downinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions
    server primary 127.0.0.1:${ports.databases.primary}
    server standby 127.0.0.1:${ports.databases.standby} backup
`;
}

export async function startHaproxy(ports: BalancedPorts, cleanup: AsyncDisposableStack) {
  if (!findOnPath('haproxy') && mayUseApt()) aptInstall('haproxy');
  const haproxy = findOnPath('haproxy');
  if (!haproxy) throw new Error('Install HAProxy first.');
  const folder = mkdtempSync(join(tmpdir(), 'pickem-haproxy-'));
  const [file, adminSocket] = [join(folder, 'haproxy.cfg'), join(folder, 'admin')];
  writeFileSync(file, haproxyConfig(ports, adminSocket));
  start({ command: haproxy, args: ['-db', '-f', file], remove: folder }, cleanup);
  await until(() => existsSync(adminSocket));
  return {
    folder,
    /** Sets the state of a server, such as `database/primary`: `maint` cuts it off, `drain` sends nothing new there. */
    async setState(server: string, state: 'maint' | 'drain' | 'ready') {
      const socket = connect(adminSocket).resume();
      socket.end(`set server ${server} state ${state}\n`);
      await once(socket, 'close');
    },
  };
}

/** The server as `npm run serve` starts it, from the folder of its code. */
export interface Build {
  readonly version: string;
  readonly folder: string;
}

export const ownBuild: Build = { version: versionIn(root), folder: root };

function versionIn(folder: string): string {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}

/** Copies the code to a new folder, under another version. */
export function makeOtherBuild(folder: string): Build {
  mkdirSync(folder);
  const version = `${ownBuild.version}-other`;
  for (const part of ['src', 'dist'])
    if (existsSync(join(root, part))) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...about, version }));
  return { version, folder };
}

/** @param stopSignal how it ends: SIGTERM lets it finish what it does, SIGKILL doesn't */
export async function startNode(
  { database, league }: { readonly database: string; readonly league: number },
  { port, build, stopSignal }: { readonly port: number; readonly build: Build; readonly stopSignal: NodeJS.Signals },
  cleanup: AsyncDisposableStack,
): Promise<Guard> {
  const PUBLIC_URL = `http://127.0.0.1:${league}`;
  const env = {
    ...process.env,
    ...environment(database, port),
    PUBLIC_URL,
    TRUST_PROXY: '127.0.0.1',
    BACKUP_DIR: 'off',
  };
  const task = { command: process.execPath, args: [join(build.folder, 'src/server/main.ts')], env, stopSignal };
  const node = start(task, cleanup);
  await until(async () => (await versionAt(port)) === build.version);
  return node;
}

async function versionAt(port: number): Promise<string | null> {
  const reply = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
  return reply?.ok ? ((await reply.json()) as { version: string }).version : null;
}
