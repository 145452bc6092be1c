import type { CreateTableBuilder, Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

type Table = CreateTableBuilder<string, string>;

/** What the feed remembers of games and weeks, and which node did what when. */
export function feed(engine: Engine): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      const time = engine === 'sqlite' ? 'integer' : 'bigint';
      const table = (name: string): Table => {
        const made = db.schema.createTable(name) as Table;
        return engine === 'sqlite' ? made.modifyEnd(sql`strict`) : made;
      };

      await table('feed_games')
        .addColumn('gid', 'text', (c) => c.primaryKey().notNull().references('games.gid'))
        .addColumn('source_id', 'text', (c) => c.unique())
        .addColumn('said', 'text', (c) => c.notNull())
        .addColumn('said_at', time, (c) => c.notNull())
        .addColumn('may_go_back', 'integer', (c) => c.notNull())
        .execute();

      await table('feed_weeks')
        .addColumn('week_id', 'text', (c) => c.primaryKey().notNull().references('weeks.id'))
        .addColumn('asked_at', time, (c) => c.notNull())
        .execute();

      await table('feed_jobs')
        .addColumn('job', 'text', (c) => c.primaryKey().notNull())
        .addColumn('slot', time, (c) => c.notNull())
        .addColumn('ran_at', time, (c) => c.notNull())
        .addColumn('succeeded_at', time)
        .addColumn('failures', 'integer', (c) => c.notNull())
        .addColumn('problems', 'text', (c) => c.notNull())
        .execute();

      await table('feed_slots')
        .addColumn('job', 'text', (c) => c.notNull())
        .addColumn('slot', time, (c) => c.notNull())
        .addColumn('node', 'text', (c) => c.notNull())
        .addColumn('claimed_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('feed_slots_key', ['job', 'slot'])
        .execute();
    },
  };
}
