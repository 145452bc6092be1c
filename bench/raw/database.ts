import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { isPostgresUrl } from '#server/store/engine/connect.ts';
import type { RawTask } from './task.ts';

const POOL_SIZE = 10;

/** A table without foreign keys, history or anything to look after. */
const table =
  'create table if not exists raw_picks (pool_id text, gid text, user_id text, side text, primary key (pool_id, gid, user_id))';
const write = `insert into raw_picks (pool_id, gid, user_id, side) values ($1, $2, $3, $4)
  on conflict (pool_id, gid, user_id) do update set side = excluded.side`;

interface SessionRow {
  readonly user_id: string;
}

export interface RawDatabase {
  readonly findSession: (token: string, poolId: string, weekId: string) => Promise<SessionRow | undefined>;
  /** Ends when the pick is committed. */
  readonly savePick: (poolId: string, gid: string, userId: string, side: string) => Promise<void>;
}

type Query = NonNullable<RawTask['sessionQuery']>;

export async function openRawDatabase(location: string, query: Query | undefined): Promise<RawDatabase> {
  if (!query) throw new Error('There is no session query.');
  return isPostgresUrl(location) ? openPostgres(location, query) : openSqlite(location, query);
}

function openSqlite(file: string, query: Query): RawDatabase {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  database.exec(table);
  const select = database.prepare(query.sql);
  const upsert = database.prepare(write.replaceAll(/\$\d/g, '?'));
  return {
    findSession: async (...asked) => select.get(...(fill(query, ...asked) as string[])) as unknown as SessionRow,
    savePick: async (...pick) => {
      upsert.run(...pick);
    },
  };
}

async function openPostgres(url: string, query: Query): Promise<RawDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE });
  await pool.query(table);
  return {
    async findSession(...asked) {
      const values = fill(query, ...asked);
      return (await pool.query({ name: 'session', text: query.sql, values })).rows[0];
    },
    async savePick(...values) {
      await pool.query({ name: 'pick', text: write, values });
    },
  };
}

function fill({ parameters }: Query, token: string, poolId: string, weekId: string): unknown[] {
  const values: Readonly<Record<string, string>> = { $TOKEN: token, $POOL: poolId, $WEEK: weekId };
  return parameters.map((value) => values[String(value)] ?? value);
}
