import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Compile } from 'typebox/compile';
import type { WebSocket } from 'ws';
import type { LiveMessage } from '#contract/live.ts';
import { LIVE_BEAT_MS, LIVE_PATH, Watch } from '#contract/live.ts';
import type { Caller } from '../auth/session.ts';
import type { Deps } from '../deps.ts';
import type { Viewer } from '../live/hub.ts';
import { Hub } from '../live/hub.ts';
import { watchLoader } from '../live/watch-loader.ts';
import { sendFailure } from './errors.ts';
import { comesFromUs } from './origin.ts';
import { checkAccess } from './routes.ts';

/** What a page says fits into this many bytes. */
const LARGEST_MESSAGE = 4096;
/** A page that reads so slowly that this many bytes wait for it is dropped; it comes back and gets the state anew. */
const LONGEST_BACKLOG = 1024 * 1024;

const watchMessage = Compile(Watch);

/** The one socket of a page; registered before the routes. */
export async function addLive(app: FastifyInstance, deps: Deps): Promise<void> {
  const onError = (error: unknown) => app.log.error({ err: error }, 'a live topic could not be read');
  const hub = new Hub({ store: deps.store, now: deps.clock.now, load: watchLoader(deps), onError });
  deps.live.onChange((change) => hub.changed(change));
  const sockets = new Set<WebSocket>();
  const beat = setInterval(() => {
    for (const socket of sockets) checkPulse(socket, deps.clock.now());
  }, LIVE_BEAT_MS);
  app.addHook('preClose', async () => {
    clearInterval(beat);
    hub.close();
  });

  await app.register(websocket, { options: { maxPayload: LARGEST_MESSAGE, perMessageDeflate: false } });
  app.after(() => {
    app.route({
      method: 'GET',
      url: LIVE_PATH,
      schema: { hide: true },
      onRequest: async (request, reply) => {
        if (!comesFromUs(request, deps.settings)) return sendFailure(reply, { failure: 'foreign_origin' });
        await checkAccess(deps, 'user', request, reply);
      },
      handler: async (_request, reply) => sendFailure(reply, { failure: 'route_not_found' }),
      wsHandler: (socket, request) => {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
        serve(socket, request, hub, deps.clock.now());
      },
    });
  });
}

function serve(socket: WebSocket, request: FastifyRequest, hub: Hub, now: number): void {
  const viewer = viewerOf(socket, request.caller as Caller);
  let turn = Promise.resolve();
  hub.connect(viewer);
  socket.on('close', () => hub.disconnect(viewer));
  socket.on('error', (error) => request.log.debug({ err: error }, 'a live connection broke'));
  socket.on('message', (data) => {
    const refs = parseWatch(String(data));
    if (!refs) return socket.close(1008, 'not understood');
    turn = turn
      .then(() => hub.watch(viewer, refs))
      .catch((error: unknown) => {
        request.log.error({ err: error }, 'a live topic could not be read');
        socket.close(1011, 'try again');
      });
  });
  say(socket, { kind: 'beat', now: Math.round(now) });
}

function viewerOf(socket: WebSocket, { user, token }: Caller): Viewer {
  return {
    token,
    userId: user.id,
    isAdmin: user.isAdmin,
    send(message) {
      if (socket.bufferedAmount > LONGEST_BACKLOG) socket.terminate();
      else socket.send(message, { binary: false });
    },
    close: () => socket.close(1001, 'come back'),
  };
}

function parseWatch(text: string): Watch['watch'] | null {
  try {
    const message: unknown = JSON.parse(text);
    return watchMessage.Check(message) ? message.watch : null;
  } catch {
    return null;
  }
}

/** A page that has not read the last beats is gone. */
function checkPulse(socket: WebSocket, now: number): void {
  if (socket.bufferedAmount > LARGEST_MESSAGE) socket.terminate();
  else say(socket, { kind: 'beat', now: Math.round(now) });
}

function say(socket: WebSocket, message: LiveMessage): void {
  socket.send(JSON.stringify(message));
}
