import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** The results of weeks as they stand and as they were announced, since when games are called off, and what messages said (decision 042). */
export function announcedWeeks(engine: Engine): Migration {
  const number = engine === 'sqlite' ? 'integer' : 'bigint';
  const strict = engine === 'sqlite' ? ' strict' : '';
  const statements = [
    `create table announced_weeks (
       pool_id text not null references pools (id),
       week_id text not null references weeks (id),
       result text,
       since ${number} not null,
       announced text,
       leaders text,
       first_at ${number},
       announced_at ${number},
       primary key (pool_id, week_id))${strict}`,
    `alter table games add column void_since ${number}`,
    'update games set void_since = updated_at where void is not null',
    'alter table notifications add column facts text',
  ];
  return {
    up: async (db: Kysely<unknown>) => {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
