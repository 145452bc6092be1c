import type { CreateTableBuilder, Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Which imported players were joined to which accounts, and what was moved. A player is joined to one account at a time. */
export function players(engine: Engine): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      const isSqlite = engine === 'sqlite';
      const time = isSqlite ? 'integer' : 'bigint';
      const made = db.schema.createTable('player_joins') as CreateTableBuilder<string, string>;
      const numbered = isSqlite
        ? made.modifyEnd(sql`strict`).addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
        : made.addColumn('id', 'bigserial', (c) => c.primaryKey());
      await numbered
        .addColumn('player_id', 'text', (c) => c.notNull().references('users.id'))
        .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
        .addColumn('joined_by', 'text', (c) => c.notNull().references('users.id'))
        .addColumn('joined_at', time, (c) => c.notNull())
        .addColumn('moved', 'text', (c) => c.notNull())
        .addColumn('undone_at', time)
        .execute();
      await sql`create unique index joined_players on player_joins (player_id) where undone_at is null`.execute(db);
      await db.schema.createIndex('joins_of_a_user').on('player_joins').column('user_id').execute();
    },
  };
}
