/**
 * The baseline: bare `ws`. What a POST brings is committed as one row and then sent to everyone as it is.
 * `node raw-server.ts PORT LOCATION`
 */
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { WebSocketServer } from 'ws';
import { isPostgresUrl } from '#server/platform/db/connect.ts';

const [port, location = ''] = process.argv.slice(2);

const table = 'create table if not exists raw_scores (game text primary key, score text)';
const write = 'insert into raw_scores values ($1, $2) on conflict (game) do update set score = excluded.score';

async function openDatabase(): Promise<(score: string) => Promise<void>> {
  if (isPostgresUrl(location)) {
    const pool = new pg.Pool({ connectionString: location });
    await pool.query(table);
    return async (score) => void (await pool.query({ name: 'write', text: write, values: ['game', score] }));
  }
  const database = new DatabaseSync(location);
  database.exec(`pragma journal_mode = wal; pragma synchronous = full; ${table}`);
  const statement = database.prepare(write.replaceAll(/\$\d/g, '?'));
  return async (score) => void statement.run('game', score);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = await request.toArray();
  return Buffer.concat(parts).toString();
}

const save = await openDatabase();
const server = createServer(async (request, response) => {
  if (request.method !== 'POST') return response.end('{}');
  const message = await bodyOf(request);
  await save(message);
  response.end('{}');
  for (const client of sockets.clients) client.send(message);
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
server.listen(Number(port), '127.0.0.1');
