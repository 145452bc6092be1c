import type { FastifyRequest } from 'fastify';
import { errors } from '#contract/errors.ts';
import type { SecurityEvent } from '#core/security-events.ts';
import { networkOf } from '../auth/address.ts';
import type { Deps } from '../deps.ts';
import type { Failure } from './call.ts';

const FORBIDDEN = 403;
const TOO_MANY = 429;

/** Notes that somebody who is signed in called a route that they may not. */
export function noteRefusal(deps: Deps, request: FastifyRequest, failure: Failure): void {
  if (request.caller && errors[failure.failure].status === FORBIDDEN) note(deps, request, 'refused', failure);
}

/** Notes that somebody reached a limit. */
export function noteLimit(deps: Deps, request: FastifyRequest, failure: Failure): void {
  if (errors[failure.failure].status === TOO_MANY) note(deps, request, 'limited', failure);
}

function note({ security }: Deps, request: FastifyRequest, event: SecurityEvent, { accountId }: Failure): void {
  const whose = accountId === undefined ? (request.caller?.accountId ?? null) : accountId;
  const { method, url } = request.routeOptions;
  security.note({ event, accountId: whose, network: networkOf(request.ip), detail: `${method} ${url}` });
}
