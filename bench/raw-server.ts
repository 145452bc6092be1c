/**
 * The baseline: bare `node:http` and `ws`, which check nothing. A session query as a prepared statement, and behind it one committed pick for
 * each PUT, or the text of a path. What a POST brings is committed as one row and then sent to all sockets.
 * In the environment: PORT, DATABASE_FILE or DATABASE_URL, and REPLIES, a file with the texts that it sends, by path.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { StatementSync } from 'node:sqlite';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { WebSocketServer } from 'ws';

const { PORT, DATABASE_FILE = '', DATABASE_URL, REPLIES } = process.env;
const texts = Object.entries<string>(REPLIES ? JSON.parse(readFileSync(REPLIES, 'utf8')) : {});
const replies = new Map(texts.map(([path, text]) => [path, Buffer.from(text)]));

/** Tables without foreign keys, history or anything else to maintain. */
const tables = [
  'create table if not exists raw_picks (pool_id text, gid text, user_id text, side text, primary key (pool_id, gid, user_id))',
  'create table if not exists raw_scores (game text primary key, score text)',
];
const queries = {
  pick: `insert into raw_picks (pool_id, gid, user_id, side) values ($1, $2, $3, $4)
    on conflict (pool_id, gid, user_id) do update set side = excluded.side`,
  score: `insert into raw_scores values ('game', $1) on conflict (game) do update set score = excluded.score`,
  /** Who a session token ($1) belongs to, and their role in a pool ($2) and a week ($3) of it. */
  session: `
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
    where sessions.token = $1`,
} as const;

/** Runs a prepared statement. Resolves when a write is committed. @returns the first row */
type Query = (name: keyof typeof queries, ...values: string[]) => Promise<Record<string, unknown> | undefined>;

async function openPostgres(connectionString: string): Promise<Query> {
  const pool = new pg.Pool({ connectionString, max: 10 });
  for (const table of tables) await pool.query(table);
  return async (name, ...values) => (await pool.query({ name, text: queries[name], values })).rows[0];
}

function openSqlite(): Query {
  const database = new DatabaseSync(DATABASE_FILE);
  database.exec(`pragma journal_mode = wal; pragma synchronous = full; ${tables.join(';')}`);
  // Prepared when first needed: a database for pages has no sessions.
  const statements: Partial<Record<keyof typeof queries, StatementSync>> = {};
  return async (name, ...values) => {
    statements[name] ??= database.prepare(queries[name].replaceAll(/\$(\d)/g, '?$1'));
    return statements[name].get(...values);
  };
}

const query = DATABASE_URL ? await openPostgres(DATABASE_URL) : openSqlite();

function send(response: ServerResponse, status: number, body: Buffer | string): void {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, headers).end(body);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '', method, headers } = request;
  if (method === 'POST') return broadcast(await text(request), response);
  const [, , , poolId = '', , part = ''] = url.split('/');
  const token = /session_token=([^.;]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
  const session = await query('session', token, poolId, part);
  if (!session) return send(response, 401, '{}');
  const reply = replies.get(url);
  if (reply) return send(response, 200, reply);
  if (method !== 'PUT') return send(response, 404, '{}');
  const { side } = JSON.parse(await text(request));
  await query('pick', poolId, part, String(session.user_id), side);
  send(response, 200, JSON.stringify({ side }));
}

async function broadcast(message: string, response: ServerResponse): Promise<void> {
  await query('score', message);
  send(response, 200, '{}');
  for (const client of sockets.clients) client.send(message);
}

const server = createServer((request, response) => {
  if (request.url === '/readyz' || request.url === '/healthz') return send(response, 200, '{}');
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    send(response, 500, '{}');
  });
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
server.listen(Number(PORT), '127.0.0.1');
