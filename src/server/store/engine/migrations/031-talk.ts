import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** The talk of a pool, with what was said before, how far each member has read it, and who is muted (decision 034). */
export function talk(engine: Engine): Migration {
  const id = engine === 'sqlite' ? 'integer primary key autoincrement' : 'bigserial primary key';
  const number = engine === 'sqlite' ? 'integer' : 'bigint';
  const statements = [
    `create table messages (
       id ${id},
       pool_id text not null references pools (id),
       user_id text references users (id),
       kind text not null,
       text text,
       at ${number} not null,
       edited_at ${number},
       deleted_by text references users (id),
       once text not null)`,
    `insert into messages (pool_id, user_id, kind, text, at, once)
       select pool_id, user_id, 'said', message, created_at, 'before ' || id from trash_talk order by id`,
    'drop table trash_talk',
    'create index messages_of_a_pool on messages (pool_id, id)',
    'create unique index messages_once on messages (pool_id, once)',
    `alter table pool_members add column read_until ${number} not null default 0`,
    'alter table pool_members add column is_muted integer not null default 0',
  ];
  return {
    up: async (db: Kysely<unknown>) => {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
