import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** How far each member has read the announcements of a pool, and an index of its log by act: they are read with every pool. */
export function announcements(engine: Engine): Migration {
  const kind = sql.raw(engine === 'sqlite' ? 'integer' : 'bigint');
  return {
    up: async (db: Kysely<unknown>) => {
      await sql`alter table pool_members add column told_until ${kind} not null default 0`.execute(db);
      await db.schema.createIndex('acts_of_a_pool').on('audit_log').columns(['pool_id', 'act', 'id']).execute();
    },
  };
}
