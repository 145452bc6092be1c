import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Scores are counted in halves of a point. The column has another name, so that no older version takes one for points. */
export const halves: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table week_scores rename column score to halves`.execute(db);
    await sql`update week_scores set halves = 2 * halves`.execute(db);
  },
};
