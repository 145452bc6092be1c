import type { FastifyInstance } from 'fastify';
import { networkOf } from './limits.ts';

/** Minimum time between two lines of a user, in ms. */
const LINE_EVERY_MS = 1000;
/** Above this many users, those with an older line are dropped. */
const MANY = 1000;

/**
 * Logs each request, but at most one line per second and user, so that a flood of requests does not fill the disk. The next line says how
 * many were left out. Callers without a session are identified by network.
 */
export function addRequestLog(app: FastifyInstance, now: () => number = () => performance.now()): void {
  const lines = new Map<string, { at: number; left: number }>();
  let forgetAt = MANY;

  function forgetOld(time: number): void {
    for (const [who, { at }] of lines) if (time - at >= LINE_EVERY_MS) lines.delete(who);
    forgetAt = Math.max(MANY, 2 * lines.size);
  }

  app.addHook('onResponse', (request, reply, done) => {
    const { method, ip, caller } = request;
    const who = caller?.user.id ?? networkOf(ip);
    const time = now();
    const last = lines.get(who);
    if (last && time - last.at < LINE_EVERY_MS) {
      last.left += 1;
      done();
      return;
    }
    if (lines.size >= forgetAt) forgetOld(time);
    lines.set(who, { at: time, left: 0 });
    const path = loggedPath(request.url);
    const ms = Math.round(reply.elapsedTime);
    const leftOut = last?.left ? { leftOut: last.left } : {};
    const account = caller?.accountId;
    request.log.info({ method, path, status: reply.statusCode, ms, ip, account, ...leftOut }, 'request');
    done();
  });
}

/** A path without its query, and without the token of an invite link: old invite links have it in the path. */
function loggedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.replace(
    /^((?:\/|%2f)+(?:join|unsubscribe|api(?:\/|%2f)+(?:invites|calendars|unsubscribe))(?:\/|%2f)+).+$/i,
    '$1…',
  );
}
