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

/** Logs a refused call of a signed-in user to the security log. */
export function noteRefusal(deps: Deps, request: FastifyRequest, failure: Failure): void {
  if (request.caller && errors[failure.failure].status === FORBIDDEN) note(deps, request, 'refused', failure);
}

/** Logs a reached limit to the security log. */
export function noteLimit(deps: Deps, request: FastifyRequest, failure: Failure): void {
  if (errors[failure.failure].status === TOO_MANY) note(deps, request, 'limited', failure);
}

function note({ accounts }: Deps, request: FastifyRequest, event: SecurityEvent, { accountId }: Failure): void {
  const whose = accountId === undefined ? (request.caller?.accountId ?? null) : accountId;
  const { method, url } = request.routeOptions;
  accounts.security.note({ event, accountId: whose, network: networkOf(request.ip), detail: `${method} ${url}` });
}

/** A rate: `burst` times at once, and once more per `everyMs`. */
export interface Rate {
  readonly burst: number;
  readonly everyMs: number;
}

/** Below this many buckets none is dropped: finding full ones would cost more than keeping them. */
const FEW = 1000;

/**
 * Token buckets by key, in memory on this node only. Each action costs `everyMs` of future time, up to the burst. A full bucket is dropped
 * from memory.
 */
export class TokenBuckets {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #paidUntil = new Map<string, number>();
  #forgetAt = FEW;

  /** @param now a monotonic clock in ms */
  constructor(rate: Rate, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
  }

  /** Number of buckets that are not known to be full. */
  get size(): number {
    return this.#paidUntil.size;
  }

  /** @returns 0 if `times` are allowed and counted, else how long to wait, in ms; then none is counted */
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

/** IPv6 groups that identify a network (a household or a server gets a /64), and a customer of a provider. */
const [NETWORK_GROUPS, CUSTOMER_GROUPS] = [4, 3];

/** The keys under which attempts from an address are counted. */
export interface Networks {
  /** One household or server: an IPv4 address, or a /64 of IPv6. */
  readonly network: string;
  /** The range that one customer may control: a /24 of IPv4, or a /48 of IPv6. */
  readonly wider: string;
}

/** A text that is not an address is its own key. */
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

/** Refuses an attempt, with the time until the next one. @param accountId the account that was tried, if it is not the caller's */
export function tooMany(waitMs: number, accountId?: string | null): Failure<'too_many_attempts'> {
  const message = `Too many attempts. Please try again in ${waitText(waitMs)}.`;
  return {
    failure: 'too_many_attempts',
    message,
    retryAfterMs: waitMs,
    ...(accountId === undefined ? {} : { accountId }),
  };
}

/** Refuses a call of a user who makes too many. */
export function tooManyRequests(waitMs: number): Failure<'too_many_requests'> {
  const message = `That was a lot in a short time. Please try again in ${waitText(waitMs)}.`;
  return { failure: 'too_many_requests', retryAfterMs: waitMs, ...(waitMs > MINUTE_MS && { message }) };
}

/** Refuses work while too much is waiting. @param message what there is too much of; sign-ins by default */
export function tooBusy(message?: string): Failure<'busy'> {
  return { failure: 'busy', retryAfterMs: 2000, ...(message !== undefined && { message }) };
}

function waitText(ms: number): string {
  const minutes = Math.ceil(ms / MINUTE_MS);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}

const SECOND = 1000;

/** The limits of one user on one node, across all browsers and programs. */
export interface PersonRates {
  /** Changes: picks, and other calls that change something. */
  readonly changes: Rate;
  /** Calls of any kind, and messages of live connections. */
  readonly calls: Rate;
  /** Calls of one session about sessions (access `account`), which do not count for the user. */
  readonly ofSession: Rate;
  /** Refusals that are answered at once; further ones are delayed. */
  readonly refusals: Rate;
  /** Opening of live connections. */
  readonly openings: Rate;
  /** Reads of one private calendar. */
  readonly calendarsOf: Rate;
  /** Reads of private calendars from one network: a large calendar service reads those of many users from one. */
  readonly calendarsFrom: Rate;
  /** Concurrent live connections. */
  readonly connections: number;
  /** Messages per minute of each live connection. */
  readonly messages: number;
}

/** Picking a whole season takes a few minutes, and a screen takes a few calls: players do not get near these limits. */
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

/** The counters of each user, in memory and per node. */
export type PersonLimits = Readonly<Record<Counted, TokenBuckets>> & Pick<PersonRates, 'connections' | 'messages'>;

/** @param now a monotonic clock in ms */
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

/** How long each further refusal is delayed for a program that keeps calling, in ms. */
const HOLD_MS = 1000;

/** Connections with a delayed request. */
const holding = new WeakSet<Socket>();

/**
 * Whether calls count for the user or the session; null if they are not counted, because they need no session. Changes with access
 * `account` end sessions. They count for the session, so that flooding a stolen session cannot keep its owner, in another one, from ending
 * it.
 */
function countedBy(access: Access, method: string): 'person' | 'session' | null {
  if (isSafeMethod(method)) return 'person';
  if (access === 'anyone') return null;
  return access === 'account' ? 'session' : 'person';
}

/** Whether a call of a signed-in user is limited. */
export function isLimited(access: Access, method: string): boolean {
  return countedBy(access, method) !== null;
}

/** Refuses a call of a user or session that makes too many. After many refusals, further ones are delayed. */
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
    // Browsers do not send a request on a connection while another waits on it.
    if (holding.has(socket)) socket.destroy();
    holding.add(socket);
    await pause(HOLD_MS);
    holding.delete(socket);
  }
  return tooManyRequests(wait);
}

/** Whether a call counts as a change by its caller. */
export function countsAsChange({ access }: Route, method: string): boolean {
  return !isSafeMethod(method) && countedBy(access, method) === 'person';
}

/** A hook for calls that count as changes: refuses those of a user who has made too many. */
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

/** The length of a list in the body, at least 1. */
function sizeOf(body: unknown, list: string): number {
  const entries = (body as Readonly<Record<string, unknown>>)[list];
  return Array.isArray(entries) ? Math.max(entries.length, 1) : 1;
}

/** Concurrent calls: on SQLite statements block the event loop, on PostgreSQL they hold connections that others need. */
const AT_ONCE: Readonly<Record<Engine, number>> = { sqlite: 1, postgres: 3 };
/** Maximum number of unanswered calls of one user. */
const MOST = 30;
const RETRY_MS = 1000;
/** Turns of the event loop before the next call begins, enough to read, process and answer a quick request. */
const ROUNDS = 4;

/**
 * Runs expensive calls, a few at once. Users take turns, however many calls each makes, and quick requests run before the next one begins.
 */
export class CostlyCalls {
  readonly #slots: Slots;
  readonly #open = new Map<string, number>();

  constructor(engine: Engine) {
    this.#slots = new Slots(AT_ONCE[engine]);
  }

  /** @param whose a user, or the network of a call without a session. @returns a refusal if too many of theirs are waiting */
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
