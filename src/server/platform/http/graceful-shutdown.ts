import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How often idle connections are closed during shutdown, in ms: browsers would keep them open for minutes. */
const LOOK_MS = 50;
/** How long after the stop signal open connections are cut, in ms: shorter than the usual timeout of process managers. */
const LONGEST_GOODBYE_MS = 8000;

/** Answers requests in progress when the server stops, but lets no connection delay the shutdown. */
export function addGracefulShutdown(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const timers: NodeJS.Timeout[] = [];
  app.addHook('preClose', async () => {
    timers.push(setInterval(() => app.server.closeIdleConnections(), LOOK_MS));
    timers.push(setTimeout(() => sockets.forEach((socket) => void socket.destroy()), LONGEST_GOODBYE_MS));
  });
  app.addHook('onClose', async () => timers.forEach(clearTimeout));
}
