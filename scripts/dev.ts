/**
 * `npm run dev`: the demo league on a database of its own. Vite serves the pages, and replaces changed modules in the open
 * browser; the server restarts when one of its files changes. With `-- --replay DIR --speed N` it plays
 * a recording of `pickem feed record`.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createServer } from 'vite';
import { DEFAULT_PORT } from '#server/platform/env/settings.ts';
import { freePort } from './free-port.ts';
import { root } from './root.ts';

const webPort = Number(process.env.PORT ?? DEFAULT_PORT);
const serverPort = await freePort();
const toServer = { target: `http://127.0.0.1:${serverPort}`, changeOrigin: false, ws: true };

const web = await createServer({
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'warn',
  clearScreen: false,
  server: { port: webPort, strictPort: true, host: '127.0.0.1', proxy: { '/api': toServer, '/outbox': toServer } },
});

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', join(root, 'src/server/main.ts'), '--demo', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: String(serverPort), DEMO_FILE: process.env.DEMO_FILE ?? 'data/dev.db' },
  },
);
let listening = false;
// The server prints its own port; the address to open is that of Vite.
createInterface({ input: server.stdout }).on('line', (line) => {
  console.log(line.replaceAll(`:${serverPort}`, `:${webPort}`));
  if (line.includes('is open at')) void showPages();
});

/** Waits until the server answers. After a restart, open pages reload. */
async function showPages(): Promise<void> {
  if (listening) return web.ws.send({ type: 'full-reload' });
  listening = true;
  try {
    await web.listen();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
    await stop();
  }
}

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  server.kill('SIGTERM');
  await web.close();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
server.on('exit', stop);
