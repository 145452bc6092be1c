import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLeague } from '#tests/open-league.ts';
import { until } from '#tests/until.ts';
import type { Db, Store } from './connect.ts';
import { connect } from './connect.ts';
import { refuseOtherKind } from './meta.ts';
import { withTls } from './postgres.ts';

describe('The address of a PostgreSQL', () => {
  it.each([
    ['postgres://me@db.example.org/pickem', 'postgres://me@db.example.org/pickem?sslmode=verify-full'],
    [
      'postgres://me@10.0.0.5/pickem?application_name=a',
      'postgres://me@10.0.0.5/pickem?application_name=a&sslmode=verify-full',
    ],
    ['postgres:///pickem?host=db.example.org', 'postgres:///pickem?host=db.example.org&sslmode=verify-full'],
    ['postgres://me@database/pickem?sslmode=disable', 'postgres://me@database/pickem?sslmode=disable'],
    ['postgres://me@database/pickem?sslmode=', 'postgres://me@database/pickem?sslmode=verify-full'],
    ['postgres://me@127.0.0.1:5432/pickem', 'postgres://me@127.0.0.1:5432/pickem'],
    ['postgres://me@[::1]/pickem', 'postgres://me@[::1]/pickem'],
    ['postgres://me@%2Fvar%2Frun%2Fpostgresql/pickem', 'postgres://me@%2Fvar%2Frun%2Fpostgresql/pickem'],
    ['postgres:///pickem?host=/var/run/postgresql', 'postgres:///pickem?host=/var/run/postgresql'],
  ])('%s asks for TLS where it leads off this machine', (given, used) => {
    expect(withTls(given)).toBe(used);
  });

  it('takes the host from the environment if it names none', () => {
    vi.stubEnv('PGHOST', 'db.example.org');
    expect(withTls('postgres:///pickem')).toBe('postgres:///pickem?sslmode=verify-full');
    vi.unstubAllEnvs();
  });

  it('is refused with a clear message if the server has no TLS', async () => {
    const url = new URL(process.env.TEST_DATABASE_URL ?? '');
    url.hostname = '0.0.0.0'; // An address of this machine that does not look like one.
    const store = connect(url.href);
    await expect(refuseOtherKind(store, 'league')).rejects.toThrow(/does not support SSL.*sslmode=disable/);
    await store.close();
  });
});

/** Without a listener, the end of a connection ends the whole process, which a test run reports as a separate error. */
describe('A connection to PostgreSQL that is cut', () => {
  let store: Store;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    ({ store, drop } = await openLeague('postgres'));
  });

  afterEach(() => drop());

  async function processOf(db: Db): Promise<number> {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    return rows[0]?.pid ?? 0;
  }

  async function cut(pid: number): Promise<void> {
    await sql`select pg_terminate_backend(${pid})`.execute(store.db);
    await until(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(store.db);
      return rows.length === 0;
    });
  }

  it('during a statement fails only that statement', async () => {
    let pid = 0;
    const work = store.db.transaction().execute(async (tx) => {
      pid = await processOf(tx);
      await sql`select pg_sleep(60)`.execute(tx);
    });
    const failure = expect(work).rejects.toThrow(/terminat|ECONNRESET/);
    await until(() => pid !== 0);
    await cut(pid);
    await failure;
    expect(await processOf(store.db)).not.toBe(pid);
  });

  it('between two statements fails the next one, and nothing else', async () => {
    const work = store.db.transaction().execute(async (tx) => {
      await cut(await processOf(tx));
      await sql`select 1`.execute(tx);
    });
    await expect(work).rejects.toThrow();
    expect(await processOf(store.db)).toBeGreaterThan(0);
  });
});
