import { setTimeout as pause } from 'node:timers/promises';
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { Compile } from 'typebox/compile';
import type { WebSocket } from 'ws';
import type { Watch } from '#contract/live.ts';
import { LIVE_PATH } from '#contract/live.ts';
import { WatchShape } from '#contract/watch.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/platform/http/call.ts';
import { sendFailure } from '#server/platform/http/errors.ts';
import type { PersonLimits } from '#server/platform/http/limits.ts';
import { tooManyRequests } from '#server/platform/http/limits.ts';
import { isSameOrigin } from '#server/platform/http/origin.ts';
import { checkAccess } from '#server/platform/http/routes.ts';
import { Connection, MessageRate, OpenConnections } from './connection.ts';
import { Heartbeat } from './heartbeat.ts';
import { Hub } from './hub.ts';

/** The largest message from a page, in bytes. */
const MAX_MESSAGE = 8192;
/** How long a socket has to close by itself, in ms. */
const CLOSE_MS = 1000;

/** Intervals that tests shorten. */
export interface LiveTimes {
  readonly rereadMs?: number;
  readonly beatMs?: number;
}

const watchMessage = Compile(WatchShape);

/** The WebSocket route of live pages; registered before the other routes. */
export async function addLive(app: FastifyInstance, deps: Deps, times: LiveTimes = {}): Promise<void> {
  const { store, clock, live, settings, personLimits } = deps;
  const onError = (error: unknown) => {
    if (deps.storage.note(error) === null) app.log.error({ err: error }, 'a live topic could not be read');
  };
  // Also called for messages that are too large; the socket closes by itself.
  const onBroken = (error: unknown) => app.log.debug({ err: error }, 'a live connection broke');
  const asksSecondFactor = settings.secondFactor === 'required';
  const hub = new Hub({ store, live, now: clock.now, onError, asksSecondFactor, ...times });
  const heartbeat = new Heartbeat(clock.now, times.beatMs);
  const connections = new OpenConnections(personLimits.connections);
  live.onChange((change) => hub.changed(change));
  app.addHook('preClose', async () => {
    heartbeat.close();
    await hub.close();
    await closeAll(app.websocketServer.clients);
  });

  await app.register(websocket, { options: { maxPayload: MAX_MESSAGE, perMessageDeflate: false } });
  app.after(() => {
    app.route({
      method: 'GET',
      url: LIVE_PATH,
      schema: { hide: true },
      onRequest: async (request, reply) => {
        if (!isSameOrigin(request, settings)) return sendFailure(reply, { failure: 'foreign_origin' });
        await checkAccess(deps, 'user', request, reply);
        if (reply.sent) return reply;
        const wait = personLimits.openings.take(request.caller?.user.id ?? '');
        if (wait > 0) return sendFailure(reply, tooManyRequests(wait));
      },
      preHandler: async (request, reply) => {
        if (request.ws) reply.raw.detachSocket(request.raw.socket);
      },
      handler: async (_request, reply) => sendFailure(reply, { failure: 'route_not_found' }),
      wsHandler: (socket, request) => {
        // The library's listener keeps the request for as long as the page is open, which is half of a connection's memory.
        socket.removeAllListeners('error').on('error', onBroken);
        const connection = new Connection(socket, request.caller as Caller);
        if (connections.add(connection)) serve(connection, { socket, hub, heartbeat, personLimits });
      },
    });
  });
}

interface Served {
  readonly socket: WebSocket;
  readonly hub: Hub<unknown>;
  readonly heartbeat: Heartbeat;
  readonly personLimits: PersonLimits;
}

function serve(connection: Connection, { socket, hub, heartbeat, personLimits }: Served): void {
  const rate = new MessageRate(personLimits.messages);
  hub.connect(connection);
  const remove = heartbeat.add(connection);
  socket.on('close', () => {
    remove();
    hub.disconnect(connection);
  });
  const accept = () => {
    if (socket.readyState !== socket.OPEN) return false;
    if (rate.add() && personLimits.calls.take(connection.userId) === 0) return true;
    connection.refuse(1008, 'too many messages');
    return false;
  };
  socket.on('ping', accept);
  socket.on('message', (data) => {
    if (!accept()) return;
    const refs = parseWatch(String(data));
    if (refs) hub.watch(connection, refs);
    else connection.refuse(1008, 'not understood');
  });
}

function parseWatch(text: string): Watch['watch'] | null {
  try {
    const message: unknown = JSON.parse(text);
    return watchMessage.Check(message) ? message.watch : null;
  } catch {
    return null;
  }
}

/** Waits for closing sockets, and terminates those that take too long. */
async function closeAll(sockets: Set<WebSocket>): Promise<void> {
  await emptied(sockets);
  for (const socket of sockets) socket.terminate();
  await emptied(sockets);
}

async function emptied(sockets: Set<WebSocket>): Promise<void> {
  const deadline = performance.now() + CLOSE_MS;
  while (sockets.size > 0 && performance.now() < deadline) await pause(10);
}
