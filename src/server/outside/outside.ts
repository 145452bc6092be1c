import type { IncomingMessage } from 'node:http';
import type { RequestOptions } from 'node:https';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import type { OutsideAnswer, OutsideFailure } from '#core/outside.ts';
import { isLocalName, isPublicAddress } from './public-addresses.ts';
import type { Resolve } from './resolve.ts';
import { askNameServers } from './resolve.ts';

/** A POST to an address that somebody typed. */
export interface OutsideCall {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** Calls addresses that somebody typed (decision 038). */
export interface Outside {
  /** What is wrong with an address as written; null if nothing. Its name is not looked up. */
  problemOf(address: string): OutsideFailure | null;
  /** Never throws. A redirect is an answer like any other: it is not followed. */
  post(call: OutsideCall): Promise<OutsideAnswer>;
}

/** Options for tests. */
export interface OutsideOptions {
  readonly resolve?: Resolve;
  /** Whether an address may be called. */
  readonly isOpen?: (address: string) => boolean;
  /** Who may vouch for a certificate. */
  readonly ca?: string;
  /** The longest that a call may take, in ms. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** Lower ports belong to other services. */
const FIRST_FREE_PORT = 1024;
/** The longest address. */
const LONGEST_ADDRESS = 2000;
/** The largest head of an answer, in bytes. */
const LARGEST_HEAD = 16 * 1024;
const USER_AGENT = 'Pickem/0.1';

/** A call that ends without an answer. */
class Refused extends Error {
  readonly failure: OutsideFailure;

  constructor(failure: OutsideFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** Creates the guard. A server uses it without options. */
export function createOutside(options: OutsideOptions = {}): Outside {
  const { resolve = askNameServers, isOpen = isPublicAddress, timeoutMs = TIMEOUT_MS, ca } = options;

  function check(address: string): URL {
    const url = URL.parse(address);
    const isWritten = url !== null && address.length <= LONGEST_ADDRESS && url.username === '' && url.password === '';
    if (!isWritten || url.protocol !== 'https:' || !isPortOpen(url)) throw new Refused('bad_address');
    const literal = literalOf(url);
    if (literal === null ? isLocalName(url.hostname) : !isOpen(literal)) throw new Refused('closed_address');
    return url;
  }

  /** All of them must be public: a name that also leads inside is not to be trusted. */
  async function addressesOf(url: URL, signal: AbortSignal): Promise<readonly string[]> {
    const literal = literalOf(url);
    const addresses = literal === null ? await resolve(url.hostname, signal) : [literal];
    if (addresses.length === 0) throw new Refused('unknown_name');
    if (!addresses.every(isOpen)) throw new Refused('closed_address');
    return addresses;
  }

  async function post({ address, headers, body }: OutsideCall, signal: AbortSignal): Promise<OutsideAnswer> {
    const url = check(address);
    const addresses = await orAborted(addressesOf(url, signal), signal);
    const answer = await send(url, body, {
      method: 'POST',
      headers: { 'user-agent': USER_AGENT, ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: only(addresses),
      agent: false,
      maxHeaderSize: LARGEST_HEAD,
      signal,
      ...(ca !== undefined && { ca }),
    });
    return { status: answer.statusCode ?? 0, retryAfterMs: pauseAskedFor(answer.headers['retry-after']) };
  }

  return {
    problemOf: (address) => failureOf(() => check(address)),
    post: (call) => {
      const signal = AbortSignal.timeout(timeoutMs);
      return post(call, signal).catch((error: unknown) => ({
        failure: error instanceof Refused ? error.failure : 'unreachable',
      }));
    },
  };
}

function failureOf(check: () => unknown): OutsideFailure | null {
  try {
    check();
    return null;
  } catch (error) {
    return error instanceof Refused ? error.failure : 'bad_address';
  }
}

/** A URL omits the default port of its scheme. */
function isPortOpen({ port }: URL): boolean {
  return port === '' || Number(port) >= FIRST_FREE_PORT;
}

/** An IP address in place of a host name. URL has normalized its notation. */
function literalOf({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? null : bare;
}

/** Answers with the addresses that were checked, so that a name which has changed meanwhile makes no difference. */
function only(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, { all }, callback) => {
    const [first] = found;
    if (all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/** Resolves with the head of the answer. The body is never read. */
function send(url: URL, body: string | Buffer, options: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, rejectUnauthorized: true });
    let isConnected = false;
    sent.once('socket', (socket) => {
      socket.once('secureConnect', () => {
        isConnected = true;
      });
    });
    const fail = () => reject(new Refused(isConnected ? 'no_answer' : 'unreachable'));
    sent.once('response', (answer) => {
      resolve(answer);
      answer.once('error', () => {});
      sent.destroy();
    });
    sent.once('upgrade', (answer, socket) => {
      resolve(answer);
      socket.destroy();
    });
    sent.on('error', fail);
    // A call must always settle: one that hangs would hold up everything that waits for it.
    sent.once('close', fail);
    options.signal?.addEventListener('abort', fail, { once: true });
    sent.end(body);
  });
}

/** Stops waiting for something that cannot be cancelled. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Refused('unknown_name')), { once: true });
  });
  return Promise.race([promise, aborted]);
}

/** The pause that `Retry-After` asks for, in ms: seconds, or a date. */
function pauseAskedFor(header: string | undefined): number {
  if (header === undefined) return 0;
  const ms = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : 0;
}
