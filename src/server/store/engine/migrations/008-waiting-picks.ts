import type { CreateTableBuilder, Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Picks of linked players that are copied to the account once their games are locked. */
export function waitingPicks(engine: Engine): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      const isSqlite = engine === 'sqlite';
      const table = db.schema.createTable('waiting_picks') as CreateTableBuilder<string, string>;
      const strict = isSqlite ? table.modifyEnd(sql`strict`) : table;
      await strict
        .addColumn('link_id', isSqlite ? 'integer' : 'bigint', (c) => c.notNull().references('player_joins.id'))
        .addColumn('pool_id', 'text', (c) => c.notNull().references('pools.id'))
        .addColumn('gid', 'text', (c) => c.notNull().references('games.gid'))
        .addPrimaryKeyConstraint('waiting_picks_key', ['link_id', 'pool_id', 'gid'])
        .execute();
    },
  };
}
