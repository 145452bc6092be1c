import type { CreateTableBuilder, Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

type Table = CreateTableBuilder<string, string>;

/** How people come into pools, and who is reminded of picks that are missing. */
export function pools(engine: Engine): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      const time = engine === 'sqlite' ? 'integer' : 'bigint';
      const table = (name: string): Table => {
        const made = db.schema.createTable(name) as Table;
        return engine === 'sqlite' ? made.modifyEnd(sql`strict`) : made;
      };

      await db.schema
        .alterTable('users')
        .addColumn('wants_reminders', 'integer', (c) => c.notNull().defaultTo(1))
        .execute();

      await table('join_requests')
        .addColumn('pool_id', 'text', (c) => c.notNull().references('pools.id'))
        .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
        .addColumn('asked_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('join_requests_key', ['pool_id', 'user_id'])
        .execute();
      await db.schema.createIndex('requests_of_a_user').on('join_requests').columns(['user_id']).execute();

      await table('pool_invites')
        .addColumn('pool_id', 'text', (c) => c.primaryKey().notNull().references('pools.id'))
        .addColumn('token', 'text', (c) => c.notNull().unique())
        .addColumn('made_at', time, (c) => c.notNull())
        .execute();

      await table('reminders')
        .addColumn('pool_id', 'text', (c) => c.notNull().references('pools.id'))
        .addColumn('week_id', 'text', (c) => c.notNull().references('weeks.id'))
        .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('sent_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('reminders_key', ['pool_id', 'week_id', 'user_id', 'kind'])
        .execute();
    },
  };
}
