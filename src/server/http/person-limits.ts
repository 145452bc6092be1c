import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access, Route } from '#contract/route.ts';
import { tooManyRequests } from '../auth/refusals.ts';
import type { Deps } from '../deps.ts';
import type { Failure } from './call.ts';
import { sendFailure } from './errors.ts';
import { isSafeMethod } from './origin.ts';
import { noteLimit } from './security-notes.ts';

/** How long each further refusal is held back from a program that goes on calling, in ms. */
const HOLD_MS = 1000;

/** Connections with a request that is held. */
const holding = new WeakSet<Socket>();

/**
 * By what calls of a signed-in person are counted; null where they are not, because anyone may make them without a session.
 * Changes that any account may make end sessions. They count for the session: somebody who floods a stolen one must not keep its
 * owner, in another, from ending it.
 */
function countedBy(access: Access, method: string): 'person' | 'session' | null {
  if (isSafeMethod(method)) return 'person';
  if (access === 'anyone') return null;
  return access === 'account' ? 'session' : 'person';
}

/** Whether a call of a signed-in person is limited. */
export function isLimited(access: Access, method: string): boolean {
  return countedBy(access, method) !== null;
}

/** Refuses a call of a person or session that makes too many. After many refusals each further one is held back. */
export async function callRefusal(
  { personLimits: { calls, ofSession, refusals } }: Deps,
  access: Access,
  { caller, method, raw: { socket } }: FastifyRequest,
): Promise<Failure | null> {
  const by = countedBy(access, method);
  if (!caller || by === null) return null;
  const whose = by === 'session' ? caller.sessionId : caller.user.id;
  const wait = (by === 'session' ? ofSession : calls).take(whose);
  if (wait === 0) return null;
  if (refusals.take(whose) > 0) {
    // No browser sends a request on a connection while another waits there.
    if (holding.has(socket)) socket.destroy();
    holding.add(socket);
    await pause(HOLD_MS);
    holding.delete(socket);
  }
  return tooManyRequests(wait);
}

/** Whether a call counts as a change of the person who makes it. */
export function countsAsChange({ access }: Route, method: string): boolean {
  return !isSafeMethod(method) && countedBy(access, method) === 'person';
}

/** A hook for calls that count as changes: refuses those of a person who has made too many. */
export function limitChanges(deps: Deps, { changesIn }: Route) {
  const { changes } = deps.personLimits;
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const wait = changes.take(request.caller?.user.id ?? '', changesIn ? sizeOf(request.body, changesIn) : 1);
    if (wait === 0) {
      done();
      return;
    }
    const refused = tooManyRequests(wait);
    noteLimit(deps, request, refused);
    sendFailure(reply, refused);
  };
}

/** Entries of a list in the body, at least one. */
function sizeOf(body: unknown, list: string): number {
  const entries = (body as Readonly<Record<string, unknown>>)[list];
  return Array.isArray(entries) ? Math.max(entries.length, 1) : 1;
}
