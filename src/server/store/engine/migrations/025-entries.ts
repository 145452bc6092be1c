import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/**
 * What players enter for a week as a whole (decision 030). As of picks, the database keeps a state when it is replaced or deleted;
 * `entry_history` is what stood and what stands.
 */
export function entries(engine: Engine): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      const statements = [...tables(engine === 'sqlite' ? 'integer' : 'bigint')];
      statements.push(...(engine === 'sqlite' ? onSqlite : onPostgres));
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

const columns = 'pool_id, week_id, user_id, entry, revision, made_at, bus_by, bus_reason';
const oldValues = columns.replaceAll(/\w+/g, 'old.$&');

/** A state that its author replaces within the same second is not kept. */
const isOtherState = 'old.made_at / 1000 <> new.made_at / 1000 or old.bus_by is distinct from new.bus_by';

const tables = (time: string) => [
  `create table entries (
     pool_id text not null references pools (id),
     week_id text not null references weeks (id),
     user_id text not null references users (id),
     entry text,
     revision integer not null,
     made_at ${time} not null,
     based_on integer,
     bus_by text references users (id),
     bus_reason text,
     constraint entries_key primary key (pool_id, user_id, week_id))`,
  'create index entries_by_week on entries (pool_id, week_id)',
  `create table replaced_entries (
     pool_id text not null, week_id text not null, user_id text not null, entry text,
     revision integer not null, made_at ${time} not null, bus_by text, bus_reason text)`,
  `create view entry_history as select ${columns} from replaced_entries union all select ${columns} from entries`,
];

const onSqlite = [
  `create trigger entries_replaced after update on entries when ${isOtherState} begin
     insert into replaced_entries (${columns}) values (${oldValues});
   end`,
  `create trigger entries_deleted after delete on entries begin
     insert into replaced_entries (${columns}) values (${oldValues});
   end`,
];

const onPostgres = [
  `create function keep_replaced_entry() returns trigger language plpgsql as $$
     begin
       insert into replaced_entries (${columns}) values (${oldValues});
       return null;
     end $$`,
  `create trigger entries_replaced after update on entries for each row when (${isOtherState})
     execute function keep_replaced_entry()`,
  'create trigger entries_deleted after delete on entries for each row execute function keep_replaced_entry()',
];
