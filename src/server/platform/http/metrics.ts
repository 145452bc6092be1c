import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { isSame } from '#server/platform/is-same.ts';
import type { StoredReadings } from '#server/platform/metrics.ts';
import { readStored } from '#server/platform/metrics-reads.ts';
import { sendFailure } from './errors.ts';
import { isDirect } from './origin.ts';

const METRICS_PATH = '/metrics';
/** A database that does not answer for this long counts as away, in ms: shorter than the patience of Prometheus. */
const SILENCE_MS = 3000;

/** Counts all requests, and answers with the metrics of this server: to whoever has the token, or without one only on this machine. */
export function addMetrics(app: FastifyInstance, deps: Deps): void {
  const { metrics, settings } = deps;
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const [status, seconds] = [reply.statusCode, reply.elapsedTime / 1000];
    metrics.requestAnswered({ method, route: routeOf(request), status, seconds });
    done();
  });
  app.addHook('onListen', async () => metrics.watchProcess());
  app.route({
    method: 'GET',
    url: METRICS_PATH,
    schema: { hide: true },
    handler: async (request, reply) => {
      const { metricsToken: token } = settings;
      if (token === null && !isDirect(request)) return reply.callNotFound();
      if (token !== null && !isSame(request.headers.authorization ?? '', `Bearer ${token}`)) {
        reply.header('www-authenticate', 'Bearer');
        return sendFailure(reply, { failure: 'not_signed_in', message: 'This needs the token of the metrics.' });
      }
      const stored = await storedReadings(deps);
      const openPages = app.websocketServer.clients.size;
      const isStorageOk = stored !== null && deps.storage.fault === null;
      const text = await metrics.text({ openPages, isStorageOk, stored });
      return reply.header('cache-control', 'no-store').type(metrics.contentType).send(text);
    },
  });
}

/** The pattern of a request's route. Files are one route: each of the built ones has its own. */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'unmatched';
  return url.startsWith('/api/') || others.has(url) ? url : 'file';
}

const others: ReadonlySet<string> = new Set([METRICS_PATH, '/healthz', '/readyz', '/status']);

/** Null if the database cannot be read. */
export async function storedReadings({ store, clock, feed, report }: Deps): Promise<StoredReadings | null> {
  const reading = readStored(store.db, clock.now(), feed.jobs !== null);
  const fail = report('The metrics could not be read');
  try {
    return await Promise.race([reading, wait(SILENCE_MS, null, { ref: false })]);
  } catch (error) {
    fail(error);
    return null;
  }
}
