import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/free-port.ts';
import { startGuarded } from '../../scripts/guard.ts';
import { environment } from '../league.ts';
import type { RunningServer } from '../servers.ts';
import { started, unlimitedProgram } from '../servers.ts';
import { withManySockets } from './crowd.ts';
import type { Usage } from './usage.ts';
import { CLEAN } from './usage.ts';

const rawProgram = fileURLToPath(new URL('./raw-server.ts', import.meta.url));
const usageProgram = new URL('./usage.ts', import.meta.url).href;

/** A server that can be asked what it uses. */
export interface WatchedServer extends RunningServer {
  readonly usage: () => Promise<Usage>;
  /** Bytes of memory that it occupies once its garbage is collected. */
  readonly memory: () => Promise<number>;
}

export async function startOwn(location: string): Promise<WatchedServer> {
  const port = await freePort();
  return start([unlimitedProgram], port, environment(location, port));
}

export async function startRaw(location: string): Promise<WatchedServer> {
  const port = await freePort();
  return start([rawProgram, String(port), location], port, {});
}

async function start(
  program: readonly string[],
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<WatchedServer> {
  const usagePort = await freePort();
  const command = withManySockets(['--expose-gc', '--import', usageProgram, ...program]);
  const env = { ...process.env, ...settings, USAGE_PORT: String(usagePort) };
  const server = await started(startGuarded({ ...command, env, stopSignal: 'SIGKILL' }), port);
  const memory = async () => {
    await askUsage(usagePort, CLEAN); // What this frees is given back by the next.
    return (await askUsage(usagePort, CLEAN)).rss;
  };
  return { ...server, memory, usage: () => askUsage(usagePort, 'now') };
}

function askUsage(port: number, said: string): Promise<Usage> {
  const socket = connect(port, '127.0.0.1');
  socket.write(said);
  return text(socket).then((answer) => JSON.parse(answer));
}
