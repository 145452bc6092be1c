import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { environment } from '#tests/direct-league.ts';
import { freePort } from '../scripts/free-port.ts';
import { startGuarded } from '../scripts/guard.ts';

const START_MS = 30_000;
const POLL_MS = 5;

/** The programs that serve a league: what `npm run serve` runs, and the same without limits for one person, since the load has few people. */
const programs = {
  limited: fileURLToPath(new URL('../src/server/main.ts', import.meta.url)),
  unlimited: fileURLToPath(new URL('./own-server.ts', import.meta.url)),
} as const;
const rawProgram = fileURLToPath(new URL('./raw-server.ts', import.meta.url));

/** A server in a process of its own. */
export interface RunningServer {
  readonly port: number;
  /** Ends it at once, as a power cut would. */
  readonly kill: () => Promise<void>;
}

/** The league's own server on a database. */
export async function startOwn(
  location: string,
  program: keyof typeof programs = 'unlimited',
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const port = await freePort();
  return start(port, [programs[program]], { ...environment(location, port), ...settings });
}

/** The baseline on a database. @param files what it sends, by path */
export async function startRaw(location: string, files: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const port = await freePort();
  return start(port, [rawProgram, String(port), location, JSON.stringify(files)], {});
}

/** @throws with the output of a server that does not start */
async function start(port: number, args: string[], env: Readonly<Record<string, string>>): Promise<RunningServer> {
  const guard = startGuarded({
    command: process.execPath,
    args,
    env: { ...process.env, ...env },
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
  return { port, kill: () => guard.stop() };
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
