import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Who runs a pool. Pools that were there before have no commissioners until an admin names them. */
export function commissioners(engine: Engine): Migration {
  const time = sql.raw(engine === 'sqlite' ? 'integer' : 'bigint');
  return {
    up: async (db: Kysely<unknown>) => {
      await sql`
        create table pool_commissioners (
          pool_id text not null references pools (id),
          user_id text not null references users (id),
          named_at ${time} not null,
          named_by text references users (id),
          primary key (pool_id, user_id)
        )`.execute(db);
    },
  };
}
