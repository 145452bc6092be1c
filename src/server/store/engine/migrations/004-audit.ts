import type { CreateTableBuilder, Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** What admins did, and who. */
export function audit(engine: Engine): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      const isSqlite = engine === 'sqlite';
      const time = isSqlite ? 'integer' : 'bigint';
      const made = db.schema.createTable('audit_log') as CreateTableBuilder<string, string>;
      const numbered = isSqlite
        ? made.modifyEnd(sql`strict`).addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
        : made.addColumn('id', 'bigserial', (c) => c.primaryKey());
      await numbered
        .addColumn('at', time, (c) => c.notNull())
        .addColumn('actor_id', 'text', (c) => c.references('users.id'))
        .addColumn('act', 'text', (c) => c.notNull())
        .addColumn('pool_id', 'text')
        .addColumn('week_id', 'text')
        .addColumn('gid', 'text')
        .addColumn('user_id', 'text')
        .addColumn('before', 'text', (c) => c.notNull())
        .addColumn('after', 'text', (c) => c.notNull())
        .execute();
      await db.schema.createIndex('audit_of_a_user').on('audit_log').columns(['user_id', 'id']).execute();
      await db.schema.createIndex('audit_of_a_game').on('audit_log').columns(['gid', 'id']).execute();
    },
  };
}
