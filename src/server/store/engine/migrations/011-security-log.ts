import type { CreateTableBuilder, Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Who signed in, who failed to, and what else concerns the safety of accounts. */
export function securityLog(engine: Engine): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      const isSqlite = engine === 'sqlite';
      const time = isSqlite ? 'integer' : 'bigint';
      const made = db.schema.createTable('security_log') as CreateTableBuilder<string, string>;
      const numbered = isSqlite
        ? made.modifyEnd(sql`strict`).addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
        : made.addColumn('id', 'bigserial', (c) => c.primaryKey());
      await numbered
        .addColumn('at', time, (c) => c.notNull())
        .addColumn('event', 'text', (c) => c.notNull())
        .addColumn('account_id', 'text')
        .addColumn('actor_id', 'text')
        .addColumn('network', 'text')
        .addColumn('detail', 'text', (c) => c.notNull())
        .addColumn('times', 'integer', (c) => c.notNull())
        .execute();
      await db.schema.createIndex('security_of_an_account').on('security_log').columns(['account_id', 'id']).execute();
    },
  };
}
