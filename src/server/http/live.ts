import { setTimeout as pause } from 'node:timers/promises';
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { Compile } from 'typebox/compile';
import type { WebSocket } from 'ws';
import { LIVE_PATH, Watch } from '#contract/live.ts';
import type { PersonLimits } from '../auth/person-limits.ts';
import { tooManyRequests } from '../auth/refusals.ts';
import type { Caller } from '../auth/session.ts';
import type { Deps } from '../deps.ts';
import { Hub } from '../live/hub.ts';
import { watchLoader } from '../live/watch-loader.ts';
import { sendFailure } from './errors.ts';
import { MinuteCount } from './minute-count.ts';
import { OpenPages } from './open-pages.ts';
import { comesFromUs } from './origin.ts';
import { Page } from './page.ts';
import { Pulse } from './pulse.ts';
import { checkAccess } from './routes.ts';

/** What a page says fits into this many bytes. */
const LARGEST_MESSAGE = 8192;
/** A page that does not answer a goodbye is cut off this much later, in ms. */
const CLOSE_MS = 1000;

/** What tests make shorter. */
export interface LiveTimes {
  readonly rereadMs?: number;
  readonly beatMs?: number;
}

const watchMessage = Compile(Watch);

/** The one socket of a page; registered before the routes. */
export async function addLive(app: FastifyInstance, deps: Deps, times: LiveTimes = {}): Promise<void> {
  const { store, clock, live, settings, personLimits } = deps;
  const onError = (error: unknown) => {
    if (deps.storage.note(error) === null) app.log.error({ err: error }, 'a live topic could not be read');
  };
  // Also for what is too large: the socket closes by itself.
  const onBroken = (error: unknown) => app.log.debug({ err: error }, 'a live connection broke');
  const hub = new Hub({ store, now: clock.now, load: watchLoader(deps), onError, ...times });
  const pulse = new Pulse(clock.now, times.beatMs);
  const pages = new OpenPages(personLimits.connections);
  live.onChange((change) => hub.changed(change));
  app.addHook('preClose', async () => {
    pulse.close();
    await hub.close();
    await cutOff(app.websocketServer.clients);
  });

  await app.register(websocket, { options: { maxPayload: LARGEST_MESSAGE, perMessageDeflate: false } });
  app.after(() => {
    app.route({
      method: 'GET',
      url: LIVE_PATH,
      schema: { hide: true },
      onRequest: async (request, reply) => {
        if (!comesFromUs(request, settings)) return sendFailure(reply, { failure: 'foreign_origin' });
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
        // The listener that is there holds the request for as long as the page is open, and that is half of its memory.
        socket.removeAllListeners('error').on('error', onBroken);
        const page = new Page(socket, request.raw.socket, request.caller as Caller);
        if (pages.add(page)) serve(page, { socket, hub, pulse, personLimits });
      },
    });
  });
}

interface Served {
  readonly socket: WebSocket;
  readonly hub: Hub;
  readonly pulse: Pulse;
  readonly personLimits: PersonLimits;
}

function serve(page: Page, { socket, hub, pulse, personLimits }: Served): void {
  const minute = new MinuteCount(personLimits.messages);
  hub.connect(page);
  const forget = pulse.add(page);
  socket.on('close', () => {
    forget();
    hub.disconnect(page);
  });
  const isHeard = () => {
    if (socket.readyState !== socket.OPEN) return false;
    if (minute.add() && personLimits.calls.take(page.userId) === 0) return true;
    page.turnAway(1008, 'too many messages');
    return false;
  };
  socket.on('ping', isHeard);
  socket.on('message', (data) => {
    if (!isHeard()) return;
    const refs = parseWatch(String(data));
    if (refs) hub.watch(page, refs);
    else page.turnAway(1008, 'not understood');
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

/** Waits for the sockets that are closing, but not for long. */
async function cutOff(sockets: Set<WebSocket>): Promise<void> {
  await emptied(sockets);
  for (const socket of sockets) socket.terminate();
  await emptied(sockets);
}

async function emptied(sockets: Set<WebSocket>): Promise<void> {
  const deadline = performance.now() + CLOSE_MS;
  while (sockets.size > 0 && performance.now() < deadline) await pause(10);
}
