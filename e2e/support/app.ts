import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstDemoMoment, saveReached } from '#server/demo/clock.ts';
import { connect } from '#server/platform/db/connect.ts';
import { readSettings } from '#server/platform/env/settings.ts';
import { serve } from '#server/serve.ts';
import { newDatabase, newTables } from '#tests/app.ts';
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
  /** The name in its address; 'localhost' unless given. */
  readonly host?: string;
  /** Additional environment variables, such as `SIGNUP`. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A running server with its own database. */
export interface App {
  readonly url: string;
  /** The environment variables with which the command line finds the same database. */
  readonly env: NodeJS.ProcessEnv;
  /** Stops the server; one of a test also removes its database. */
  stop(): Promise<void>;
}

/** The environment variable with the path of a freshly seeded demo: seeding one takes ten times as long as copying it. */
const DEMO_IMAGE = 'PICKEM_DEMO_IMAGE';

/** Makes the seeded demo that the tests of this run copy. @returns a function that removes it */
export async function makeDemoImage(): Promise<() => Promise<void>> {
  const database = await newTables('sqlite');
  const demo = await serveFrom(database.location, { kind: 'demo', engine: 'sqlite' });
  await demo.stop();
  const store = connect(database.location);
  await saveReached(store.db, firstDemoMoment(Date.now()));
  await store.close();
  process.env[DEMO_IMAGE] = database.location;
  return database.drop;
}

/** Starts the whole server on a free port, in this process, so that it is warm after the first test. */
export async function startApp(settings: AppSettings): Promise<App> {
  const image = settings.kind === 'demo' ? process.env[DEMO_IMAGE] : undefined;
  const database = image === undefined ? await newTables(settings.engine) : await newDatabase('sqlite');
  if (image !== undefined) copyFileSync(image, database.location);
  const server = await serveFrom(database.location, settings);
  return {
    ...server,
    async stop() {
      await server.stop();
      await database.drop();
    },
  };
}

async function serveFrom(location: string, { kind, engine, host = 'localhost', env = {} }: AppSettings): Promise<App> {
  const port = await freePort();
  const url = `http://${host}:${port}`;
  const appEnv: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: url,
    // Never the database that the environment of the test run may name.
    DATABASE_URL: engine === 'postgres' ? location : undefined,
    DATABASE_FILE: location,
    DEMO_FILE: location,
    LOG_LEVEL: 'warn',
    FEED: 'off',
    ...env,
  };
  const server = await serve(readSettings(appEnv, kind), join(root, 'dist/web'), null, { hasher: quickHasher });
  return { url, env: appEnv, stop: () => server.stop() };
}
