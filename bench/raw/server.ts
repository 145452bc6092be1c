/**
 * The baseline: bare `node:http`, a session query as a prepared statement, and behind it one committed write for
 * each request, or bytes that lie ready. Nothing is checked that a server must check.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { RawDatabase } from './database.ts';
import { openRawDatabase } from './database.ts';
import type { RawTask } from './task.ts';

const [port, taskText = '{}'] = process.argv.slice(2);
const task: RawTask = JSON.parse(taskText);
const files = new Map(Object.entries(task.files ?? {}).map(([path, file]) => [path, readFileSync(file)]));
const database = task.location === null ? null : await openRawDatabase(task.location);

function send(response: ServerResponse, status: number, body: Buffer | string): void {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, headers).end(body);
}

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => resolve(text));
    request.on('error', reject);
  });
}

async function answer({ findSession, savePick }: RawDatabase, request: IncomingMessage, response: ServerResponse) {
  const { url = '', method, headers } = request;
  const [, , , poolId = '', , part = ''] = url.split('/');
  const token = /session_token=([^.;]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
  const session = await findSession(token, poolId, part);
  if (!session) return send(response, 401, '{}');
  const file = files.get(url);
  if (file) return send(response, 200, file);
  if (method !== 'PUT') return send(response, 404, '{}');
  const { side } = JSON.parse(await bodyOf(request));
  await savePick(poolId, part, session.user_id, side);
  send(response, 200, JSON.stringify({ side }));
}

const server = createServer((request, response) => {
  if (database === null || request.url === '/readyz') return send(response, 200, '{}');
  answer(database, request, response).catch((error: unknown) => {
    console.error(error);
    send(response, 500, '{}');
  });
});
server.listen(Number(port), '127.0.0.1');
