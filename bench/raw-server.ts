/**
 * The baseline: bare `node:http` and `ws`, without any checks. A GET looks up the session and sends a prepared text, a PUT looks up the
 * session and commits one pick, a POST commits its body and sends it to all sockets.
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { WebSocketServer } from 'ws';
import { isPostgresUrl } from '#server/platform/db/connect.ts';
import { serve } from './processes.ts';

/** How long to wait for a lock, in ms: our server may have the same database open. */
const BUSY_MS = 5000;
/** Tables without foreign keys or history. */
const tables = `
  create table if not exists raw.picks (entry_id text, gid text, user_id text, side text, primary key (entry_id, gid, user_id));
  create table if not exists raw.scores (game text primary key, score text)`;
const statements = {
  pick: `insert into raw.picks (entry_id, gid, user_id, side) values ($1, $2, $3, $4)
    on conflict (entry_id, gid, user_id) do update set side = excluded.side`,
  score: `insert into raw.scores values ('game', $1) on conflict (game) do update set score = excluded.score`,
  /** The user of a session token ($1), and, where the path has a pool ($2) and a week ($3) of it, their role there. */
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

type Name = keyof typeof statements;

/** Runs a prepared statement. Resolves when a write is committed. @returns the first row of a read */
type Query = (name: Name, ...values: string[]) => Promise<Record<string, unknown> | undefined>;

async function openPostgres(connectionString: string): Promise<Query> {
  const pool = new pg.Pool({ connectionString, max: 10 });
  await pool.query(`create schema if not exists raw; ${tables}`);
  return async (name, ...values) => (await pool.query({ name, text: statements[name], values })).rows[0];
}

/** Writes into a file of its own: after a commit of another process to its file, our server would read all topics again. */
function openSqlite(file: string): Query {
  const database = new DatabaseSync(file, { timeout: BUSY_MS });
  database.prepare('attach ? as raw').run(`${file}-raw`);
  database.exec(`pragma raw.journal_mode = wal; pragma raw.synchronous = full; ${tables}`);
  const prepare = (name: Name) => database.prepare(statements[name].replaceAll(/\$(\d)/g, '?$1'));
  const prepared = { pick: prepare('pick'), score: prepare('score'), session: prepare('session') };
  return async (name, ...values) => prepared[name].get(...values);
}

function send(response: ServerResponse, status: number, body: Buffer | string): void {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, headers).end(body);
}

/** @param location of the league's database @param texts the replies to GET requests, by path @returns the port */
async function open(location: string, texts: Readonly<Record<string, string>>): Promise<number> {
  const query = isPostgresUrl(location) ? await openPostgres(location) : openSqlite(location);
  const replies = new Map(Object.entries(texts).map(([path, reply]) => [path, Buffer.from(reply)]));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', method, headers } = request;
    if (url === '/healthz') return send(response, 200, '{}');
    if (method === 'POST') {
      const message = await text(request);
      await query('score', message);
      send(response, 200, '{}');
      for (const client of sockets.clients) client.send(message);
      return;
    }
    const [, , , about = '', , week = ''] = url.split('/');
    const token = /session_token=([^.;]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
    const session = await query('session', token, about, week);
    if (!session) return send(response, 401, '{}');
    const reply = replies.get(url);
    if (reply) return send(response, 200, reply);
    const [pick] = JSON.parse(await text(request)).picks;
    await query('pick', about, pick.about, String(session.user_id), pick.value.side);
    send(response, 200, JSON.stringify({ picks: [{ saved: true, pick }] }));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // The load drops its last requests at the end of a run.
      if (!response.destroyed) throw error;
    });
  }).listen(0, '127.0.0.1');
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const acts = { open };
export type RawServerActs = typeof acts;
serve(acts);
