import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Settings } from '../env.ts';
import { isForwardedHeader } from './origin.ts';

/** Security headers for every answer. No script or style but our own files runs in the pages. */
export async function addSecurityHeaders(app: FastifyInstance, { publicUrl }: Settings): Promise<void> {
  const secure = publicUrl.protocol === 'https:';
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
}

/**
 * The headers of a request in the form that the accounts library reads. It takes the caller's address from a header that
 * anyone can send, so it gets the one that we believe.
 */
export function webHeaders(request: FastifyRequest): Headers {
  const headers = new Headers({ 'x-forwarded-for': request.ip });
  for (const [name, value] of Object.entries(request.headers)) {
    if (isForwardedHeader(name)) continue;
    if (typeof value === 'string') headers.set(name, value);
    else for (const part of value ?? []) headers.append(name, part);
  }
  return headers;
}
