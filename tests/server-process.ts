/** The server as a separate process, called over HTTP. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { freePort } from '../scripts/free-port.ts';
import { compileCache } from '../scripts/root.ts';
import { until } from './until.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const mainFile = fileURLToPath(new URL('../src/server/main.ts', import.meta.url));
const START_MS = 30_000;

export interface ServerProcess {
  readonly port: number;
  readonly origin: string;
  readonly child: ChildProcess;
  /** Everything it has written to stdout and stderr. */
  output(): string;
  /** Resolves when the process ends, with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  call(method: string, path: string, options?: CallOptions): Promise<HttpAnswer>;
}

export interface CallOptions {
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly port?: number;
  readonly args?: readonly string[];
  /** A program that runs the server, with its arguments. */
  readonly under?: readonly string[];
}

/** Starts the server and does not wait for it. */
export async function spawnServer(options: StartOptions = {}): Promise<ServerProcess> {
  const port = options.port ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const command = [...(options.under ?? []), process.execPath, mainFile, ...(options.args ?? [])];
  const { PATH = '', HOME = '' } = process.env;
  const env = {
    PATH,
    HOME,
    NODE_COMPILE_CACHE: compileCache,
    PORT: String(port),
    PUBLIC_URL: origin,
    LOG_LEVEL: 'error',
    FEED: 'off',
    ...options.env,
  };
  const child = spawn(command[0] ?? '', command.slice(1), { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  const agent = new Agent({ keepAlive: true });
  return {
    port,
    origin,
    child,
    output: () => output,
    ended,
    call: (method, path, call) => send(agent, origin, method, path, call),
  };
}

/** Starts the server and waits until it is open. @throws with its output if it does not start */
export async function startServer(options: StartOptions = {}): Promise<ServerProcess> {
  const server = await spawnServer(options);
  let over = false;
  server.ended.then(() => {
    over = true;
  });
  await until(() => over || server.output().includes('is open at'), START_MS);
  if (over) throw new Error(`The server did not start:\n${server.output()}`);
  return server;
}

function send(
  agent: Agent,
  origin: string,
  method: string,
  path: string,
  { cookie, body, headers: others }: CallOptions = {},
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      origin,
      ...others,
      ...(cookie === undefined ? {} : { cookie }),
      ...(payload === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    };
    const call = request(`${origin}${path}`, { method, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(payload);
  });
}
