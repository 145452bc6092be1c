import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLeague } from '#tests/open-league.ts';
import { until } from '#tests/until.ts';
import type { Db, Store } from './connect.ts';

/** The end of a connection that nobody listens for ends the whole server, which a test run reports as an error of its own. */
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

  it('while it works fails what it works at, and nothing else', async () => {
    let pid = 0;
    const work = store.db.transaction().execute(async (tx) => {
      pid = await processOf(tx);
      await sql`select pg_sleep(60)`.execute(tx);
    });
    const failure = expect(work).rejects.toThrow(/terminat/);
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
