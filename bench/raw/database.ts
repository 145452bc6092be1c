import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { isPostgresUrl } from '#server/platform/db/connect.ts';

const POOL_SIZE = 10;

/** A table without foreign keys, history or anything to look after. */
const table =
  'create table if not exists raw_picks (pool_id text, gid text, user_id text, side text, primary key (pool_id, gid, user_id))';
const write = `insert into raw_picks (pool_id, gid, user_id, side) values ($1, $2, $3, $4)
  on conflict (pool_id, gid, user_id) do update set side = excluded.side`;

/** Who a session token ($1) belongs to, and where they stand in a pool ($2) and a week ($3) of it. */
const session = `
  select sessions.id, sessions."expiresAt", sessions."createdAt", sessions."updatedAt",
    accounts.id as account_id, accounts.name, accounts.email,
    users.id as user_id, users.display_name, users.is_enabled, users.is_admin, users.default_pool_id,
    pools.id as pool_id, pools.is_listed, pool_members.enabled as member, pool_commissioners.user_id as commissioner,
    pool_weeks.enabled as pool_week
  from sessions
  join accounts on accounts.id = sessions."userId"
  left join users on users.account_id = accounts.id
  left join pools on pools.id = $2 and pools.deleted_at is null
  left join pool_members on pool_members.pool_id = pools.id and pool_members.user_id = users.id
  left join pool_commissioners on pool_commissioners.pool_id = pools.id and pool_commissioners.user_id = users.id
  left join pool_weeks on pool_weeks.pool_id = pools.id and pool_weeks.week_id = $3
  where sessions.token = $1`;

interface SessionRow {
  readonly user_id: string;
}

export interface RawDatabase {
  readonly findSession: (token: string, poolId: string, weekId: string) => Promise<SessionRow | undefined>;
  /** Ends when the pick is committed. */
  readonly savePick: (poolId: string, gid: string, userId: string, side: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openRawDatabase(location: string): Promise<RawDatabase> {
  return isPostgresUrl(location) ? openPostgres(location) : openSqlite(location);
}

function openSqlite(file: string): RawDatabase {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  database.exec(table);
  const prepare = (query: string) => database.prepare(query.replaceAll(/\$(\d)/g, '?$1'));
  const [select, upsert] = [prepare(session), prepare(write)];
  return {
    findSession: async (...asked) => select.get(...asked) as unknown as SessionRow | undefined,
    savePick: async (...pick) => void upsert.run(...pick),
    close: async () => database.close(),
  };
}

async function openPostgres(url: string): Promise<RawDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE });
  await pool.query(table);
  return {
    findSession: async (...values) => (await pool.query({ name: 'session', text: session, values })).rows[0],
    savePick: async (...values) => void (await pool.query({ name: 'pick', text: write, values })),
    close: () => pool.end(),
  };
}
