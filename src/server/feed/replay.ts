import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#server/platform/clock.ts';
import type { RawResponse } from './espn/client.ts';

/**
 * A folder of recorded answers: `answers.jsonl` has a line for each, in order, and `bodies` has each distinct body once. It can also be
 * written by hand: a status of 0 is a connection that breaks.
 */
const LIST = 'answers.jsonl';
const BODIES = 'bodies';

/** One line of a recording. */
export interface RecordedResponse {
  /** ms */
  readonly at: number;
  /** Including the query. */
  readonly path: string;
  readonly status: number;
  /** A file in `bodies`; its name is a hash of its content. */
  readonly body: string;
  /** Delay of the answer, in ms. */
  readonly delayMs?: number;
}

/** Writes answers to a folder, which may already contain some. */
export class Recorder {
  readonly #folder: string;
  readonly #now: () => number;
  #count = 0;

  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
    mkdirSync(join(folder, BODIES), { recursive: true });
  }

  /** Number of answers written so far. */
  get count(): number {
    return this.#count;
  }

  add({ path, status, text }: Pick<RawResponse, 'path' | 'status' | 'text'>, delayMs?: number): void {
    const body = `${createHash('sha256').update(text).digest('hex').slice(0, 24)}.json`;
    const file = join(this.#folder, BODIES, body);
    if (!existsSync(file)) writeFileSync(file, text);
    const line: RecordedResponse = {
      at: this.#now(),
      path,
      status,
      body,
      ...(delayMs === undefined ? {} : { delayMs }),
    };
    appendFileSync(join(this.#folder, LIST), `${JSON.stringify(line)}\n`);
    this.#count += 1;
  }
}

/** A folder that cannot be replayed. */
export class RecordingError extends Error {}

/** The lines of a recording, by time. @throws RecordingError if the folder holds none */
export function readRecording(folder: string): RecordedResponse[] {
  try {
    const lines = readFileSync(join(folder, LIST), 'utf8').split('\n');
    const recorded = lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as RecordedResponse);
    return recorded.sort((a, b) => a.at - b.at);
  } catch (error) {
    throw new RecordingError(`${folder} holds no recording: ${(error as Error).message}`);
  }
}

export function readBody(folder: string, { body }: RecordedResponse): string {
  return readFileSync(join(folder, BODIES, body), 'utf8');
}

/** A server that answers as ESPN did at the time of a clock. */
export interface Replay {
  readonly url: URL;
  /** Number of requests received so far. */
  readonly requests: () => number;
  close(): Promise<void>;
}

export interface ReplayOptions {
  readonly clock: Clock;
  /** Any free port by default. */
  readonly port?: number;
}

/** A clock that starts at a given time and runs `speed` times as fast as real time. */
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

/** Normalizes the order of the query's parameters. */
function normal(path: string): string {
  const url = new URL(path, 'http://localhost');
  url.searchParams.sort();
  return `${url.pathname}?${url.searchParams}`;
}
