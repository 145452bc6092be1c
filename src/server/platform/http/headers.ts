import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '#server/platform/env/settings.ts';
import { isSecureAddress } from '#server/platform/local-names.ts';

/** One year, in seconds. */
const SECURE_FOR_S = 31_536_000;

/**
 * The constant security headers of every response. Pages run only scripts and styles from our own files, and the inline ones of the built
 * page, by hash. Headers that are defaults in current browsers, or obsolete, are left out, because each costs bytes in every response.
 * @param webRoot folder of the built web app; null if none is served
 */
export function securityHeaders(
  { publicUrl, hsts }: Settings,
  webRoot: string | null,
): Readonly<Record<string, string>> {
  const secure = publicUrl.protocol === 'https:';
  const scope = hsts === 'subdomains' ? '; includeSubDomains' : '';
  const policy = [
    "default-src 'self'",
    ["script-src 'self'", ...inlineScripts(webRoot)].join(' '),
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
    // Browsers ignore it, and complain, where an address is neither encrypted nor of this machine.
    ...(isSecureAddress(publicUrl) ? { 'cross-origin-opener-policy': 'same-origin-allow-popups' } : {}),
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    ...(secure ? { 'strict-transport-security': `max-age=${SECURE_FOR_S}${scope}` } : {}),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
  };
}

function inlineScripts(webRoot: string | null): string[] {
  const page = webRoot === null ? '' : join(webRoot, 'index.html');
  if (!existsSync(page)) return [];
  const scripts = readFileSync(page, 'utf8').matchAll(/<script>(.*?)<\/script>/gs);
  return [...scripts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

export function addSecurityHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
