import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/**
 * PostgreSQL: a lock is made later no more from two seconds before it is reached (decision 017). `first_lock_is_final` looks
 * just before a commit is flushed, and others see the old lock until it is.
 */
export function lockMargin(engine: Engine): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      if (engine === 'postgres') await sql.raw(refuseMovedLock).execute(db);
    },
  };
}

const refuseMovedLock = `create or replace function refuse_moved_lock() returns trigger language plpgsql as $$
  declare
    margin int := case when new.lock_at < old.lock_at then 0 else 2000 end;
  begin
    if league_now() + margin >= old.lock_at then
      raise exception 'The lock of game % was reached before it was moved.', old.gid using errcode = '40001';
    end if;
    return null;
  end $$`;
