import type { CreateTableBuilder, Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';
import { accountTables } from './001-accounts.ts';
import { pickHistoryTriggers } from './001-pick-history.ts';

type Db = Kysely<unknown>;
type Table = CreateTableBuilder<string, string>;

/** Every table of specification section 3, and those of the accounts library. */
export function foundation(engine: Engine): Migration {
  return {
    up: async (db: Db) => {
      await accountTables(db, engine);
      for (const table of tables(db, engine)) await finish(table, engine).execute();
      await indexes(db);
      await pickHistoryTriggers(db, engine);
    },
  };
}

/** SQLite checks column types only when asked to. */
function finish(table: Table, engine: Engine): Table {
  return engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table;
}

function tables(db: Db, engine: Engine): Table[] {
  const time = engine === 'sqlite' ? 'integer' : 'bigint';
  const real = engine === 'sqlite' ? 'real' : 'double precision';
  const table = (name: string): Table => db.schema.createTable(name) as Table;
  const numbered = (name: string): Table =>
    engine === 'sqlite'
      ? table(name).addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      : table(name).addColumn('id', 'bigserial', (c) => c.primaryKey());

  return [
    table('meta')
      .addColumn('key', 'text', (c) => c.primaryKey().notNull())
      .addColumn('value', 'text', (c) => c.notNull()),

    table('pools')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('description', 'text', (c) => c.notNull())
      .addColumn('money_url', 'text', (c) => c.notNull())
      .addColumn('use_spread', 'integer', (c) => c.notNull())
      .addColumn('round_spread', 'integer', (c) => c.notNull())
      .addColumn('active_week_id', 'text')
      .addColumn('template', 'text')
      .addColumn('trash_talk_enabled', 'integer', (c) => c.notNull())
      .addColumn('created_at', time)
      .addColumn('deleted_at', time),

    table('users')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('account_id', 'text', (c) => c.unique().references('accounts.id'))
      .addColumn('display_name', 'text', (c) => c.notNull())
      .addColumn('is_enabled', 'integer', (c) => c.notNull())
      .addColumn('is_admin', 'integer', (c) => c.notNull())
      .addColumn('default_pool_id', 'text', (c) => c.references('pools.id'))
      .addColumn('created_at', time, (c) => c.notNull()),

    table('teams')
      .addColumn('abbr', 'text', (c) => c.primaryKey().notNull())
      .addColumn('short_name', 'text', (c) => c.notNull())
      .addColumn('long_name', 'text', (c) => c.notNull())
      .addColumn('city', 'text', (c) => c.notNull())
      .addColumn('mascot', 'text', (c) => c.notNull())
      .addColumn('conference', 'text', (c) => c.notNull())
      .addColumn('division', 'text', (c) => c.notNull())
      .addColumn('primary_color', 'text', (c) => c.notNull())
      .addColumn('secondary_color', 'text', (c) => c.notNull())
      .addColumn('accent_color', 'text', (c) => c.notNull()),

    table('team_records')
      .addColumn('team', 'text', (c) => c.notNull().references('teams.abbr'))
      .addColumn('season', 'integer', (c) => c.notNull())
      .addColumn('wins', 'integer', (c) => c.notNull())
      .addColumn('losses', 'integer', (c) => c.notNull())
      .addColumn('ties', 'integer', (c) => c.notNull())
      .addColumn('win_percentage', real, (c) => c.notNull())
      .addColumn('home_record', 'text', (c) => c.notNull())
      .addColumn('away_record', 'text', (c) => c.notNull())
      .addColumn('overall_record', 'text', (c) => c.notNull())
      .addColumn('updated_at', time, (c) => c.notNull())
      .addPrimaryKeyConstraint('team_records_key', ['team', 'season']),

    table('weeks')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('season', 'integer', (c) => c.notNull())
      .addColumn('number', 'integer', (c) => c.notNull())
      .addUniqueConstraint('weeks_order', ['season', 'number']),

    table('games')
      .addColumn('gid', 'text', (c) => c.primaryKey().notNull())
      .addColumn('week_id', 'text', (c) => c.notNull().references('weeks.id'))
      .addColumn('kickoff', time, (c) => c.notNull())
      .addColumn('time_tbd', 'integer', (c) => c.notNull())
      .addColumn('lock_at', time, (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('Not Started', 'In Progress', 'Final')`))
      .addColumn('void', 'text', (c) => c.check(sql`void in ('postponed', 'cancelled')`))
      .addColumn('home', 'text', (c) => c.notNull().references('teams.abbr'))
      .addColumn('away', 'text', (c) => c.notNull().references('teams.abbr'))
      .addColumn('home_score', 'integer', (c) => c.notNull().check(sql`home_score between 0 and 99`))
      .addColumn('away_score', 'integer', (c) => c.notNull().check(sql`away_score between 0 and 99`))
      .addColumn('spread', real)
      .addColumn('spread_note', 'text', (c) => c.notNull())
      .addColumn('situation', 'text', (c) => c.notNull())
      .addColumn('weather', 'text', (c) => c.notNull())
      .addColumn('allow_spread_update', 'integer', (c) => c.notNull())
      .addColumn('allow_time_update', 'integer', (c) => c.notNull())
      .addColumn('set_by_admin', 'text', (c) => c.notNull())
      .addColumn('updated_at', time, (c) => c.notNull()),

    numbered('trash_talk')
      .addColumn('pool_id', 'text', (c) => c.notNull().references('pools.id'))
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
      .addColumn('message', 'text', (c) => c.notNull())
      .addColumn('created_at', time, (c) => c.notNull()),

    table('pool_members')
      .addColumn('pool_id', 'text', (c) => c.notNull().references('pools.id'))
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
      .addColumn('enabled', 'integer', (c) => c.notNull())
      .addColumn('joined_at', time, (c) => c.notNull())
      .addPrimaryKeyConstraint('pool_members_key', ['pool_id', 'user_id']),

    table('pool_weeks')
      .addColumn('pool_id', 'text', (c) => c.notNull().references('pools.id'))
      .addColumn('week_id', 'text', (c) => c.notNull().references('weeks.id'))
      .addColumn('enabled', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('pool_weeks_key', ['pool_id', 'week_id']),

    table('picks')
      .addColumn('pool_id', 'text', (c) => c.notNull().references('pools.id'))
      .addColumn('gid', 'text', (c) => c.notNull().references('games.gid'))
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
      .addColumn('side', 'text', (c) => c.check(sql`side in ('home', 'away')`))
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('made_at', time, (c) => c.notNull())
      .addColumn('based_on', 'integer')
      .addColumn('bus_by', 'text', (c) => c.references('users.id'))
      .addColumn('bus_reason', 'text')
      .addPrimaryKeyConstraint('picks_key', ['pool_id', 'gid', 'user_id']),

    numbered('pick_history')
      .addColumn('pool_id', 'text', (c) => c.notNull())
      .addColumn('gid', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('side', 'text')
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('made_at', time, (c) => c.notNull())
      .addColumn('bus_by', 'text')
      .addColumn('bus_reason', 'text'),

    table('week_scores')
      .addColumn('pool_id', 'text', (c) => c.notNull().references('pools.id'))
      .addColumn('week_id', 'text', (c) => c.notNull().references('weeks.id'))
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
      .addColumn('score', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('week_scores_key', ['pool_id', 'week_id', 'user_id']),

    table('stale_weeks')
      .addColumn('week_id', 'text', (c) => c.primaryKey().notNull().references('weeks.id'))
      .addColumn('mark', 'text', (c) => c.notNull()),
  ];
}

async function indexes(db: Db): Promise<void> {
  const index = (name: string, table: string, columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns).execute();
  await index('games_by_week', 'games', ['week_id', 'kickoff']);
  await index('games_by_lock', 'games', ['lock_at']);
  await index('pools_of_a_user', 'pool_members', ['user_id']);
  await index('pools_of_a_week', 'pool_weeks', ['week_id']);
  await index('talk_of_a_pool', 'trash_talk', ['pool_id', 'id']);
}
