import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { getMigrations } from 'better-auth/db/migration';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAccounts } from '#server/auth/accounts.ts';
import { prepareStore } from '#server/deps.ts';
import { migrations } from '#server/store/engine/migrations/index.ts';
import type { TestDatabase } from '#tests/app.ts';
import { leagueSettings, newDatabase } from '#tests/app.ts';
import { dumpTables } from '#tests/database.ts';
import { engines } from '#tests/engines.ts';
import type { Engine, Store } from './connect.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';

/** Comes after all others, does a lot, and fails. */
const broken: Migration = {
  up: async (db) => {
    await db.schema.createTable('half_done').addColumn('id', 'integer').execute();
    await sql`alter table pools add column half_done integer`.execute(db);
    await sql`delete from teams`.execute(db);
    throw new Error('the second migration fails');
  },
};

const withBroken = (engine: Engine) => ({ ...migrations(engine), '999-broken': broken });

const processes = 4;
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const start = `
  import { prepareStore } from '#server/deps.ts';
  import { connect } from '#server/store/engine/connect.ts';
  const store = connect(process.argv[1]);
  await prepareStore(store, { kind: 'league' });
  await store.close();`;

/** Starts the server's store in a process of its own. @returns what it complained of */
function startElsewhere(location: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', start, location], { cwd: root });
    let complaint = '';
    child.stderr.on('data', (text) => {
      complaint += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0 ? '' : `exit ${code}: ${complaint}`));
  });
}

describe.each(engines)('Migrations on %s', (engine) => {
  let database: TestDatabase;
  let store: Store;

  beforeEach(async () => {
    database = await newDatabase(engine);
    store = connect(database.location);
  });

  afterEach(async () => {
    await store.close();
    await database.drop();
  });

  /** Tables but those in which migrations are noted. */
  const tables = async () => (await store.db.introspection.getTables()).map((table) => table.name).sort();

  test('make every table, once', async () => {
    await migrate(store);
    expect(await tables()).toEqual(
      expect.arrayContaining(['accounts', 'games', 'pick_history', 'picks', 'pools', 'users']),
    );
    const before = await dumpTables(store.db);
    await migrate(store);
    expect(await dumpTables(store.db)).toEqual(before);
  });

  test('that fail on an empty database leave it empty, and can be run again', async () => {
    await expect(migrate(store, withBroken)).rejects.toThrow('the second migration fails');
    expect(await tables()).toEqual([]);
    await migrate(store);
    expect(await tables()).toContain('picks');
  });

  test('that fail on a league leave every table and every row as it was', async () => {
    await prepareStore(store, leagueSettings);
    const before = await dumpTables(store.db);
    expect(before.teams).toHaveLength(32);
    await expect(migrate(store, withBroken)).rejects.toThrow('the second migration fails');
    expect(await dumpTables(store.db)).toEqual(before);
  });

  test('of a newer version are not undone by an older one', async () => {
    const newer: Migration = {
      up: (db) => db.schema.createTable('of_the_future').addColumn('id', 'integer').execute(),
    };
    await migrate(store, (kind) => ({ ...migrations(kind), '999-newer': newer }));
    const before = await dumpTables(store.db);
    await expect(migrate(store)).rejects.toThrow('999-newer');
    expect(await dumpTables(store.db)).toEqual(before);
  });

  test(`may be run by ${processes} processes that find no database at all`, async () => {
    const fresh = await newDatabase(engine);
    const starts = Array.from({ length: processes }, () => startElsewhere(fresh.location));
    expect(await Promise.all(starts)).toEqual(Array(processes).fill(''));
    const opened = connect(fresh.location);
    expect((await dumpTables(opened.db)).teams).toHaveLength(32);
    await opened.close();
    await fresh.drop();
  });

  test('leave nothing that the accounts library would add', async () => {
    await migrate(store);
    const { options, $context } = createAccounts(store, 'x'.repeat(32), leagueSettings);
    await $context;
    const { toBeCreated, toBeAdded } = await getMigrations(options);
    expect(toBeCreated).toEqual([]);
    expect(toBeAdded).toEqual([]);
  });
});
