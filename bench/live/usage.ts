/** Loaded into a server with `--import`: reports what the process uses to clients of the port in USAGE_PORT. */
import { createServer } from 'node:net';

/** What a server uses. */
export interface Usage {
  /** Bytes of memory that the process occupies. */
  readonly rss: number;
  /** Processor time so far, in ms. */
  readonly processorMs: number;
}

/** Sent by a client that wants the garbage collected first. */
export const CLEAN = 'clean';

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  return { rss: process.memoryUsage.rss(), processorMs: (user + system) / 1000 };
}

if (process.env.USAGE_PORT) {
  createServer((socket) => {
    socket.once('data', (said) => {
      if (String(said) === CLEAN) global.gc?.();
      socket.end(JSON.stringify(usage()));
    });
  })
    .listen(Number(process.env.USAGE_PORT), '127.0.0.1')
    .unref();
}
