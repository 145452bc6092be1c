import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cookieSecret } from '#server/accounts/cookie-secret-store.ts';
import { prepareStore } from '#server/deps.ts';
import { addMissingTeams, addWeeks } from '#server/game-changes/store.ts';
import { allTeams, weekIds } from '#server/games/reads.ts';
import { findPool, livingPools } from '#server/pools/reads.ts';
import type { TestDatabase } from '#tests/app.ts';
import { leagueSettings, newDatabase } from '#tests/app.ts';
import { dumpTables } from '#tests/database.ts';
import { engines } from '#tests/engines.ts';
import { until } from '#tests/until.ts';
import type { Store } from './connect.ts';
import { connect, DatabaseError, isPostgresUrl } from './connect.ts';
import { jsonRows, writeRows } from './json-rows.ts';
import { claimKind, readMeta, WrongKindError, writeMeta } from './meta.ts';

describe.each(engines)('A store on %s', (engine) => {
  let database: TestDatabase;
  let store: Store;
  let other: Store;

  beforeEach(async () => {
    database = await newDatabase(engine);
    store = connect(database.location);
    await prepareStore(store, leagueSettings);
    other = connect(database.location);
  });

  afterEach(async () => {
    await store.close();
    await other.close();
    await database.drop();
  });

  test('undoes all of a transaction that fails', async () => {
    const before = await dumpTables(store.db);
    const failing = store.db.transaction().execute(async (tx) => {
      await writeMeta(tx, 'half', 'done');
      await addWeeks(tx, ['2026-week1']);
      throw new Error('half-way');
    });
    await expect(failing).rejects.toThrow('half-way');
    expect(await dumpTables(store.db)).toEqual(before);
  });

  test('serializes concurrent transactions', async () => {
    await writeMeta(store.db, 'count', '0');
    const increase = () =>
      store.db.transaction().execute(async (tx) => {
        if (engine === 'postgres') await sql`select 1 from meta where key = 'count' for update`.execute(tx);
        const count = Number(await readMeta(tx, 'count'));
        await writeMeta(tx, 'count', String(count + 1));
      });
    await Promise.all(Array.from({ length: 20 }, increase));
    expect(await readMeta(store.db, 'count')).toBe('20');
  });

  test('sees at once what another connection has committed', async () => {
    await writeMeta(other.db, 'from', 'elsewhere');
    expect(await readMeta(store.db, 'from')).toBe('elsewhere');
  });

  test('gives back texts, large whole numbers, halves and nothing as they were', async () => {
    const rows = [
      { word: `'"\\ \n\u{1f3c8} \u2028 $1 ?`, big: 8_640_000_000_000_000, half: -3.5 },
      { word: null, big: null, half: null },
      { word: '', big: 0, half: 0 },
    ];
    const columns = { word: 'text', big: 'integer', half: 'real' } as const;
    const answer = await sql`select word, big, half from ${jsonRows(engine, rows, columns)}`.execute(store.db);
    expect(answer.rows).toEqual(rows);
  });

  test('replaces rows of a key it knows, and adds the others', async () => {
    const write = (...rows: { key: string; value: string }[]) =>
      writeRows(store.db, engine, 'meta', { key: 'text', value: 'text' }, rows, ['key']);
    await write({ key: 'b', value: '1' }, { key: 'a', value: '2' });
    await write({ key: 'b', value: '3' }, { key: 'c', value: '4' });
    await write();
    const rows = store.db.selectFrom('meta').selectAll().where('key', 'in', ['a', 'b', 'c']).orderBy('key');
    expect(await rows.execute()).toEqual([
      { key: 'a', value: '2' },
      { key: 'b', value: '3' },
      { key: 'c', value: '4' },
    ]);
  });

  test('keeps its kind and its secret if several ask at once', async () => {
    await expect(claimKind(other, 'demo')).rejects.toThrow(WrongKindError);
    await expect(prepareStore(other, { ...leagueSettings, kind: 'demo' })).rejects.toThrow(
      'This database holds a league, not a demo. Nothing was changed.',
    );
    const secrets = await Promise.all([cookieSecret(store.db), cookieSecret(other.db), cookieSecret(store.db)]);
    expect(new Set(secrets).size).toBe(1);
    expect(Buffer.from(secrets[0] ?? '', 'base64url')).toHaveLength(32);
  });

  test('adds the teams that are missing and leaves the others alone', async () => {
    await store.db.updateTable('teams').set({ city: 'Elsewhere' }).where('abbr', '=', 'KC').execute();
    await store.db.deleteFrom('teams').where('abbr', '=', 'SF').execute();
    await addMissingTeams(store.db);
    const teams = await allTeams(store.db);
    expect(teams).toHaveLength(32);
    expect([teams.at(0)?.city, teams.at(-1)?.city]).toEqual(['Elsewhere', 'San Francisco']);
  });

  test('knows weeks in playing order, and no week that is none', async () => {
    await addWeeks(store.db, ['2026-super-bowl', '2026-week10', '2026-week9', '2025-week18', '2026-week9']);
    expect(await weekIds(store.db)).toEqual(['2025-week18', '2026-week9', '2026-week10', '2026-super-bowl']);
    expect(await weekIds(store.db, 2025)).toEqual(['2025-week18']);
    await expect(addWeeks(store.db, ['2026-week19'])).rejects.toThrow('2026-week19');
  });

  test('goes on reading while a newer version adds a column', async () => {
    await livingPools(store.db);
    await findPool(store.db, 'some-pool');
    await sql`alter table pools add column of_the_future integer`.execute(other.db);
    const again = async () => {
      expect(await livingPools(store.db)).toEqual([]);
      expect(await findPool(store.db, 'some-pool')).toBeNull();
    };
    await again().catch(() => {}); // On PostgreSQL a plan may fail once.
    await again().catch(() => {});
    for (let time = 0; time < 20; time += 1) await again();
  });
});

describe('A store on PostgreSQL', () => {
  test('outlives the end of all its connections', async () => {
    const database = await newDatabase('postgres');
    const store = connect(database.location);
    const other = connect(database.location);
    await prepareStore(store, leagueSettings);
    await Promise.all(Array.from({ length: 5 }, () => readMeta(store.db, 'kind')));
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other.db);
    await until(() =>
      readMeta(store.db, 'kind').then(
        (kind) => kind === 'league',
        () => false,
      ),
    );
    await store.close();
    await other.close();
    await database.drop();
  });

  test('holds more statements than it names', async () => {
    const database = await newDatabase('postgres');
    const store = connect(database.location);
    for (let at = 0; at < 520; at += 1) {
      const { rows } = await sql`select ${at}::int + ${sql.raw(String(at))} as sum`.execute(store.db);
      expect(rows).toEqual([{ sum: 2 * at }]);
    }
    await store.close();
    await database.drop();
  });
});

describe('Where a database is', () => {
  test.each(['postgres://h/d', 'postgresql://h/d'])('%s is PostgreSQL', (location) => {
    expect(isPostgresUrl(location)).toBe(true);
  });

  test.each(['data/league.db', 'mysql://h/d', '/postgres://x', ':memory:'])('%s is not', (location) => {
    expect(isPostgresUrl(location)).toBe(false);
  });

  test('a folder is no database', () => {
    expect(() => connect('/')).toThrow(DatabaseError);
  });
});
