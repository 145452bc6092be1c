/** The servers to measure, each in a process of its own, and the databases that they use. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Engine } from '#server/platform/db/connect.ts';
import { environment } from '#tests/direct-league.ts';
import { createTestDatabase, startPostgres } from '#tests/postgres.ts';
import { freePort } from '../scripts/free-port.ts';
import { startGuarded } from '../scripts/guard.ts';
import { root } from '../scripts/root.ts';

const START_MS = 30_000;
const POLL_MS = 5;

/** Makes an empty database. @returns the path of its file, or its URL */
export async function makeDatabase(engine: Engine, cleanup: AsyncDisposableStack): Promise<string> {
  if (engine === 'postgres') {
    // Later calls find the server of the first one by its URL.
    const server = await startPostgres();
    cleanup.defer(() => server.stop());
    process.env.TEST_DATABASE_URL = server.url;
    const database = await createTestDatabase();
    cleanup.defer(() => database.drop());
    return database.url;
  }
  // Not in the system's temporary folder, which may be in memory, where a commit costs nothing.
  const build = join(root, '.build');
  mkdirSync(build, { recursive: true });
  const folder = mkdtempSync(join(build, 'bench-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'league.db');
}

export interface RunningServer extends AsyncDisposable {
  readonly port: number;
  /** Ends it at once, as a power cut would. */
  readonly kill: () => Promise<void>;
}

/** The league's own server without limits for one person, since the load has few people. */
export function startOwn(location: string): Promise<RunningServer> {
  return start(new URL('./own-server.ts', import.meta.url), location);
}

/** The league's own server as `npm run serve` runs it. */
export function startLimited(location: string): Promise<RunningServer> {
  return start(new URL('../src/server/main.ts', import.meta.url), location, { POOLS: 'everyone' });
}

/** The baseline. @param replies a file with the texts that it sends, by path */
export function startRaw(location: string, replies = ''): Promise<RunningServer> {
  return start(new URL('./raw-server.ts', import.meta.url), location, { REPLIES: replies });
}

/** @throws with the output of a server that does not start */
async function start(program: URL, location: string, settings: NodeJS.ProcessEnv = {}): Promise<RunningServer> {
  const port = await freePort();
  const guard = startGuarded({
    command: process.execPath,
    args: [fileURLToPath(program)],
    // The database of the shell is nobody's here.
    env: { ...process.env, DATABASE_URL: undefined, ...environment(location, port), ...settings },
    stopSignal: 'SIGKILL',
  });
  let output = '';
  for (const stream of [guard.process.stdout, guard.process.stderr])
    stream?.on('data', (text) => {
      output = (output + text).slice(-10_000);
    });
  const deadline = performance.now() + START_MS;
  while (!(await isReady(port))) {
    if (guard.process.exitCode !== null || performance.now() > deadline) {
      await guard.stop();
      throw new Error(`A server did not start:\n${output}`);
    }
    await pause(POLL_MS);
  }
  const kill = () => guard.stop();
  return { port, kill, [Symbol.asyncDispose]: kill };
}

async function isReady(port: number): Promise<boolean> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' } });
    await reply.arrayBuffer();
    return reply.ok;
  } catch {
    return false;
  }
}
