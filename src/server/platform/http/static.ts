import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendFailure } from './errors.ts';

const YEAR_S = 31_536_000;
const HOUR_S = 3600;

/** Serves the built web app; every path that is neither a file nor a call is a page. */
export async function addStatic(app: FastifyInstance, root: string | null): Promise<void> {
  if (root) {
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      globIgnore: ['**/*.br', '**/*.gz'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: cacheHeaders,
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
    if (!root || !isPage || request.url.startsWith('/api/')) return sendFailure(reply, { failure: 'route_not_found' });
    return reply.sendFile('index.html', root);
  });
}

/**
 * Built files have a hash in their name and never change; pictures are cached for an hour. The page, the worker and the manifest, which
 * decide which files are loaded, are revalidated each time.
 */
function cacheHeaders(reply: FastifyReply, path: string): void {
  const built = path.includes('/assets/app/');
  const picture = path.includes('/assets/');
  const age = built ? `public, max-age=${YEAR_S}, immutable` : picture ? `public, max-age=${HOUR_S}` : 'no-cache';
  reply.header('cache-control', age);
}
