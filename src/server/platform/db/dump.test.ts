import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestDatabase } from '#tests/app.ts';
import { MINUTE } from '#tests/core-samples.ts';
import { contentsOf, newDatabaseOf039, runScript } from '#tests/earlier/database-039.ts';
import { isLong } from '#tests/long.ts';
import { createTestDatabase, programFolder } from '#tests/postgres.ts';
import { until } from '#tests/until.ts';
import type { UpgradeOptions } from './bring-up-to-date.ts';
import { bringUpToDate, UnsafeUpgradeError } from './bring-up-to-date.ts';
import type { Store } from './connect.ts';
import { connect } from './connect.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const programs = programFolder();
/** For what is still there after it. */
const impatient = { patienceMs: 200 };
/** Reports that the dump begins, and waits for a file `go` beside it. */
const slowly = `#!/bin/sh
touch "$FOLDER/begun"
for i in $(seq 100); do [ -e "$FOLDER/go" ] && break; sleep 0.05; done
exec ${programs}/pg_dump "$@"
`;

describe('An upgrade on PostgreSQL', () => {
  let database: TestDatabase;
  let store: Store;
  let folder: string;
  let leave: (() => Promise<void>)[];

  beforeEach(async () => {
    database = await newDatabaseOf039('postgres');
    store = connect(database.location);
    folder = mkdtempSync(join(tmpdir(), 'pickem-dumps-'));
    leave = [];
    vi.stubEnv('PATH', `${programs}:${process.env.PATH}`);
    vi.stubEnv('FOLDER', folder);
  });

  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const end of leave.reverse()) await end();
    await store.close();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const upgrade = (options: Partial<UpgradeOptions> = {}) => bringUpToDate(store, { dumpFolder: folder, ...options });
  const refusal = (options: Partial<UpgradeOptions> = {}) =>
    upgrade(options).then(
      () => 'none',
      (error: unknown) => {
        expect(error).toBeInstanceOf(UnsafeUpgradeError);
        return (error as Error).message;
      },
    );
  const dumps = () => readdirSync(folder).filter((name) => name.includes('.dump'));

  /** A connection that has cached nothing. */
  function connectAgain(): Store {
    const again = connect(database.location);
    leave.push(again.close);
    return again;
  }

  /** A connection of another program, or of a server of an earlier version. */
  async function connectOther(name?: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: database.location, application_name: name });
    client.on('error', () => {});
    await client.connect();
    leave.push(() => client.end());
    return client;
  }

  /** Programs instead of PostgreSQL's own. Those without a text are the real ones. */
  function replacePrograms(texts: Readonly<Record<string, string | null>>): void {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    for (const [name, text] of Object.entries(texts)) {
      if (text === null) symlinkSync(join(programs, name), join(bin, name));
      else writeFileSync(join(bin, name), text);
      if (text !== null) chmodSync(join(bin, name), 0o755);
    }
    vi.stubEnv('PATH', texts.pg_dump === undefined ? bin : `${bin}:${process.env.PATH}`);
  }

  test('is made by one of the nodes that start at once; the others find it done', async () => {
    const nodes = [store, connectAgain(), connectAgain()];
    writeFileSync(
      join(folder, 'pickem-before-upgrade-20261117T173000.dump.unfinished'),
      'of a process that was killed',
    );
    const lines = await Promise.all(nodes.map((node) => bringUpToDate(node, { dumpFolder: folder })));
    expect(lines.filter(({ length }) => length > 0)).toHaveLength(1);
    expect(dumps()).toEqual([expect.stringMatching(/\.dump$/)]);
  });

  test('waits until every other process has left, and names it', async () => {
    const before = await contentsOf(store);
    const others = [await connectOther(), await connectOther('psql')];
    expect(await refusal(impatient)).toMatch(
      /: no name from 127\.0\.0\.1 \(pid \d+\) and psql from 127\.0\.0\.1 \(pid \d+\)\. Stop them\./,
    );
    expect(await contentsOf(store)).toEqual(before);
    expect(dumps()).toEqual([]);
    for (const other of others) await other.end();
    expect(await refusal()).toBe('none');
  });

  test('lets nobody write from the dump on, and waits if a server of the version before starts meanwhile', async () => {
    const before = await contentsOf(store);
    replacePrograms({ pg_dump: slowly });
    const answer = refusal(impatient);
    await until(() => readdirSync(folder).includes('begun'));
    const other = await connectOther();
    await other.query("set lock_timeout = '100ms'");
    await expect(other.query("insert into meta (key, value) values ('late', '')")).rejects.toThrow('lock timeout');
    writeFileSync(join(folder, 'go'), '');
    expect(await answer).toContain('no name from 127.0.0.1');
    expect(await contentsOf(store)).toEqual(before);
    expect(dumps()).toEqual([]);
  });

  test('waits for a pg_dump of somebody else that reads the tables, which would wait for the upgrade in turn', async () => {
    const other = await connectOther('pg_dump');
    await other.query('begin');
    await other.query('lock table games in access share mode');
    expect(await refusal(impatient)).toContain('Another process, such as pg_dump, is in the middle of a transaction');
    expect(dumps()).toEqual([]);
  });

  if (isLong)
    test('that is killed while the dump is made changes nothing, and the next start goes on', async () => {
      const before = await contentsOf(store);
      replacePrograms({ pg_dump: slowly });
      const child = startElsewhere();
      await until(() => readdirSync(folder).includes('begun'));
      child.kill('SIGKILL');
      await once(child, 'close');
      writeFileSync(join(folder, 'go'), '');
      expect(await contentsOf(store)).toEqual(before);
      expect(dumps()).toEqual([expect.stringMatching(/\.unfinished$/)]);
      expect(await refusal()).toBe('none');
      expect(dumps()).toEqual([expect.stringMatching(/\.dump$/)]);
    });

  function startElsewhere(): ChildProcess {
    const script = `
      import { connect } from '#server/platform/db/connect.ts';
      import { bringUpToDate } from '#server/platform/db/bring-up-to-date.ts';
      await bringUpToDate(connect(process.argv[1]), { dumpFolder: process.argv[2] });`;
    const args = ['--input-type=module-typescript', '-e', script, database.location, folder];
    return spawn(process.execPath, args, { cwd: root, env: process.env });
  }

  test('waits if there is no dump, and says how to make one', async () => {
    replacePrograms({});
    const text = await refusal();
    expect(text).toContain('No dump could be made: pg_dump is not installed.');
    expect(text).toContain(`make one there: pg_dump --format=custom --file=${join(folder, 'league.dump')}`);
  });

  test('waits if pg_dump fails, and repeats its reason', async () => {
    replacePrograms({
      pg_dump: '#!/bin/sh\necho "pg_dump: error: aborting because of server version mismatch" >&2; exit 1\n',
    });
    expect(await refusal()).toContain('could be made: pg_dump: error: aborting because of server version mismatch.');
    expect(dumps()).toEqual([]);
  });

  test('uses a dump that was made a short time ago where pg_dump is missing, and keeps it', async () => {
    replacePrograms({ pg_restore: null });
    await dump(database.location);
    expect(await upgrade()).toContain(
      `The database was upgraded. As it was before, it is kept in ${folder}/league.dump`,
    );
    expect(dumps()).toEqual(['league.dump']);
  });

  const dump = (url: string) =>
    run(join(programs, 'pg_dump'), ['--format=custom', `--file=${join(folder, 'league.dump')}`, url]);
});

/** No case changes more than a row of the database, which it sets back. */
describe('An upgrade on PostgreSQL without pg_dump', () => {
  let database: TestDatabase;
  let store: Store;
  let folder: string;
  const file = () => join(folder, 'league.dump');
  let made: Buffer;

  beforeAll(async () => {
    database = await newDatabaseOf039('postgres');
    store = connect(database.location);
    folder = mkdtempSync(join(tmpdir(), 'pickem-dumps-'));
    await dump(database.location);
    made = readFileSync(file());
    mkdirSync(join(folder, 'bin'));
    symlinkSync(join(programs, 'pg_restore'), join(folder, 'bin', 'pg_restore'));
  });

  beforeEach(() => {
    vi.stubEnv('PATH', join(folder, 'bin'));
    writeFileSync(file(), made);
  });

  afterEach(() => vi.unstubAllEnvs());

  afterAll(async () => {
    await store.close();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const dump = (url: string) => run(join(programs, 'pg_dump'), ['--format=custom', `--file=${file()}`, url]);
  const setMeta = (key: string, value: string) =>
    runScript(database.location, `update meta set value = '${value}' where key = '${key}'`);
  const setForm = (form: string) => runScript(database.location, `update kysely_migration set name = '${form}'`);

  test.each<[string, string, () => Promise<unknown>, (() => Promise<unknown>)?]>([
    [
      'of another database',
      'it is a dump of the database pickem_',
      async () => {
        const other = await createTestDatabase();
        await dump(other.url);
        await other.drop();
      },
    ],
    [
      'of a database with another secret',
      'its secret is not the same',
      () => setMeta('cookie_secret', 'another'),
      () => setMeta('cookie_secret', 'secret'),
    ],
    [
      'of another form',
      'it has the form 039-one-schema, not that of the database (040-entries)',
      () => setForm('040-entries'),
      () => setForm('039-one-schema'),
    ],
    [
      'from before the league was last used',
      'the league was used after it was made',
      () => setMeta('league_clock', '1757000060000'),
      () => setMeta('league_clock', '1757000000000'),
    ],
    [
      'from before the last pick, in the minute of the clock that it has',
      'the league was used after it was made',
      () =>
        runScript(
          database.location,
          `insert into picks (entry_id, kind, about, value, revision, made_at) values ('e1', 'pick', 'late', '{}', 1, 1)`,
        ),
      () =>
        runScript(
          database.location,
          `delete from picks where about = 'late'; delete from replaced_picks where about = 'late'`,
        ),
    ],
    [
      'that is half-written',
      'could not read from input file: end of file',
      // The list of contents, at the beginning, is more than half of so small a dump.
      async () => writeFileSync(file(), made.subarray(0, -100)),
    ],
    [
      'that is no dump',
      'input file does not appear to be a valid archive',
      async () => writeFileSync(file(), 'x'.repeat(1000)),
    ],
    [
      'of an hour ago',
      'more than 30 minutes ago',
      async () => {
        const then = Date.now() / 1000 - (60 * MINUTE) / 1000;
        utimesSync(file(), then, then);
      },
    ],
  ])('waits with a dump %s', async (_, reason, prepare, restore) => {
    await prepare();
    const before = await contentsOf(store);
    const error: unknown = await bringUpToDate(store, { dumpFolder: folder }).catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(UnsafeUpgradeError);
    expect((error as Error).message).toContain(file());
    expect((error as Error).message).toContain(reason);
    expect(await contentsOf(store)).toEqual(before);
    expect(readdirSync(folder)).toEqual(['bin', 'league.dump']);
    await restore?.();
  });
});
