import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestDatabase } from '#tests/app.ts';
import { HOUR, MINUTE } from '#tests/core-samples.ts';
import { addObstacle, contentsOf, newDatabaseOf039, runScript } from '#tests/earlier/database-039.ts';
import { engines } from '#tests/engines.ts';
import { isLong } from '#tests/long.ts';
import { createTestDatabase, programFolder } from '#tests/postgres.ts';
import { root } from '../../../../scripts/root.ts';
import { bringUpToDate } from './bring-up-to-date.ts';
import type { Engine, Store } from './connect.ts';
import { connect, DatabaseError } from './connect.ts';

const run = promisify(execFile);

/** A game in a week of the pool 'Office'. */
const gameThatLocksIn = (ms: number) => `
  update pool_weeks set enabled = 1 where week_id = '2025-02';
  insert into games (gid, week_id, kickoff, time_tbd, lock_at, status, home, away, home_score, away_score, spread_note, situation,
    weather, allow_spread_update, allow_time_update, set_by_admin, updated_at)
  values ('g3', '2025-02', ${Date.now() + ms}, 0, ${Date.now() + ms}, 'Not Started', 'KC', 'BUF', 0, 0, '', '', '', 1, 1, '', 1);`;

/** The messages about picks that waited for a link. */
const withdrawn = [
  'Withdrawn: Bob, Office: 1 pick of open games that waited from Tom.',
  'Withdrawn: Bob, Ranks: 1 pick of open games that waited from Tom.',
];

const cases: readonly (readonly [string, 'waits' | 'does not wait', string])[] = [
  ['a game that locks in just under two hours', 'waits', gameThatLocksIn(2 * HOUR - MINUTE)],
  [
    'the deadline of a week in an hour',
    'waits',
    `${gameThatLocksIn(5 * HOUR)} update pool_weeks set deadline = ${Date.now() + HOUR} where week_id = '2025-02';`,
  ],
  [
    "a game that locks in an hour by the league's clock",
    'waits',
    `${gameThatLocksIn(5 * HOUR)} update meta set value = '${Date.now() + 4 * HOUR}' where key = 'league_clock';`,
  ],
  ['a game that locks in three hours', 'does not wait', gameThatLocksIn(3 * HOUR)],
  [
    'a game of a week that is not played',
    'does not wait',
    `${gameThatLocksIn(HOUR)} update pool_weeks set enabled = 0 where week_id = '2025-02';`,
  ],
  ['a game of pools that were deleted', 'does not wait', `${gameThatLocksIn(HOUR)} update pools set deleted_at = 1;`],
];
/** On PostgreSQL an upgrade makes a dump, which takes a second, and the games are found by the same query. */
const casesOn = (engine: Engine) => (isLong || engine === 'sqlite' ? cases : cases.slice(0, 4));

describe.each(engines)('A league of the version before on %s', (engine) => {
  let database: TestDatabase;
  let store: Store;
  let dumpFolder: string;
  let leave: (() => Promise<void>)[];

  beforeEach(async () => {
    leave = [];
    vi.stubEnv('PATH', `${programFolder()}:${process.env.PATH}`);
    dumpFolder = mkdtempSync(join(tmpdir(), 'pickem-dumps-'));
    database = await newDatabaseOf039(engine);
    store = connect(database.location);
  });

  afterEach(async () => {
    await store.close();
    vi.unstubAllEnvs();
    for (const end of leave) await end();
    await database.drop();
    rmSync(dumpFolder, { recursive: true });
  });

  const refusal = () =>
    bringUpToDate(store, { dumpFolder }).then(
      () => '',
      (error: unknown) => {
        expect(error).toBeInstanceOf(DatabaseError);
        return (error as DatabaseError).message;
      },
    );

  const isCurrent = async () => (await contentsOf(store)).notes[0]?.name === '058-ids-of-entries';

  const copies = () =>
    readdirSync(engine === 'sqlite' ? dirname(store.location) : dumpFolder).filter((name) =>
      name.includes('before-upgrade'),
    );

  test.each(casesOn(engine))('with %s %s', async (_, outcome, change) => {
    await runScript(store.location, change);
    const before = await contentsOf(store);
    const text = await refusal();
    expect(text.includes('A game locks at')).toBe(outcome === 'waits');
    if (text !== '') {
      expect(text).toContain('npm run pickem -- upgrade --now');
      expect(await contentsOf(store)).toEqual(before);
      expect(copies()).toEqual([]);
    }
    expect(await isCurrent()).toBe(text === '');
  });

  test('is upgraded shortly before a lock if the operator says so', async () => {
    await runScript(store.location, gameThatLocksIn(HOUR));
    await bringUpToDate(store, { dumpFolder, isForced: true });
    expect(await isCurrent()).toBe(true);
  });

  test('is upgraded once: what the upgrade says of its pools is not said again', async () => {
    const after = async () => ['Office, counted anew.'];
    expect(await bringUpToDate(store, { dumpFolder, isForced: true, after })).toContain('Office, counted anew.');
    expect(await bringUpToDate(store, { dumpFolder, isForced: true, after })).toEqual([]);
  });

  test('is upgraded at any time if it is a demo, without a copy', async () => {
    await runScript(store.location, `${gameThatLocksIn(HOUR)} insert into meta (key, value) values ('kind', 'demo');`);
    expect(await bringUpToDate(store, { dumpFolder })).toEqual(withdrawn);
    expect(await isCurrent()).toBe(true);
    expect(copies()).toEqual([]);
  });

  test('is copied first, with every row', async () => {
    const before = await contentsOf(store);
    const [said = '', ...others] = await bringUpToDate(store, { dumpFolder });
    expect(others).toEqual(withdrawn);
    const file = said.split(' ').at(-1) ?? '';
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const copy = connect(engine === 'sqlite' ? file : await restored(file));
    expect(await contentsOf(copy)).toEqual(before);
    await copy.close();
    expect(await isCurrent()).toBe(true);
  });

  if (engine === 'postgres')
    test('comes back from its dump by the commands of the handbook', async () => {
      const before = await contentsOf(store);
      const [said = ''] = await bringUpToDate(store, { dumpFolder });
      const handbook = readFileSync(join(root, 'docs/operating.md'), 'utf8');
      const [commands = ''] = /^psql .+\npg_restore .+ league\.dump$/m.exec(handbook) ?? [];
      const script = commands.replace('league.dump', said.split(' ').at(-1) ?? '');
      await run('bash', ['-euc', script], { env: { ...process.env, DATABASE_URL: store.location } });
      await runScript(store.location, 'drop schema replaced cascade');
      expect(await contentsOf(store)).toEqual(before);
    });

  test('leaves no copy when the upgrade fails', async () => {
    await addObstacle(store);
    await expect(bringUpToDate(store, { dumpFolder })).rejects.toThrow('the last step fails');
    expect(copies()).toEqual([]);
  });

  /** Restores a dump into a new database. @returns its URL */
  async function restored(file: string): Promise<string> {
    const { url, drop } = await createTestDatabase();
    leave.push(drop);
    await run('pg_restore', [`--dbname=${url}`, file]);
    return url;
  }
});

if (isLong)
  test('A league of the version before on SQLite is not upgraded while another process has it open', async () => {
    const database = await newDatabaseOf039('sqlite');
    const [server, store] = [connect(database.location), connect(database.location)];
    await server.db.selectFrom('meta').selectAll().execute();
    await expect(bringUpToDate(store, { dumpFolder: '' })).rejects.toThrow(
      'Another process has the database open: stop it first.',
    );
    expect((await contentsOf(store)).notes[0]?.name).not.toBe('058-ids-of-entries');
    await server.close();
    await bringUpToDate(store, { dumpFolder: '' });
    expect((await contentsOf(store)).notes[0]?.name).toBe('058-ids-of-entries');
    await store.close();
    await database.drop();
  });
