import type { ErrorCode, ErrorReply } from '#contract/errors.ts';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, RouteName } from '#contract/index.ts';

/** A call that takes longer than this has failed. */
const TIMEOUT_MS = 15_000;
/** The same for a file, which may have several megabytes. */
const FILE_TIMEOUT_MS = 120_000;
/** A longer body is a file. */
const FILE_LENGTH = 250_000;

const UNREACHABLE = "Can't reach the server. Check your connection and try again.";
const UNREADABLE = "The server sent something we couldn't read. Please try again.";

/** Why a call failed. `network`: no reply, or an unreadable one; every other code is the server's own. */
export class ApiError extends Error {
  readonly code: ErrorCode | 'network';
  /** The invalid part of the input. */
  readonly field: string | undefined;
  /** How long to wait before the next try, in ms, if the server says so. */
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode | 'network', message: string, field?: string, retryAfterMs?: number) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.field = field;
    this.retryAfterMs = retryAfterMs;
  }
}

type Given<Key extends string, Value> = Value extends undefined ? unknown : { readonly [K in Key]: Value };
type Input<K extends RouteName> = LooseInput &
  Given<'params', ParamsOf<K>> &
  Given<'body', BodyOf<K>> &
  Given<'query', QueryOf<K>>;

interface LooseInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Calls the server by a route's name in the contract.
 * @throws ApiError
 */
export async function call<K extends RouteName>(route: K, input: Input<K>, signal?: AbortSignal): Promise<ReplyOf<K>> {
  const body = input.body === undefined ? null : JSON.stringify(input.body);
  const timeout = body !== null && body.length > FILE_LENGTH ? FILE_TIMEOUT_MS : TIMEOUT_MS;
  const response = await send(addressOf(route, input), {
    method: route.split(' ')[0],
    signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]),
    ...(body === null ? {} : { body, headers: { 'content-type': 'application/json' } }),
  });
  return replyTo<K>(response);
}

/** Reads the response to a call. @throws ApiError */
export async function replyTo<K extends RouteName>(response: Response): Promise<ReplyOf<K>> {
  const reply = await readJson(response);
  if (!response.ok) throw toError(reply, response.headers.get('retry-after'));
  return reply as ReplyOf<K>;
}

/**
 * Reads a file that the server sends, as text.
 * @throws ApiError
 */
export async function download<K extends RouteName>(route: K, input: Input<K>, signal: AbortSignal): Promise<string> {
  const response = await send(addressOf(route, input), {
    method: 'GET',
    signal: AbortSignal.any([AbortSignal.timeout(FILE_TIMEOUT_MS), signal]),
  });
  if (!response.ok) throw toError(await readJson(response), response.headers.get('retry-after'));
  return response.text().catch(() => {
    throw new ApiError('network', UNREACHABLE);
  });
}

/** The text that describes a failure to the person. */
export function failureText(error: unknown): string {
  return error instanceof ApiError ? error.message : 'An error occurred. Please try again.';
}

/** The address of a call, for links. */
export function addressOf<K extends RouteName>(route: K, { params, query }: Input<K>): string {
  const [, pattern = ''] = route.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
  return query ? `${path}?${new URLSearchParams(query)}` : path;
}

/** @throws ApiError if there is no response */
export async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return (await prefetched(address, init)) ?? (await fetch(address, init));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError('network', UNREACHABLE);
  }
}

/** The response to the same call if `prefetch` made it. If that failed, the call is made again. */
async function prefetched(address: string, { method }: RequestInit): Promise<Response | undefined> {
  return method === 'GET' ? globalThis.prefetchedResponse?.(address)?.catch(() => undefined) : undefined;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new ApiError('network', response.status >= 500 ? UNREACHABLE : UNREADABLE);
  }
}

/** @param retryAfter in seconds, as in the header */
function toError(reply: unknown, retryAfter: string | null): ApiError {
  if (!isErrorReply(reply)) return new ApiError('network', UNREADABLE);
  const { code, message, field } = reply.error;
  const seconds = Number(retryAfter ?? Number.NaN);
  return new ApiError(code, message, field, Number.isFinite(seconds) ? seconds * 1000 : undefined);
}

function isErrorReply(reply: unknown): reply is ErrorReply {
  if (typeof reply !== 'object' || reply === null || !('error' in reply)) return false;
  const { error } = reply;
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}
