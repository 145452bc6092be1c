import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** `NO_LOCK` of core as it was when this migration was written. */
const NO_LOCK = 253_370_764_800_000;

/**
 * A game that is postponed and still open has no lock (decision 043). On PostgreSQL, a game that moves to another week opens there:
 * `refuse_moved_lock` lets a lock go that its writer saw reached, and still refuses one that was reached after that.
 */
export function postponedLocks(engine: Engine): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      for (const statement of engine === 'sqlite' ? onSqlite : onPostgres) await sql.raw(statement).execute(db);
    },
  };
}

const unlock = (now: string) => `update games set lock_at = ${NO_LOCK}
  where void = 'postponed' and status = 'Not Started' and lock_at > ${now}`;

const onSqlite = [unlock("cast(strftime('%s', 'now') as integer) * 1000")];

const onPostgres = [
  `create or replace function refuse_moved_lock() returns trigger language plpgsql as $$
    declare
      margin int := case when new.lock_at < old.lock_at then 0 else 2000 end;
    begin
      if new.week_id <> old.week_id and old.lock_at <= new.updated_at then
        return null;
      end if;
      if league_now() + margin >= old.lock_at then
        raise exception 'The lock of game % was reached before it was moved.', old.gid using errcode = '40001';
      end if;
      return null;
    end $$`,
  'set constraints first_lock_is_final immediate',
  unlock('league_now() + 2000'),
  'set constraints first_lock_is_final deferred',
];
