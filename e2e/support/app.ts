import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../scripts/free-port.ts';
import { startGuarded } from '../../scripts/guard.ts';
import { compileCache, root } from '../../scripts/root.ts';
import { createTestDatabase } from '../../tests/postgres.ts';

/** The demo league with its accounts, games and clock, or an empty league. */
export type Kind = 'demo' | 'league';
/** The demo knows SQLite only. */
export type Engine = 'sqlite' | 'postgres';

export interface AppSettings {
  readonly kind: Kind;
  readonly engine: Engine;
  /** More variables of the environment, such as `SIGNUP`. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A running server with a database of its own. */
export interface App {
  readonly url: string;
  /** The variables by which the command line finds the same database. */
  readonly env: NodeJS.ProcessEnv;
  /** What the server has printed so far. */
  output(): string;
  /** Stops the server and removes its database. */
  stop(): Promise<void>;
}

const READY = /is open at/;

/** Starts `src/server/main.ts` on a free port. @throws with its output when it ends before it is ready */
export async function startApp({ kind, engine, env = {} }: AppSettings): Promise<App> {
  const folder = mkdtempSync(join(tmpdir(), 'pickem-e2e-'));
  const postgres = engine === 'postgres' ? await createTestDatabase() : null;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const appEnv: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: postgres?.url,
    DATABASE_FILE: join(folder, 'league.db'),
    DEMO_FILE: join(folder, 'demo.db'),
    LOG_LEVEL: 'warn',
    FEED: 'off',
    NODE_COMPILE_CACHE: compileCache,
    ...env,
  };
  const guard = startGuarded({
    command: process.execPath,
    args: [join(root, 'src/server/main.ts'), ...(kind === 'demo' ? ['--demo'] : [])],
    env: appEnv,
    remove: folder,
  });
  const lines: string[] = [];
  const stop = async (): Promise<void> => {
    await guard.stop();
    await postgres?.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  await new Promise<void>((resolve, reject) => {
    for (const stream of [guard.process.stdout, guard.process.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        if (READY.test(line)) resolve();
      });
    }
    guard.process.once('close', () => reject(new Error(`The server ended before it was ready:\n${lines.join('\n')}`)));
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, env: appEnv, output: () => lines.join('\n'), stop };
}
