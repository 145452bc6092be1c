import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { errors } from '#contract/errors.ts';
import type { Access, Route } from '#contract/route.ts';
import type { SecurityEvent } from '#core/security-events.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import { Slots } from '#server/platform/fair-queue.ts';
import { nextTurn, yieldToRequests } from '#server/platform/turns.ts';
import type { Failure } from './call.ts';
import { sendFailure } from './errors.ts';
import { isSafeMethod } from './origin.ts';

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

function note({ accounts }: Deps, request: FastifyRequest, event: SecurityEvent, { accountId }: Failure): void {
  const whose = accountId === undefined ? (request.caller?.accountId ?? null) : accountId;
  const { method, url } = request.routeOptions;
  accounts.security.note({ event, accountId: whose, network: networkOf(request.ip), detail: `${method} ${url}` });
}

/** How often somebody may do a thing: `burst` times at once, and once more each `everyMs`. */
export interface Rate {
  readonly burst: number;
  readonly everyMs: number;
}

/** Below this many entries nothing is forgotten: looking for what may be costs more than keeping it. */
const FEW = 1000;

/**
 * Counts in memory how often each of many has done a thing, on this node alone. Each time pays for `everyMs` of the future, and
 * nobody may pay further ahead than their burst. A full bucket needs no memory: it is forgotten.
 */
export class TokenBuckets {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #paidUntil = new Map<string, number>();
  #forgetAt = FEW;

  /** @param now any clock in ms that never goes back */
  constructor(rate: Rate, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
  }

  /** Buckets that are not known to be full. */
  get size(): number {
    return this.#paidUntil.size;
  }

  /** @returns 0 where `times` are allowed and counted, else how long to wait, in ms; then none is counted */
  take(whose: string, times = 1): number {
    const { burst, everyMs } = this.#rate;
    const now = this.#now();
    const paidUntil = Math.max(this.#paidUntil.get(whose) ?? 0, now) + times * everyMs;
    const wait = paidUntil - (now + burst * everyMs);
    if (wait > 0) return wait;
    if (this.#paidUntil.size >= this.#forgetAt) this.#forgetFull(now);
    this.#paidUntil.set(whose, paidUntil);
    return 0;
  }

  #forgetFull(now: number): void {
    for (const [whose, paidUntil] of this.#paidUntil) if (paidUntil <= now) this.#paidUntil.delete(whose);
    this.#forgetAt = Math.max(FEW, 2 * this.#paidUntil.size);
  }
}

/** Groups of an IPv6 address that name one network (a household or a server gets a /64), and one customer of a provider. */
const [NETWORK_GROUPS, CUSTOMER_GROUPS] = [4, 3];

/** What attempts from an address are counted under. */
export interface Networks {
  /** One household or server: an IPv4 address, or a /64 of IPv6. */
  readonly network: string;
  /** What one customer may have at hand: a /24 of IPv4, or a /48 of IPv6. */
  readonly wider: string;
}

/** What is no address counts under itself. */
export function networksOf(address: string): Networks {
  if (!ipaddr.isValid(address)) return { network: address, wider: address };
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) {
    return { network: parsed.toString(), wider: `${parsed.octets.slice(0, 3).join('.')}.0/24` };
  }
  const groupsOf = (groups: number) => {
    const first = parsed.parts.slice(0, groups).map((part) => part.toString(16));
    return `${first.join(':')}::/${groups * 16}`;
  };
  return { network: groupsOf(NETWORK_GROUPS), wider: groupsOf(CUSTOMER_GROUPS) };
}

/** The network that an address belongs to. */
export function networkOf(address: string): string {
  return networksOf(address).network;
}

/**
 * Refuses an attempt, and says when the next one is worth while.
 * @param accountId the account that was tried, where it is not the caller's
 */
export function tooMany(waitMs: number, accountId?: string | null): Failure<'too_many_attempts'> {
  const message = `Too many attempts. Please try again in ${waitText(waitMs)}.`;
  return {
    failure: 'too_many_attempts',
    message,
    retryAfterMs: waitMs,
    ...(accountId === undefined ? {} : { accountId }),
  };
}

/** Refuses a call of somebody who makes too many. */
export function tooManyRequests(waitMs: number): Failure<'too_many_requests'> {
  const message = `That was a lot in a short time. Please try again in ${waitText(waitMs)}.`;
  return { failure: 'too_many_requests', retryAfterMs: waitMs, ...(waitMs > MINUTE_MS && { message }) };
}

/** Refuses work while too much of it is waiting. */
export function tooBusy(): Failure<'busy'> {
  return { failure: 'busy', retryAfterMs: 2000 };
}

function waitText(ms: number): string {
  const minutes = Math.ceil(ms / MINUTE_MS);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}

const SECOND = 1000;

/** What one person may do on one node, however many browsers and programs they use. */
export interface PersonRates {
  /** Changes: each pick, and each other call that changes something. */
  readonly changes: Rate;
  /** Calls of any kind, and messages of live connections. */
  readonly calls: Rate;
  /** Calls of one session that end sessions or belong to them (access `account`), and so count for no person. */
  readonly ofSession: Rate;
  /** Refusals that are answered at once; further ones are held. */
  readonly refusals: Rate;
  /** Live connections that are opened. */
  readonly openings: Rate;
  /** Readings of somebody's private calendar. */
  readonly calendarsOf: Rate;
  /** Readings of private calendars by one network: a large calendar program reads those of many people from one. */
  readonly calendarsFrom: Rate;
  /** Live connections that are open at the same time. */
  readonly connections: number;
  /** Messages of each of them in a minute. */
  readonly messages: number;
}

/** A season is picked in a few minutes, and a screen is a few calls; nobody who plays gets near these. */
export const personRates: PersonRates = {
  changes: { burst: 200, everyMs: SECOND / 2 },
  calls: { burst: 300, everyMs: SECOND / 20 },
  ofSession: { burst: 60, everyMs: SECOND },
  refusals: { burst: 20, everyMs: SECOND },
  openings: { burst: 60, everyMs: SECOND },
  calendarsOf: { burst: 20, everyMs: 30 * SECOND },
  calendarsFrom: { burst: 200, everyMs: SECOND / 2 },
  connections: 20,
  messages: 200,
};

type Counted = Exclude<keyof PersonRates, 'connections' | 'messages'>;

/** What each person has done lately. Kept in memory: a node counts for itself. */
export type PersonLimits = Readonly<Record<Counted, TokenBuckets>> & Pick<PersonRates, 'connections' | 'messages'>;

/** @param now any clock in ms that never goes back */
export function createPersonLimits(rates: PersonRates = personRates, now?: () => number): PersonLimits {
  const { changes, calls, ofSession, refusals, openings, calendarsOf, calendarsFrom, connections, messages } = rates;
  return {
    changes: new TokenBuckets(changes, now),
    calls: new TokenBuckets(calls, now),
    ofSession: new TokenBuckets(ofSession, now),
    refusals: new TokenBuckets(refusals, now),
    openings: new TokenBuckets(openings, now),
    calendarsOf: new TokenBuckets(calendarsOf, now),
    calendarsFrom: new TokenBuckets(calendarsFrom, now),
    connections,
    messages,
  };
}

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

/** Calls that run at once: on SQLite statements hold up the event loop, on PostgreSQL they hold connections that others need. */
const AT_ONCE: Readonly<Record<Engine, number>> = { sqlite: 1, postgres: 3 };
/** Calls of one person that are not answered yet, at most. */
const MOST = 30;
const RETRY_MS = 1000;
/** How often the event loop goes round before the next call begins: a quick request is read, looked up and answered meanwhile. */
const ROUNDS = 4;

/**
 * Calls that cost much, a few at once. People take turns, however many calls each of them makes, and quick requests of anybody run before
 * the next one begins.
 */
export class CostlyCalls {
  readonly #slots: Slots;
  readonly #open = new Map<string, number>();

  constructor(engine: Engine) {
    this.#slots = new Slots(AT_ONCE[engine]);
  }

  /** @param whose a person, or the network that a call without a session comes from. @returns a refusal where too many of theirs are waiting */
  async run<T>(whose: string, act: () => Promise<T>): Promise<T | Failure<'too_many_requests'>> {
    const open = this.#open.get(whose) ?? 0;
    if (open >= MOST) return tooManyRequests(RETRY_MS);
    this.#open.set(whose, open + 1);
    try {
      return await this.#slots.run({ whose, caps: () => [[whose, 1]] }, async () => {
        for (let round = 0; round < ROUNDS; round += 1) await nextTurn();
        await yieldToRequests();
        return act();
      });
    } finally {
      this.#close(whose);
    }
  }

  #close(whose: string): void {
    const open = (this.#open.get(whose) ?? 1) - 1;
    if (open === 0) this.#open.delete(whose);
    else this.#open.set(whose, open);
  }
}
