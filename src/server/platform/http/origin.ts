import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import type { Settings } from '#server/platform/env/settings.ts';
import { isLoopbackName } from '#server/platform/local-names.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const forwardedHeaders = new Set(['forwarded', 'via', 'x-real-ip', 'true-client-ip', 'cf-connecting-ip']);

/** Whether a method is read-only. */
export function isSafeMethod(method: string): boolean {
  return safeMethods.has(method);
}

/** Whether a header is set by proxies to report the origin of a request. */
function isForwardedHeader(name: string): boolean {
  return forwardedHeaders.has(name) || name.startsWith('x-forwarded-');
}

/**
 * Why a request is refused before any other check; null if it is not. The demo answers only on loopback names, and no forwarded requests.
 * A league without encryption answers only on its own name and on loopback names, so that no page can reach it by a name that it directs
 * into the network at home. An unsafe method must come from our own pages, unless its route is open to others.
 */
export function originRefusal(request: FastifyRequest, settings: Settings): ErrorCode | null {
  if (!isOurHost(request, settings)) return 'unknown_host';
  if (isSafeMethod(request.method) || isSameOrigin(request, settings)) return null;
  if (request.routeOptions.config.isOpenToOthers) return null;
  return 'foreign_origin';
}

function isOurHost({ headers }: FastifyRequest, { kind, publicUrl }: Settings): boolean {
  if (publicUrl.protocol === 'https:') return true;
  const host = URL.parse(`http://${headers.host ?? ''}`);
  const isLocal = host !== null && isLoopbackName(host.hostname);
  if (kind === 'demo') return isLocal && !Object.keys(headers).some(isForwardedHeader);
  return isLocal || host?.host === publicUrl.host;
}

/** By `Sec-Fetch-Site` if the browser sends it, else by `Origin`; a request with neither is not from our pages. */
export function isSameOrigin({ headers }: FastifyRequest, settings: Settings): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  if (origin === undefined) return false;
  return settings.kind === 'demo' ? origin === `http://${headers.host}` : origin === settings.publicUrl.origin;
}

/** The URL by which a request reached us: a league has one, the demo answers on every loopback name. */
export function siteOf({ headers }: FastifyRequest, { kind, publicUrl }: Settings): string {
  const named = kind === 'demo' ? URL.parse(`http://${headers.host ?? ''}`) : null;
  return (named ?? publicUrl).origin;
}
