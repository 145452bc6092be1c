import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The log of one pool is read in pages, the latest first: entries about the pool, and about games of its weeks. */
export const poolLog: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('audit_of_a_pool').on('audit_log').columns(['pool_id', 'id']).execute();
    await db.schema.createIndex('audit_of_a_week').on('audit_log').columns(['week_id', 'id']).execute();
  },
};
