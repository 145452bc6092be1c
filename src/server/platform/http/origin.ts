import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
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
 * into a home network. An unsafe method must come from our own pages, unless its route is open to others.
 */
export function originRefusal(request: FastifyRequest, settings: Settings): ErrorCode | null {
  if (!isOurHost(request, settings)) return 'unknown_host';
  if (isSafeMethod(request.method) || isSameOrigin(request, settings)) return null;
  if (request.routeOptions.config.isOpenToOthers) return null;
  return 'foreign_origin';
}

function isOurHost({ headers }: FastifyRequest, { kind, publicUrl }: Settings): boolean {
  if (publicUrl.protocol === 'https:') return true;
  if (kind === 'demo') return isLocal(headers) && !isForwarded(headers);
  return isLocal(headers) || headers.host?.toLowerCase() === publicUrl.host;
}

function hostOf({ host }: IncomingHttpHeaders): URL | null {
  return URL.parse(`http://${host ?? ''}`);
}

function isLocal(headers: IncomingHttpHeaders): boolean {
  const host = hostOf(headers);
  return host !== null && isLoopbackName(host.hostname);
}

function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some(isForwardedHeader);
}

/** Whether a request comes from this machine without a proxy: by the address of its socket, whatever headers are trusted. */
export function isDirect({ socket, headers }: FastifyRequest): boolean {
  const address = socket.remoteAddress ?? '';
  const isLoopback = ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
  return isLoopback && isLocal(headers) && !isForwarded(headers);
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
