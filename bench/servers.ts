/** The servers to measure, and their databases. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '#server/platform/db/connect.ts';
import { createTestDatabase, startPostgres } from '#tests/postgres.ts';
import { root } from '../scripts/root.ts';
import type { OwnServerActs } from './own-server.ts';
import { startProcess } from './processes.ts';
import type { RawServerActs } from './raw-server.ts';

/** Makes an empty database. @returns the path of its file, or its URL */
export async function makeDatabase(engine: Engine, cleanup: AsyncDisposableStack): Promise<string> {
  if (engine === 'postgres') {
    // Later calls find the server of the first one by its URL.
    const server = await startPostgres();
    cleanup.defer(() => server.stop());
    process.env.TEST_DATABASE_URL = server.url;
    const database = await createTestDatabase();
    cleanup.defer(() => database.drop());
    return database.url;
  }
  // Not in the system's temporary folder, which may be in memory, where a commit costs nothing.
  const build = join(root, '.build');
  mkdirSync(build, { recursive: true });
  const folder = mkdtempSync(join(build, 'bench-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'league.db');
}

export interface RunningServer extends AsyncDisposable {
  readonly port: number;
}

/** The league's own server. @param isLimited as `npm run serve` runs it; otherwise without the limits per person */
export async function startOwn(location: string, isLimited = false): Promise<RunningServer> {
  const server = startProcess<OwnServerActs>('./own-server.ts');
  return { ...server, port: await server.call('open', location, isLimited) };
}

/** The baseline. @param replies the texts that it sends, by path */
export async function startRaw(
  location: string,
  replies: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const server = startProcess<RawServerActs>('./raw-server.ts');
  return { ...server, port: await server.call('open', location, replies) };
}

export interface LeagueRequest {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** A request as a page of the league sends it. */
export function requestOf(cookie: string, method: LeagueRequest['method'], body?: unknown): LeagueRequest {
  const headers = { 'sec-fetch-site': 'same-origin', cookie };
  if (body === undefined) return { method, headers };
  return { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
