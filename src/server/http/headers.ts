import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Settings } from '../env.ts';
import { isForwardedHeader } from './origin.ts';

/** One year, in seconds. */
const SECURE_FOR_S = 31_536_000;

/** Security headers of every answer, the same each time. No script or style but our own files runs in the pages. */
function securityHeaders({ publicUrl }: Settings): Readonly<Record<string, string>> {
  const secure = publicUrl.protocol === 'https:';
  const policy = [
    "default-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ];
  return {
    'content-security-policy': policy.join(';'),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': `max-age=${SECURE_FOR_S}` } : {}),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  };
}

export function addSecurityHeaders(app: FastifyInstance, settings: Settings): void {
  const headers = securityHeaders(settings);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
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
