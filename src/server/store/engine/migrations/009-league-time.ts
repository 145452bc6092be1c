import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/**
 * PostgreSQL: the database's clock decides for all nodes (decision 017). `refuse_late_picks` is asked by the statement that
 * writes picks after all of them are written. The trigger looks when a transaction commits: until then others read the old
 * lock. Both fail with 40001, so that whoever wrote tries again.
 * SQLite needs none of this: a transaction waits before it begins, and nobody in its process reads until it has ended.
 */
export function leagueTime(engine: Engine): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      if (engine === 'postgres') for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

const statements = [
  `create function league_now() returns bigint language sql volatile as $$
     select floor(date_part('epoch', clock_timestamp()) * 1000)::bigint
   $$`,
  `create function refuse_late_picks(gids text[], node_now bigint) returns boolean language plpgsql volatile as $$
     begin
       if exists (select 1 from games where gid = any(gids)
                  and (status <> 'Not Started' or lock_at <= greatest(node_now, league_now()))) then
         raise exception 'A game was locked before its picks were written.' using errcode = '40001';
       end if;
       return true;
     end $$`,
  `create function refuse_moved_lock() returns trigger language plpgsql as $$
     begin
       if league_now() >= old.lock_at then
         raise exception 'The lock of game % was reached before it was moved.', old.gid using errcode = '40001';
       end if;
       return null;
     end $$`,
  `create constraint trigger first_lock_is_final after update of lock_at on games deferrable initially deferred
     for each row when (old.lock_at is distinct from new.lock_at) execute function refuse_moved_lock()`,
];
