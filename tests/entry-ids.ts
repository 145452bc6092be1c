/** Predictable ids of entries: in test databases the first entry of a user in a pool is `POOL:USER`. */
import { sql } from 'kysely';
import type { Store } from '#server/platform/db/connect.ts';

/** The id of a user's first entry in a pool. */
export function entryIdOf(poolId: string, userId: string): string {
  return `${poolId}:${userId}`;
}

const statements = {
  sqlite: [
    `create trigger test_entry_ids after insert on entries when new.number = 1 begin
      update entries set id = new.pool_id || ':' || new.player_id where id = new.id; end`,
  ],
  postgres: [
    `create function name_entry() returns trigger language plpgsql as $$
      begin
        if new.number = 1 then new.id := new.pool_id || ':' || new.player_id; end if;
        return new;
      end $$`,
    'create trigger test_entry_ids before insert on entries for each row execute function name_entry()',
  ],
};

/** Makes a new database use these ids. */
export async function nameEntries({ db, engine }: Store): Promise<void> {
  for (const statement of statements[engine]) await sql.raw(statement).execute(db);
}

/** Makes a database keep the ids with which entries are written, as outside of tests. */
export async function keepEntryIds({ db, engine }: Store): Promise<void> {
  await sql.raw(`drop trigger test_entry_ids ${engine === 'postgres' ? 'on entries' : ''}`).execute(db);
}
