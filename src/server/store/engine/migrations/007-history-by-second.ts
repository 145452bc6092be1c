import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/**
 * The history of picks keeps the last state of each second: a state that its author replaces within the same second goes, in the
 * statement that replaces it. States by different authors (a player, an admin) all stay. What was written before stays, too.
 */
export function historyBySecond(engine: Engine): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      await db.schema.createIndex('history_of_a_pick').on('pick_history').columns(['user_id', 'gid']).execute();
      const statements = engine === 'sqlite' ? [sqliteTrigger] : [postgresFunction, postgresTrigger];
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

const sqliteTrigger = `
  create trigger picks_same_second after update on picks
  when old.made_at / 1000 = new.made_at / 1000 and old.bus_by is new.bus_by and old.revision < new.revision begin
    delete from pick_history
    where user_id = new.user_id and gid = new.gid and pool_id = new.pool_id and revision = old.revision;
  end`;

/** Planned while the history is empty, so it is told to use the index. */
const postgresFunction = `
  create function thin_pick_history() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    begin
      delete from pick_history as history
      using replaced join changed using (pool_id, gid, user_id)
      where replaced.made_at / 1000 = changed.made_at / 1000 and replaced.bus_by is not distinct from changed.bus_by
        and replaced.revision < changed.revision
        and history.user_id = replaced.user_id and history.gid = replaced.gid and history.pool_id = replaced.pool_id
        and history.revision = replaced.revision;
      return null;
    end $$`;

const postgresTrigger = `
  create trigger picks_same_second after update on picks
  referencing old table as replaced new table as changed for each statement execute function thin_pick_history()`;
