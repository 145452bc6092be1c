/** The program that plays the players. It speaks HTTP over bare sockets, so that it costs the servers little of the machine. */
import type { Connection, Gathered } from './connection.ts';
import { openConnection } from './connection.ts';
import type { FromClient, Run, ToClient } from './protocol.ts';

let connections: Connection[] = [];

function answer(message: FromClient): void {
  process.send?.(message);
}

async function run(ms: number): Promise<Run> {
  const gathered: Gathered = {
    until: performance.now() + ms,
    latencies: [],
    inTime: 0,
    failures: 0,
    firstFailure: null,
  };
  await Promise.all(connections.map((connection) => connection.run(gathered)));
  const sorted = Float64Array.from(gathered.latencies).sort();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const { failures, firstFailure } = gathered;
  return { perSecond: (gathered.inTime / ms) * 1000, p50: at(0.5), p99: at(0.99), failures, firstFailure };
}

async function obey(message: ToClient): Promise<void> {
  if (message.kind === 'open') {
    const { port, connections: planned } = message.target;
    connections = await Promise.all(planned.map((requests) => openConnection(port, requests)));
    answer({ kind: 'opened' });
  } else if (message.kind === 'run') {
    answer({ kind: 'ran', run: await run(message.ms) });
  } else {
    answer({ kind: 'acknowledged', byConnection: connections.map((connection) => connection.acknowledged) });
  }
}

process.on('message', (message: ToClient) => void obey(message));
process.on('disconnect', () => process.exit(0));
