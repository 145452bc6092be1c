/**
 * Runs a program for as long as its caller lives. The caller holds the guard's standard input. When that closes, however the
 * caller ended, the program gets a stop signal and its folder is removed, so an interrupted test run leaves nothing behind.
 */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';

export interface Guarded {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
  /** The signal that stops the program, SIGTERM by default. */
  readonly stopSignal?: NodeJS.Signals;
  /** A folder to remove once it has stopped. */
  readonly remove?: string;
}

export interface Guard {
  /** Has the output and the exit code of the program. */
  readonly process: ChildProcess;
  /** Resolves when the program has stopped and its folder is removed. */
  stop(): Promise<void>;
}

const STOP_MS = 10_000;

/** Starts the program in its own process group, which Ctrl-C does not reach: the caller decides when it stops. */
export function startGuarded(guarded: Guarded): Guard {
  const { env = process.env, ...task } = guarded;
  const guard = spawn(process.execPath, [import.meta.filename, JSON.stringify(task)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env,
    detached: true,
  });
  const ended = once(guard, 'exit');
  return {
    process: guard,
    async stop() {
      guard.stdin?.end();
      await ended;
    },
  };
}

async function keepGuard(guarded: Guarded): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.stdin.destroy());
  const { command, args, uid, gid } = guarded;
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], uid, gid });
  process.stdin.resume().on('close', () => {
    child.kill(guarded.stopSignal ?? 'SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), STOP_MS).unref();
  });
  child.on('error', (error) => {
    console.error(error.message);
    process.exitCode = 1;
    process.stdin.destroy();
  });
  const [code] = await once(child, 'close');
  if (guarded.remove) rmSync(guarded.remove, { recursive: true, force: true });
  process.exit(process.exitCode ?? code ?? 0);
}

if (import.meta.main) await keepGuard(JSON.parse(process.argv[2] ?? '{}'));
