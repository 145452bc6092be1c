import type { FastifyInstance } from 'fastify';
import { networkOf } from './limits.ts';

/** Each person has one line in so many ms. */
const LINE_EVERY_MS = 1000;
/** Above this many people, those whose line is older than that are forgotten. */
const MANY = 1000;

/**
 * Writes a line for each request, but one a second for each person at most: a flood of requests must not fill the disk. The next
 * line says how many were left out. Those who are not signed in are told apart by their network.
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

/** A path without its query, and without the token of an invite link: links that were handed out once had it in their path. */
function loggedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.replace(
    /^((?:\/|%2f)+(?:join|unsubscribe|api(?:\/|%2f)+(?:invites|calendars|unsubscribe))(?:\/|%2f)+).+$/i,
    '$1…',
  );
}
