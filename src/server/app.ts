import type { FastifyInstance } from 'fastify';
import Fastify, { LogController } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import { errors } from '#contract/errors.ts';
import { addOAuthCallback } from './accounts/oauth-callback.ts';
import { addMailbox } from './demo/mailbox.ts';
import type { Deps } from './deps.ts';
import { handlers } from './handlers.ts';
import type { Settings } from './platform/env/settings.ts';
import { brokenRequestHandler } from './platform/http/broken-requests.ts';
import { addOpenApi } from './platform/http/docs.ts';
import { errorHandler, sendFailure } from './platform/http/errors.ts';
import { addGracefulShutdown } from './platform/http/graceful-shutdown.ts';
import { addSecurityHeaders, securityHeaders } from './platform/http/headers.ts';
import { lazyCompilers } from './platform/http/lazy-compilers.ts';
import { addMetrics } from './platform/http/metrics.ts';
import { originRefusal } from './platform/http/origin.ts';
import { addRequestLog } from './platform/http/request-log.ts';
import { addRoutes } from './platform/http/routes.ts';
import { addStatic } from './platform/http/static.ts';
import type { LiveTimes } from './platform/live/route.ts';
import { addLive } from './platform/live/route.ts';

/** The largest request body, in bytes. */
const BODY_LIMIT = 64 * 1024;
/** The longest a request may take to arrive, in ms. */
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Creates the server without a socket.
 * @param webRoot folder of the built web app; null to serve only the API
 */
export async function createApp(deps: Deps, webRoot: string | null, liveTimes?: LiveTimes): Promise<FastifyInstance> {
  const { settings } = deps;
  const handleError = errorHandler(deps.storage);
  const headers = securityHeaders(settings, webRoot);
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
    // No hook runs for an address that cannot be read.
    frameworkErrors: (error, request, reply) => handleError(error, request, reply.headers(headers)),
    clientErrorHandler: brokenRequestHandler(headers),
  });
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(handleError);

  addGracefulShutdown(app);
  addSecurityHeaders(app, headers);
  app.addHook('onRequest', (request, reply, done) => {
    const refused = deps.stopping() ? 'stopping' : originRefusal(request, settings);
    if (refused) sendFailure(reply, { failure: refused, ...whereToGo(refused, settings) });
    else done();
  });
  if (logsRequests(settings)) addRequestLog(app);
  if (settings.kind === 'league') addMetrics(app, deps);

  await addOpenApi(app, deps.accounts.sessions.cookieName);
  await addLive(app, deps, liveTimes);
  app.after(() => {
    addRoutes(app, deps, handlers);
    addOAuthCallback(app, deps);
    if (settings.kind === 'demo') addMailbox(app, deps);
  });
  await addStatic(app, webRoot);
  return app;
}

function logsRequests({ logLevel }: Settings): boolean {
  return logLevel === 'info' || logLevel === 'debug';
}

/** Who typed another name of the machine learns the one that the league answers to. */
function whereToGo(refused: ErrorCode, { kind, publicUrl }: Settings): { readonly message?: string } {
  if (refused !== 'unknown_host' || kind === 'demo') return {};
  return { message: `${errors.unknown_host.text} Open ${publicUrl.origin} instead.` };
}
