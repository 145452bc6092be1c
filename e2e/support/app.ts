import { join } from 'node:path';
import { readSettings } from '#server/platform/env/settings.ts';
import { serve } from '#server/serve.ts';
import { newTables } from '#tests/app.ts';
import { quickHasher } from '#tests/quick-hasher.ts';
import { freePort } from '../../scripts/free-port.ts';
import { root } from '../../scripts/root.ts';

/** The demo league with its accounts, games and clock, or an empty league. */
export type Kind = 'demo' | 'league';
/** The demo supports only SQLite. */
export type Engine = 'sqlite' | 'postgres';

export interface AppSettings {
  readonly kind: Kind;
  readonly engine: Engine;
  /** Additional environment variables, such as `SIGNUP`. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A running server with its own database. */
export interface App {
  readonly url: string;
  /** The environment variables with which the command line finds the same database. */
  readonly env: NodeJS.ProcessEnv;
  /** Stops the server and removes its database. */
  stop(): Promise<void>;
}

/** Starts the whole server in this process, where it is warm after the first test, on a free port. */
export async function startApp({ kind, engine, env = {} }: AppSettings): Promise<App> {
  const database = await newTables(engine);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const appEnv: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: url,
    // Never the database that the environment of the test run may name.
    DATABASE_URL: engine === 'postgres' ? database.location : undefined,
    DATABASE_FILE: database.location,
    DEMO_FILE: database.location,
    LOG_LEVEL: 'warn',
    FEED: 'off',
    ...env,
  };
  const server = await serve(readSettings(appEnv, kind), join(root, 'dist/web'), null, { hasher: quickHasher });
  return {
    url,
    env: appEnv,
    async stop() {
      await server.stop();
      await database.drop();
    },
  };
}
