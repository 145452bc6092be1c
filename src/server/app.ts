import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import Fastify, { LogController } from 'fastify';
import type { Deps } from './deps.ts';
import { addOpenApi } from './http/docs.ts';
import { handleError, sendFailure } from './http/errors.ts';
import { addSecurityHeaders } from './http/headers.ts';
import { addLive } from './http/live.ts';
import { originRefusal } from './http/origin.ts';
import { addRoutes } from './http/routes.ts';
import { addStatic } from './http/static.ts';

/** The largest body of a call, in bytes. */
const BODY_LIMIT = 64 * 1024;
/** The longest a request may take to arrive, in ms. */
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * The whole server but for its socket.
 * @param webRoot folder of the built web app; null serves the calls alone
 */
export async function createApp(deps: Deps, webRoot: string | null): Promise<FastifyInstance> {
  const { settings } = deps;
  const app = Fastify({
    logger: settings.logLevel === 'silent' ? false : { level: settings.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false } },
    forceCloseConnections: 'idle',
    frameworkErrors: handleError,
  });
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(handleError);

  app.addHook('onRequest', async (request, reply) => {
    const refused = originRefusal(request, settings);
    if (refused) await sendFailure(reply, { failure: refused });
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, ip } = request;
    const path = request.url.split('?', 1)[0];
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method, path, status: reply.statusCode, ms, ip }, 'request');
  });

  await addSecurityHeaders(app, settings);
  await app.register(cookie);
  await addOpenApi(app);
  await addLive(app, deps);
  app.after(() => addRoutes(app, deps));
  await addStatic(app, webRoot);
  return app;
}
