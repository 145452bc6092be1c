import type { CreateTableBuilder, Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** What pools pay in and out, what was paid, and which prizes were told (decision 035). */
export function money(engine: Engine): Migration {
  const isSqlite = engine === 'sqlite';
  const time = isSqlite ? 'integer' : 'bigint';
  return {
    up: async (db: Kysely<unknown>) => {
      await table(db, 'pool_money')
        .addColumn('pool_id', 'text', (c) => c.primaryKey().references('pools.id'))
        .addColumn('fee', 'integer', (c) => c.notNull())
        .addColumn('week', 'integer', (c) => c.notNull())
        .addColumn('places', 'text', (c) => c.notNull())
        .execute();
      const payments = isSqlite
        ? table(db, 'pool_payments').addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
        : table(db, 'pool_payments').addColumn('id', 'bigserial', (c) => c.primaryKey());
      await payments
        .addColumn('pool_id', 'text', (c) => c.notNull().references('pools.id'))
        .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
        .addColumn('purpose', 'text', (c) => c.notNull())
        .addColumn('cents', 'integer', (c) => c.notNull().check(sql`cents > 0`))
        .addColumn('noted_by', 'text', (c) => c.notNull().references('users.id'))
        .addColumn('noted_at', time, (c) => c.notNull())
        .addColumn('undone_by', 'text', (c) => c.references('users.id'))
        .addColumn('undone_at', time)
        .execute();
      await sql`
        create unique index standing_payments on pool_payments (pool_id, user_id, purpose)
        where undone_at is null`.execute(db);
      await table(db, 'told_prizes')
        .addColumn('pool_id', 'text', (c) => c.notNull().references('pools.id'))
        .addColumn('purpose', 'text', (c) => c.notNull())
        .addColumn('shares', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('told_prizes_key', ['pool_id', 'purpose'])
        .execute();
    },
  };

  function table(db: Kysely<unknown>, name: string) {
    const made = db.schema.createTable(name) as CreateTableBuilder<string, string>;
    return isSqlite ? made.modifyEnd(sql`strict`) : made;
  }
}
