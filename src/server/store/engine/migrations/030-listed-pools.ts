import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether a pool is listed for those who are not in it, as all were, and who made it: nobody is known for pools from before. */
export const listedPools: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table pools add column is_listed integer not null default 1`.execute(db);
    await sql`alter table pools add column made_by text references users (id)`.execute(db);
    await sql`create index pools_made_by on pools (made_by)`.execute(db);
  },
};
