import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Connections that fell idle are ended this often while the server stops, in ms: browsers would hold them for minutes. */
const LOOK_MS = 50;
/** Whatever is still open this long after the server was told to stop is cut, in ms: before those who told it lose patience. */
const LONGEST_GOODBYE_MS = 8000;

/** Lets requests that are under way be answered when the server stops, but lets no connection hold it up. */
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
