import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

const columns = 'pool_id, gid, user_id, side, revision, made_at, bus_by, bus_reason';
const oldValues = columns.replaceAll(/\w+/g, 'old.$&');

/** A state that its author replaces within the same second is not kept. */
const isOtherState = 'old.made_at / 1000 <> new.made_at / 1000 or old.bus_by is distinct from new.bus_by';

/**
 * A state of a pick is written into the history when it is replaced or deleted, not when it begins to stand: a first pick
 * writes one row, and a change within the same second changes one. `pick_history` is a view of both, what stood and what stands.
 */
export function replacedPicks(engine: Engine): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      for (const statement of engine === 'sqlite' ? onSqlite : onPostgres) await sql.raw(statement).execute(db);
    },
  };
}

/** What stands is in `picks`. */
const splitHistory = [
  'drop index history_of_a_pick',
  'alter table pick_history rename to replaced_picks',
  `delete from replaced_picks where exists (
     select 1 from picks
     where picks.pool_id = replaced_picks.pool_id and picks.gid = replaced_picks.gid
       and picks.user_id = replaced_picks.user_id and picks.revision = replaced_picks.revision
       and picks.made_at = replaced_picks.made_at and picks.side is not distinct from replaced_picks.side
       and picks.bus_by is not distinct from replaced_picks.bus_by)`,
  `create view pick_history as
     select ${columns} from replaced_picks union all select ${columns} from picks`,
];

const onSqlite = [
  'drop trigger picks_insert',
  'drop trigger picks_update',
  'drop trigger picks_same_second',
  ...splitHistory,
  `create trigger picks_replaced after update on picks when ${isOtherState} begin
     insert into replaced_picks (${columns}) values (${oldValues});
   end`,
  `create trigger picks_deleted after delete on picks begin
     insert into replaced_picks (${columns}) values (${oldValues});
   end`,
];

const onPostgres = [
  'drop trigger picks_insert on picks',
  'drop trigger picks_update on picks',
  'drop trigger picks_same_second on picks',
  'drop function write_pick_history',
  'drop function thin_pick_history',
  ...splitHistory,
  `create function keep_replaced_pick() returns trigger language plpgsql as $$
     begin
       insert into replaced_picks (${columns}) values (${oldValues});
       return null;
     end $$`,
  `create trigger picks_replaced after update on picks for each row when (${isOtherState})
     execute function keep_replaced_pick()`,
  `create trigger picks_deleted after delete on picks for each row execute function keep_replaced_pick()`,
];
