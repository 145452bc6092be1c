import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/**
 * The tiebreak game of a pool's week, and its guesses (decision 027). As of picks, the database keeps a state when it is replaced
 * or deleted; `guess_history` is what stood and what stands.
 */
export function guesses(engine: Engine): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      const statements = [...tables(engine === 'sqlite' ? 'integer' : 'bigint')];
      statements.push(...(engine === 'sqlite' ? onSqlite : onPostgres));
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

const columns = 'pool_id, week_id, user_id, gid, guess, revision, made_at, cleared_by';
const oldValues = columns.replaceAll(/\w+/g, 'old.$&');

/** A state that its author replaces within the same second is not kept. */
const isOtherState = `old.made_at / 1000 <> new.made_at / 1000 or old.gid <> new.gid
  or old.cleared_by is distinct from new.cleared_by`;

const tables = (time: string) => [
  'alter table pool_weeks add column tiebreak_gid text',
  `alter table pool_weeks add column tiebreak_fixed_at ${time}`,
  `create table guesses (
     pool_id text not null references pools (id),
     week_id text not null references weeks (id),
     user_id text not null references users (id),
     gid text not null references games (gid),
     guess integer check (guess >= 0),
     revision integer not null,
     made_at ${time} not null,
     based_on integer,
     cleared_by text references users (id),
     constraint guesses_key primary key (pool_id, week_id, user_id))`,
  `create table replaced_guesses (
     pool_id text not null, week_id text not null, user_id text not null, gid text not null, guess integer,
     revision integer not null, made_at ${time} not null, cleared_by text)`,
  `create view guess_history as select ${columns} from replaced_guesses union all select ${columns} from guesses`,
];

const onSqlite = [
  `create trigger guesses_replaced after update on guesses when ${isOtherState} begin
     insert into replaced_guesses (${columns}) values (${oldValues});
   end`,
  `create trigger guesses_deleted after delete on guesses begin
     insert into replaced_guesses (${columns}) values (${oldValues});
   end`,
];

const onPostgres = [
  `create function keep_replaced_guess() returns trigger language plpgsql as $$
     begin
       insert into replaced_guesses (${columns}) values (${oldValues});
       return null;
     end $$`,
  `create trigger guesses_replaced after update on guesses for each row when (${isOtherState})
     execute function keep_replaced_guess()`,
  'create trigger guesses_deleted after delete on guesses for each row execute function keep_replaced_guess()',
];
