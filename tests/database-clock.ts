/** Test helpers: PostgreSQL's time, and waiting on locks in both databases. */
import { StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import { until } from './until.ts';

/** Installs a clock in a database that shows the given time (ms), even to running statements. */
export async function setDatabaseClock({ db }: Store, now: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`create table if not exists test_clock (now bigint not null)`.execute(tx);
    await sql`delete from test_clock`.execute(tx);
    await sql`insert into test_clock values (${now})`.execute(tx);
    const read = sql.lit('begin return (select now from test_clock); end');
    await sql`create or replace function league_now() returns bigint language plpgsql volatile as ${read}`.execute(tx);
  });
}

/** In a deadlock, PostgreSQL aborts the transaction that checks first, which must not be this one. Only a superuser may set this. */
const patient = `do $$ begin set local deadlock_timeout = '60s'; exception when insufficient_privilege then null; end $$`;

/** Runs something that has to wait for rows locked by another writer, or on SQLite for the whole file; `meanwhile` runs once it waits. */
export async function whileHeld<T>(
  { engine, location }: Store,
  hold: (tx: Db) => Promise<unknown>,
  act: () => Promise<T>,
  meanwhile: () => Promise<unknown> | unknown,
): Promise<T> {
  const other = connect(location);
  try {
    const acts: Promise<T>[] = [];
    await other.db.transaction().execute(async (tx) => {
      if (engine === 'postgres') await sql.raw(patient).execute(tx);
      await hold(tx);
      const acting = act();
      acting.catch(() => {});
      acts.push(acting);
      await (engine === 'postgres' ? until(() => someoneWaits(tx)) : someoneIsRefused());
      await meanwhile();
    });
    return await (acts[0] as Promise<T>);
  } finally {
    await other.close();
  }
}

/** Whether a statement waits for a lock of another transaction of this database. */
export async function someoneWaits(db: Db): Promise<boolean> {
  return (await waiting(db)) > 0;
}

/** Number of statements that wait for a lock. */
export async function waiting(db: Db): Promise<number> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

/** Resolves once a statement of this process found an SQLite file locked; it is tried again until it does not. */
async function someoneIsRefused(): Promise<void> {
  const run = vi.spyOn(StatementSync.prototype, 'run');
  try {
    await until(() => run.mock.results.some(({ type }) => type === 'throw'));
  } finally {
    run.mockRestore();
  }
}
