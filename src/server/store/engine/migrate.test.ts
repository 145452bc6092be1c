import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { getMigrations } from 'better-auth/db/migration';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAccounts } from '#server/auth/accounts.ts';
import type { TestDatabase } from '#tests/app.ts';
import { leagueSettings, newDatabase } from '#tests/app.ts';
import { catalogOf } from '#tests/catalog.ts';
import { dumpTables } from '#tests/database.ts';
import { addObstacle, contentsOf, newDatabaseOf038, removeObstacle, runScript } from '#tests/earlier/database-038.ts';
import { keptOf, keptOf038 } from '#tests/earlier/kept-rows.ts';
import { engines } from '#tests/engines.ts';
import type { Store } from './connect.ts';
import { connect, DatabaseError } from './connect.ts';
import { migrate } from './migrate.ts';

const processes = 4;
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const connected = `
  import { connect } from '#server/store/engine/connect.ts';
  import { migrate } from '#server/store/engine/migrate.ts';
  const store = connect(process.argv[1]);`;
/** Brings a database up to date. */
const finish = `${connected}
  await migrate(store);
  await store.close();`;
/** Begins an upgrade, changes something, says so, and goes no further. */
const begin = `${connected}
  await migrate(store, async (tx) => {
    await tx.deleteFrom('week_scores').execute();
    console.log('begun');
    await new Promise((resolve) => setTimeout(resolve, 2 ** 30));
  });`;

function startElsewhere(script: string, location: string): ChildProcess {
  return spawn(process.execPath, ['--input-type=module-typescript', '-e', script, location], { cwd: root });
}

/** Brings a database up to date in a process of its own. @returns what it complained of */
async function migrateElsewhere(location: string): Promise<string> {
  const child = startElsewhere(finish, location);
  let complaint = '';
  child.stderr?.on('data', (text) => {
    complaint += text;
  });
  const [code] = await once(child, 'close');
  return code === 0 ? '' : `exit ${code}: ${complaint}`;
}

describe.each(engines)('The tables on %s', (engine) => {
  let leave: (() => Promise<void>)[];

  beforeEach(() => {
    leave = [];
  });

  afterEach(async () => {
    for (const end of leave.reverse()) await end();
  });

  function open(made: TestDatabase): Store {
    leave.push(made.drop);
    return connectTo(made.location);
  }

  function connectTo(location: string): Store {
    const store = connect(location);
    leave.push(store.close);
    return store;
  }

  const openNew = async () => open(await newDatabase(engine));
  const open038 = async () => open(await newDatabaseOf038(engine));

  describe('of a new database', () => {
    test('are made once', async () => {
      const store = await openNew();
      await migrate(store);
      const before = await contentsOf(store);
      expect(before.notes).toMatchObject([{ name: '039-one-schema' }]);
      await migrate(store);
      expect(await contentsOf(store)).toEqual(before);
    });

    test('are all missing after a failure, and can be made again', async () => {
      const store = await openNew();
      await sql`create table calendar_events (stands_in_the_way integer)`.execute(store.db);
      const before = await catalogOf(store);
      await expect(migrate(store)).rejects.toThrow('calendar_events');
      expect(await catalogOf(store)).toEqual(before);
      await sql`drop table calendar_events`.execute(store.db);
      await migrate(store);
      expect(Object.keys(await dumpTables(store.db))).toContain('picks');
    });

    test('leave nothing that the accounts library would add', async () => {
      const store = await openNew();
      await migrate(store);
      const { options, $context } = createAccounts(store, 'x'.repeat(32), leagueSettings);
      await $context;
      const { toBeCreated, toBeAdded } = await getMigrations(options);
      expect(toBeCreated).toEqual([]);
      expect(toBeAdded).toEqual([]);
    });

    test(`may be made by ${processes} processes at once`, async () => {
      const database = await newDatabase(engine);
      leave.push(database.drop);
      const starts = Array.from({ length: processes }, () => migrateElsewhere(database.location));
      expect(await Promise.all(starts)).toEqual(Array(processes).fill(''));
    });
  });

  describe('of the version before', () => {
    test('become those of a new database', async () => {
      const [fresh, store] = [await openNew(), await open038()];
      await migrate(fresh);
      await migrate(store);
      expect(await catalogOf(store)).toEqual(await catalogOf(fresh));
    });

    test('keep every row', async () => {
      const store = await open038();
      const before = await contentsOf(store);
      const empty = Object.entries(before.rows).filter(([, rows]) => rows.length === 0);
      expect(empty).toEqual([]);
      await migrate(store);
      const after = await contentsOf(store);
      expect(keptOf(after.rows)).toEqual(keptOf038(before.rows));
      expect(after.notes).toMatchObject([{ name: '039-one-schema' }]);
    });

    test('stay as they are when the upgrade fails, and can be upgraded again', async () => {
      const store = await open038();
      await addObstacle(store);
      const before = await contentsOf(store);
      await expect(migrate(store)).rejects.toThrow('the last step fails');
      expect(await contentsOf(store)).toEqual(before);
      await removeObstacle(store);
      await migrate(store);
      expect(keptOf((await contentsOf(store)).rows)).toEqual(keptOf038(before.rows));
    });

    test('stay as they are when the process that upgrades them is killed, and can be upgraded again', async () => {
      const store = await open038();
      const before = await contentsOf(store);
      const child = startElsewhere(begin, store.location);
      await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), once(child, 'close')]);
      expect(child.kill('SIGKILL')).toBe(true);
      await once(child, 'close');
      expect(await contentsOf(store)).toEqual(before);
      await migrate(store);
      expect(keptOf((await contentsOf(store)).rows)).toEqual(keptOf038(before.rows));
    });

    test(`may be upgraded by ${processes} processes at once`, async () => {
      const store = await open038();
      const before = await contentsOf(store);
      const starts = Array.from({ length: processes }, () => migrateElsewhere(store.location));
      expect(await Promise.all(starts)).toEqual(Array(processes).fill(''));
      // A connection that was there before knows the columns of 038.
      const after = await contentsOf(connectTo(store.location));
      expect(keptOf(after.rows)).toEqual(keptOf038(before.rows));
      expect(after.notes).toHaveLength(1);
    });
  });

  test.each([
    [
      'an older version, with the commit that upgrades them',
      "delete from kysely_migration where name > '033'",
      '49a9f8c',
    ],
    ['a newer version', "insert into kysely_migration values ('999-newer', '2099-01-01')", '999-newer'],
  ])('of %s are refused and stay as they are', async (_, change, words) => {
    const store = await open038();
    await runScript(store.location, change);
    const before = await contentsOf(store);
    const refusal = await migrate(store).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DatabaseError);
    expect((refusal as DatabaseError).message).toContain(words);
    expect(await contentsOf(store)).toEqual(before);
  });
});
