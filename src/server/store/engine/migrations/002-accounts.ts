import type { CreateTableBuilder, Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

type Table = CreateTableBuilder<string, string>;

/** What accounts need beyond the library's tables: mailed links, counted attempts, and the mails of a demo. */
export function accounts(engine: Engine): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      for (const table of tables(db, engine)) {
        await (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table).execute();
      }
      await db.schema
        .createIndex('one_login_for_each_identity')
        .unique()
        .on('logins')
        .columns(['providerId', 'accountId'])
        .execute();
      await db.schema.createIndex('links_of_an_account').on('account_links').column('account_id').execute();
    },
  };
}

function tables(db: Kysely<unknown>, engine: Engine): Table[] {
  const time = engine === 'sqlite' ? 'integer' : 'bigint';
  const table = (name: string): Table => db.schema.createTable(name) as Table;
  return [
    table('account_links')
      .addColumn('token_hash', 'text', (c) => c.primaryKey().notNull())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('purpose', 'text', (c) => c.notNull().check(sql`purpose in ('reset', 'verify')`))
      .addColumn('mailed_to', 'text')
      .addColumn('expires_at', time, (c) => c.notNull()),

    table('attempts')
      .addColumn('key', 'text', (c) => c.primaryKey().notNull())
      .addColumn('spent_until', time, (c) => c.notNull()),

    table('demo_mails')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('sent_at', time, (c) => c.notNull())
      .addColumn('recipient', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('html', 'text', (c) => c.notNull()),
  ];
}
