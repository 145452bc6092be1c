import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Private addresses of calendars, and what was last told of each of their events (decision 040). */
export function calendars(engine: Engine): Migration {
  const number = engine === 'sqlite' ? 'integer' : 'bigint';
  const strict = engine === 'sqlite' ? ' strict' : '';
  const statements = [
    `create table calendars (
       user_id text primary key references users (id),
       token_hash text not null unique,
       made_at ${number} not null)${strict}`,
    `create table calendar_events (
       uid text primary key,
       told text not null,
       sequence integer not null,
       changed_at ${number} not null)${strict}`,
  ];
  return {
    up: async (db: Kysely<unknown>) => {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
