import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../scripts/free-port.ts';
import type { Guard } from '../scripts/guard.ts';
import { startGuarded } from '../scripts/guard.ts';
import { environment } from './league.ts';
import type { RawTask } from './raw/task.ts';

const START_MS = 30_000;
const POLL_MS = 5;

/** What `npm run serve` runs. */
export const ownProgram = fileURLToPath(new URL('../src/server/main.ts', import.meta.url));
/** The same without limits for each person: the load comes from few people. */
export const unlimitedProgram = fileURLToPath(new URL('./own-server.ts', import.meta.url));
export const rawProgram = fileURLToPath(new URL('./raw/server.ts', import.meta.url));

/** A server that runs in a process of its own. */
export interface RunningServer {
  readonly port: number;
  /** Ends it from one moment to the next, as a power cut would. */
  readonly kill: () => Promise<void>;
}

/** The league's own server on a database. */
export async function startOwn(location: string): Promise<RunningServer> {
  const port = await freePort();
  const env = { ...process.env, ...environment(location, port) };
  return started(
    startGuarded({ command: process.execPath, args: [unlimitedProgram], env, stopSignal: 'SIGKILL' }),
    port,
  );
}

/** The baseline: `node:http` and nothing else. */
export async function startRaw(task: RawTask): Promise<RunningServer> {
  const port = await freePort();
  const args = [rawProgram, String(port), JSON.stringify(task)];
  return started(startGuarded({ command: process.execPath, args, stopSignal: 'SIGKILL' }), port);
}

/** Waits until a guarded server answers. @throws with what it said, where it does not start */
export async function started(guard: Guard, port: number): Promise<RunningServer> {
  let said = '';
  for (const stream of [guard.process.stdout, guard.process.stderr]) {
    stream?.on('data', (text) => {
      said = (said + text).slice(-10_000);
    });
  }
  try {
    await untilReady(port, START_MS, () => guard.process.exitCode === null);
  } catch (error) {
    await guard.stop();
    throw new Error(`A server did not start:\n${said}`, { cause: error });
  }
  return { port, kill: () => guard.stop() };
}

/** Waits for the first 200 of /readyz. @throws when the time is over or the server is gone */
export async function untilReady(port: number, ms: number, isAlive: () => boolean): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await isReady(port))) {
    if (!isAlive()) throw new Error('It ended.');
    if (performance.now() > deadline) throw new Error(`It was not ready after ${ms} ms.`);
    await wait(POLL_MS);
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' } });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
