import { setTimeout as pause } from 'node:timers/promises';
import type { FeedProblem, ProblemKind } from '../problems.ts';
import { readText } from '../read-text.ts';
import type { EspnWeek } from './scoreboard.ts';
import { espnCode, REGULAR_SEASON } from './scoreboard.ts';

const SITE = '/apis/site/v2/sports/football/nfl';

/** The scoreboard of one week; without a week ESPN returns the current one. */
export function scoreboardPath({ season, type, number }: EspnWeek): string {
  return `${SITE}/scoreboard?dates=${season}&seasontype=${type}&week=${number}`;
}

/** The records of all teams of a regular season, in ESPN's standings. Under `/apis/site/v2` there is only a stub. */
export function recordsPath(season: number): string {
  return `/apis/v2/sports/football/nfl/standings?season=${season}&seasontype=${REGULAR_SEASON}`;
}

export function teamPath(abbr: string): string {
  return `${SITE}/teams/${espnCode(abbr)}`;
}

/** Timeout and number of attempts of a call. */
export interface RetryPolicy {
  readonly attempts: number;
  /** For one attempt, in ms. */
  readonly timeoutMs: number;
}

/** For calls during a request, or repeated soon anyway. */
export const SHORT_RETRY: RetryPolicy = { attempts: 2, timeoutMs: 6_000 };
/** For hourly or daily calls. */
export const LONG_RETRY: RetryPolicy = { attempts: 4, timeoutMs: 15_000 };

/** A raw answer, for the recorder. */
export interface RawResponse {
  readonly path: string;
  /** 0 if there was none. */
  readonly status: number;
  readonly text: string;
}

export interface EspnClientOptions {
  /** The base address of all paths. */
  readonly url: URL;
  /** 0 to 1, for the jitter. */
  readonly random?: () => number;
  /** Called with every answer that has new content. */
  readonly onResponse?: (answer: RawResponse) => void;
  /** Minimum pause between two attempts, in ms. */
  readonly pauseMs?: number;
  /** Waits for `ms`; rejects if the signal is aborted. */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<unknown>;
}

/** The outcome of a call. */
export type Answer =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly problem: FeedProblem };

const USER_AGENT = 'Pickem/0.1 (football pool; asks for one page at a time)';
const LONGEST_BODY = 16 * 1024 * 1024;
/** Maximum number of answers whose bodies are cached, for a 304 next time. */
const KEPT = 8;
const PAUSE_MS = 400;
/** A longer `Retry-After` is not waited for. */
const LONGEST_WAIT_MS = 10_000;

interface Kept {
  readonly text: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Why an attempt failed, and when to retry; null for never. */
class Failure extends Error {
  readonly kind: ProblemKind;
  readonly retryAfterMs: number | null;

  constructor(kind: ProblemKind, message: string, retryAfterMs: number | null) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Calls ESPN with timeouts, few attempts with growing pauses, and conditional requests. */
export class EspnClient {
  readonly #options: EspnClientOptions;
  readonly #kept = new Map<string, Kept>();

  constructor(options: EspnClientOptions) {
    this.#options = options;
  }

  /** The host that is called. */
  get host(): string {
    return this.#options.url.host;
  }

  /** Fetches the JSON at a path. Never throws; an aborted call counts as unreachable. */
  async get(path: string, policy: RetryPolicy, signal?: AbortSignal): Promise<Answer> {
    const { wait = pauseFor } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return { ok: true, body: parseJson(await this.#attempt(path, policy, signal)) };
      } catch (error) {
        const failure = error instanceof Failure ? error : explain(error, policy);
        const waitMs = failure.retryAfterMs === null ? null : this.#waitFor(attempt, failure.retryAfterMs);
        const isLast = attempt >= policy.attempts || waitMs === null || waitMs > LONGEST_WAIT_MS;
        if (isLast || signal?.aborted) {
          return { ok: false, problem: { kind: failure.kind, where: path, detail: failure.message } };
        }
        await wait(waitMs, signal).catch(() => {});
      }
    }
  }

  async #attempt(path: string, policy: RetryPolicy, signal?: AbortSignal): Promise<string> {
    const kept = this.#kept.get(path);
    const response = await this.#fetch(path, kept, policy, signal);
    if (response.status === 304 && kept) return kept.text;
    const text = await readBody(response);
    this.#options.onResponse?.({ path, status: response.status, text });
    if (!response.ok) throw refusal(response);
    const { headers } = response;
    this.#keep(path, { text, etag: headers.get('etag'), lastModified: headers.get('last-modified') });
    return text;
  }

  async #fetch(
    path: string,
    kept: Kept | undefined,
    { timeoutMs }: RetryPolicy,
    signal?: AbortSignal,
  ): Promise<Response> {
    try {
      return await fetch(new URL(path, this.#options.url), {
        headers: { accept: 'application/json', 'user-agent': USER_AGENT, ...conditionsOf(kept) },
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
      });
    } catch (error) {
      if (!signal?.aborted) this.#options.onResponse?.({ path, status: 0, text: '' });
      throw error;
    }
  }

  #keep(path: string, answer: Kept): void {
    this.#kept.delete(path);
    if (answer.etag === null && answer.lastModified === null) return;
    this.#kept.set(path, answer);
    for (const oldest of this.#kept.keys()) if (this.#kept.size > KEPT) this.#kept.delete(oldest);
  }

  /** Doubles each time, with jitter in the upper half; never shorter than `Retry-After`. */
  #waitFor(attempt: number, retryAfterMs: number): number {
    const { random = Math.random, pauseMs = PAUSE_MS } = this.#options;
    const backOff = pauseMs * 2 ** attempt;
    return Math.max(retryAfterMs, backOff / 2 + (backOff / 2) * random());
  }
}

function pauseFor(ms: number, signal?: AbortSignal): Promise<void> {
  return pause(ms, undefined, signal ? { signal } : {});
}

function conditionsOf(kept: Kept | undefined): Record<string, string> {
  return {
    ...(kept?.etag ? { 'if-none-match': kept.etag } : {}),
    ...(kept?.lastModified ? { 'if-modified-since': kept.lastModified } : {}),
  };
}

/** Temporary failures are retried, others are not. */
function refusal({ status, headers }: Response): Failure {
  const seconds = Number(headers.get('retry-after') ?? 0);
  const passes = status === 429 || status >= 500;
  return new Failure('refused', `status ${status}`, passes ? (Number.isFinite(seconds) ? seconds * 1000 : 0) : null);
}

async function readBody(response: Response): Promise<string> {
  const text = await readText(response, LONGEST_BODY);
  if (text === null) throw new Failure('too_large', `more than ${LONGEST_BODY} characters`, null);
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('not_json', `${text.slice(0, 40)}…`, 0);
  }
}

function explain(error: unknown, { timeoutMs }: RetryPolicy): Failure {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new Failure('timeout', `no answer within ${timeoutMs} ms`, 0);
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return new Failure('unreachable', cause instanceof Error ? cause.message || String(cause) : String(cause), 0);
}
