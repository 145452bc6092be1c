import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { RecordedResponse } from './recording.ts';
import { readBody, readRecording } from './recording.ts';

/** A server that answers as ESPN did at the moment that a clock shows. */
export interface Replay {
  readonly url: URL;
  /** Requests that came in up to now. */
  readonly requests: () => number;
  close(): Promise<void>;
}

export interface ReplayOptions {
  readonly clock: Clock;
  /** Any free one where none is given. */
  readonly port?: number;
}

/** A clock that begins at a moment and runs so many times as fast as others. */
export function replayClock(begin: number, speed: number, realNow: () => number = Date.now): Clock {
  const opened = realNow();
  return { speed, now: () => begin + Math.round((realNow() - opened) * speed) };
}

/** When a recording begins and ends, ms. */
export function spanOf(recording: readonly RecordedResponse[]): { readonly begin: number; readonly end: number } {
  return { begin: recording[0]?.at ?? 0, end: recording.at(-1)?.at ?? 0 };
}

/** Replays a folder on this machine only. */
export async function startReplay(folder: string, { clock, port = 0 }: ReplayOptions): Promise<Replay> {
  const byPath = Map.groupBy(readRecording(folder), ({ path }) => normal(path));
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const lines = byPath.get(normal(request.url ?? '')) ?? [];
    const line = lines.findLast(({ at }) => at <= clock.now());
    answer(folder, line, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: open } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${open}`),
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  folder: string,
  line: RecordedResponse | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!line) return void response.writeHead(404).end();
  if (line.delayMs) await pause(line.delayMs);
  if (line.status === 0) return void response.destroy();
  const etag = `"${line.body}"`;
  if (line.status === 200 && request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
  response.writeHead(line.status, { 'content-type': 'application/json', etag });
  response.end(readBody(folder, line));
}

/** The order of a query's parts means nothing. */
function normal(path: string): string {
  const url = new URL(path, 'http://localhost');
  url.searchParams.sort();
  return `${url.pathname}?${url.searchParams}`;
}
