import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Engine } from '../connect.ts';

const columns = 'pool_id, gid, user_id, side, revision, made_at, bus_by, bus_reason';

/** The database writes the history itself, in the statement that changes a pick: no way around it, no second round trip. */
export async function pickHistoryTriggers(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const statements = engine === 'sqlite' ? sqliteTriggers() : postgresTriggers();
  for (const statement of statements) await sql.raw(statement).execute(db);
}

function sqliteTriggers(): string[] {
  const values = columns.replaceAll(/\w+/g, 'new.$&');
  return ['insert', 'update'].map(
    (act) =>
      `create trigger picks_${act} after ${act} on picks begin
         insert into pick_history (${columns}) values (${values});
       end`,
  );
}

function postgresTriggers(): string[] {
  const write = `create function write_pick_history() returns trigger language plpgsql as $$
    begin
      insert into pick_history (${columns}) select ${columns} from changed;
      return null;
    end $$`;
  const triggers = ['insert', 'update'].map(
    (act) =>
      `create trigger picks_${act} after ${act} on picks
         referencing new table as changed for each statement execute function write_pick_history()`,
  );
  return [write, ...triggers];
}
