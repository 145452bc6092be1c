import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Who entered a guess for a player, and why: null where it is the player's own. Its history knows it too. */
export function busGuesses(engine: Engine): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      for (const statement of [...markColumns, ...(engine === 'sqlite' ? onSqlite : onPostgres)])
        await sql.raw(statement).execute(db);
    },
  };
}

const columns = 'pool_id, week_id, user_id, gid, guess, revision, made_at, cleared_by, bus_by, bus_reason';
const oldValues = columns.replaceAll(/\w+/g, 'old.$&');

const isOtherState = `old.made_at / 1000 <> new.made_at / 1000 or old.gid <> new.gid
  or old.cleared_by is distinct from new.cleared_by or old.bus_by is distinct from new.bus_by`;

const markColumns = [
  'drop view guess_history',
  'alter table guesses add column bus_by text references users (id)',
  'alter table guesses add column bus_reason text',
  'alter table replaced_guesses add column bus_by text',
  'alter table replaced_guesses add column bus_reason text',
  `create view guess_history as select ${columns} from replaced_guesses union all select ${columns} from guesses`,
];

const onSqlite = [
  'drop trigger guesses_replaced',
  'drop trigger guesses_deleted',
  `create trigger guesses_replaced after update on guesses when ${isOtherState} begin
     insert into replaced_guesses (${columns}) values (${oldValues});
   end`,
  `create trigger guesses_deleted after delete on guesses begin
     insert into replaced_guesses (${columns}) values (${oldValues});
   end`,
];

const onPostgres = [
  `create or replace function keep_replaced_guess() returns trigger language plpgsql as $$
     begin
       insert into replaced_guesses (${columns}) values (${oldValues});
       return null;
     end $$`,
  'drop trigger guesses_replaced on guesses',
  `create trigger guesses_replaced after update on guesses for each row when (${isOtherState})
     execute function keep_replaced_guess()`,
];
