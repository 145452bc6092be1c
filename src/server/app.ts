import type { FastifyInstance } from 'fastify';
import Fastify, { LogController } from 'fastify';
import { addMailbox } from './demo/mailbox.ts';
import type { Deps } from './deps.ts';
import type { Settings } from './env/settings.ts';
import { answerBrokenRequest } from './http/broken-requests.ts';
import { addOpenApi } from './http/docs.ts';
import { errorHandler, sendFailure } from './http/errors.ts';
import { addGracefulShutdown } from './http/graceful-shutdown.ts';
import { addSecurityHeaders } from './http/headers.ts';
import { lazyCompilers } from './http/lazy-compilers.ts';
import { addOAuthCallback } from './http/oauth-callback.ts';
import { originRefusal } from './http/origin.ts';
import { addRequestLog } from './http/request-log.ts';
import { addRoutes } from './http/routes.ts';
import { addStatic } from './http/static.ts';
import type { LiveTimes } from './live/route.ts';
import { addLive } from './live/route.ts';

/** The largest body of a call, in bytes. */
const BODY_LIMIT = 64 * 1024;
/** The longest a request may take to arrive, in ms. */
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * The whole server but for its socket.
 * @param webRoot folder of the built web app; null serves the calls alone
 */
export async function createApp(deps: Deps, webRoot: string | null, liveTimes?: LiveTimes): Promise<FastifyInstance> {
  const { settings } = deps;
  const handleError = errorHandler(deps.storage);
  const app = Fastify({
    logger: settings.logLevel === 'silent' ? false : { level: settings.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false } },
    schemaController: { compilersFactory: lazyCompilers },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: handleError,
    clientErrorHandler: answerBrokenRequest,
  });
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(handleError);

  addGracefulShutdown(app);
  addSecurityHeaders(app, settings, webRoot);
  app.addHook('onRequest', (request, reply, done) => {
    const refused = deps.stopping() ? 'stopping' : originRefusal(request, settings);
    if (refused) sendFailure(reply, { failure: refused });
    else done();
  });
  if (logsRequests(settings)) addRequestLog(app);

  await addOpenApi(app, deps.sessions.cookieName);
  await addLive(app, deps, liveTimes);
  app.after(() => {
    addRoutes(app, deps);
    addOAuthCallback(app, deps);
    if (settings.kind === 'demo') addMailbox(app, deps);
  });
  await addStatic(app, webRoot);
  return app;
}

function logsRequests({ logLevel }: Settings): boolean {
  return logLevel === 'info' || logLevel === 'debug';
}
