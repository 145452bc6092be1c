import { Resolver } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import type { RequestOptions } from 'node:https';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { BlockList, isIP } from 'node:net';
import type { OutsideAnswer, OutsideFailure } from '#core/outside.ts';
import { addressRestMs, hostRestMs } from '#core/outside.ts';
import type { Cap, Lane } from './fair-queue.ts';
import { FairQueue } from './fair-queue.ts';

/** Resolves a name, IPv4 first; empty if it has no address or no server answers. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

const TRY_MS = 2000;
const TRIES = 2;

/** Uses this machine's name servers, which do not know local names, such as those in the hosts file. */
const askNameServers: Resolve = async (name, signal) => {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/**
 * Blocked IPv4 addresses: the special-purpose registry of IANA, multicast, and the one address of a cloud's own services outside of it.
 * Tunnel addresses are included, because they embed another address.
 */
const closedIpv4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** The only IPv6 block of public addresses: loopback, local, mapped and translated addresses are outside of it. */
const OPEN_IPV6 = ['2000::', 3] as const;

/** Blocked ranges within it: protocols such as Teredo, documentation, 6to4. */
const closedIpv6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const;

/** One list per family: a mixed list treats IPv4 addresses as mapped ones. */
const ipv4 = new BlockList();
for (const [net, prefix] of closedIpv4) ipv4.addSubnet(net, prefix, 'ipv4');
const ipv6 = new BlockList();
for (const [net, prefix] of closedIpv6) ipv6.addSubnet(net, prefix, 'ipv6');
const openIpv6 = new BlockList();
openIpv6.addSubnet(...OPEN_IPV6, 'ipv6');

/** Whether a text is an address of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !ipv4.check(address, 'ipv4');
  return family === 6 && openIpv6.check(address, 'ipv6') && !ipv6.check(address, 'ipv6');
}

/**
 * Names that public name servers do not resolve (RFC 6761, 6762, 8375, and `internal` by a resolution of ICANN). Single-label names resolve
 * only locally.
 */
const LOCAL_NAME = /^[^.]+\.?$|\.(localhost|local|internal|home\.arpa)\.?$/;

/** Whether a host name, in the form of `URL`, resolves only locally. */
function isLocalName(hostname: string): boolean {
  return LOCAL_NAME.test(hostname);
}

/** Concurrent calls per lane: a message to a whole pool must not block the server. */
const SLOTS = 16;
/** Of these, for one user: addresses that never answer must not block others. */
const OF_PERSON = 4;
/** Of these, to one host that answers. */
const OF_HOST = 8;
/** Of these, to one host that did not answer last time, or was not called before. */
const OF_STRANGER = 2;
/** Of these, to all such hosts, so that using many host names gives no advantage. */
const OF_STRANGERS = 8;
/** Maximum number of addresses and hosts that are remembered. */
const REMEMBERED = 20_000;

/** A call to an address that a user entered, and that user. */
export interface Call {
  readonly lane: Lane;
  readonly whose: string;
  readonly address: string;
}

/** Number of calls in a row without an answer, and the end of the pause (real time, ms). */
interface Silence {
  readonly inRow: number;
  readonly until: number;
}

const ANSWERED: Silence = { inRow: 0, until: 0 };

/**
 * Schedules calls to addresses that users entered, fairly by user and host, and remembers hosts that do not answer (decision 038). Per
 * process.
 */
export class OutsideCalls {
  readonly #queue = new FairQueue(SLOTS);
  /** By address and by host; the most recently called last. */
  readonly #silences = new Map<string, Silence>();

  /** Runs `act` once it is the call's turn. */
  take<T>({ lane, whose, address }: Call, act: () => Promise<T>): Promise<T> {
    const host = hostOf(address);
    const caps = (): Cap[] => [[`person ${whose}`, OF_PERSON], ...this.#capsOf(host)];
    return this.#queue.run({ lane, whose, caps }, act);
  }

  /**
   * Records the outcome of a call. @param now real time, ms @returns how long to pause calls to its address, in ms: 0 if it has answered
   */
  note(address: string, answer: OutsideAnswer, now: number): number {
    this.#noteOf(hostOf(address), answer, now, hostRestMs);
    const { until } = this.#noteOf(address, answer, now, addressRestMs);
    return Math.max(0, until - now);
  }

  /** The end of the pause of an address's host, real time in ms. */
  hostRestsUntil(address: string): number {
    return this.#silences.get(hostOf(address))?.until ?? 0;
  }

  #noteOf(key: string, answer: OutsideAnswer, now: number, restMs: (inRow: number) => number): Silence {
    const before = this.#silences.get(key) ?? ANSWERED;
    const isSilent = 'failure' in answer;
    // Concurrent calls fail together, which counts as one failure.
    if (isSilent && before.until > now) return before;
    const inRow = before.inRow + 1;
    const silence = isSilent ? { inRow, until: now + restMs(inRow) } : ANSWERED;
    this.#silences.delete(key);
    this.#silences.set(key, silence);
    const [oldest] = this.#silences.size > REMEMBERED ? this.#silences.keys() : [];
    if (oldest !== undefined) this.#silences.delete(oldest);
    return silence;
  }

  #capsOf(host: string): Cap[] {
    if (this.#silences.get(host)?.inRow === 0) return [[host, OF_HOST]];
    return [
      [host, OF_STRANGER],
      ['strangers', OF_STRANGERS],
    ];
  }
}

function hostOf(address: string): string {
  return new URL(address).host;
}

/** A POST to an address that a user entered. */
export interface OutsideCall {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** A page that was read, or why it was not. */
export type OutsidePage =
  | { readonly status: number; readonly text: string }
  | { readonly failure: OutsideFailure | 'too_large' };

/** Reads pages at addresses that settings name. They pass the same checks. */
export interface Pages {
  /** Reads a page of at most `largest` bytes, as UTF-8. Never throws. Redirects are not followed. */
  get(address: string, largest: number, signal?: AbortSignal): Promise<OutsidePage>;
}

/** Calls addresses that users entered (decision 038). */
export interface Outside {
  /** Validates the text of an address; null if it is valid. Its name is not resolved. */
  problemOf(address: string): OutsideFailure | null;
  /** Never throws. Redirects are not followed. */
  post(call: OutsideCall): Promise<OutsideAnswer>;
}

/** Options for tests. */
export interface OutsideOptions {
  readonly resolve?: Resolve;
  /** Whether an address may be called. */
  readonly isOpen?: (address: string) => boolean;
  /** The trusted certificate authority. */
  readonly ca?: string;
  /** Timeout of a call, in ms. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** A page may be a large file. */
const PAGE_TIMEOUT_MS = 30_000;
/** Lower ports belong to other services. */
const FIRST_FREE_PORT = 1024;
/** Maximum length of an address. */
const LONGEST_ADDRESS = 2000;
/** Maximum size of a response head, in bytes. */
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

/** Creates the client. The server uses no options. */
export function createOutside(options: OutsideOptions = {}): Outside & Pages {
  const { resolve = askNameServers, isOpen = isPublicAddress, timeoutMs, ca } = options;

  function check(address: string): URL {
    const url = URL.parse(address);
    const isWritten = url !== null && address.length <= LONGEST_ADDRESS && url.username === '' && url.password === '';
    if (!isWritten || url.protocol !== 'https:' || !isPortOpen(url)) throw new Refused('bad_address');
    const literal = literalOf(url);
    if (literal === null ? isLocalName(url.hostname) : !isOpen(literal)) throw new Refused('closed_address');
    return url;
  }

  /** All addresses must be public: a name that also resolves to an internal address is not trusted. */
  async function addressesOf(url: URL, signal: AbortSignal): Promise<readonly string[]> {
    const literal = literalOf(url);
    const addresses = literal === null ? await resolve(url.hostname, signal) : [literal];
    if (addresses.length === 0) throw new Refused('unknown_name');
    if (!addresses.every(isOpen)) throw new Refused('closed_address');
    return addresses;
  }

  /** The options of a call to a checked address. */
  async function optionsFor(url: URL, signal: AbortSignal): Promise<RequestOptions> {
    const addresses = await orAborted(addressesOf(url, signal), signal);
    return {
      lookup: only(addresses),
      agent: false,
      maxHeaderSize: LARGEST_HEAD,
      signal,
      ...(ca !== undefined && { ca }),
    };
  }

  async function post({ address, headers, body }: OutsideCall, signal: AbortSignal): Promise<OutsideAnswer> {
    const url = check(address);
    const answer = await send(url, body, null, {
      ...(await optionsFor(url, signal)),
      method: 'POST',
      headers: { 'user-agent': USER_AGENT, ...headers, 'content-length': Buffer.byteLength(body) },
    });
    return { status: answer.statusCode ?? 0, retryAfterMs: pauseAskedFor(answer.headers['retry-after']) };
  }

  async function get(address: string, largest: number, signal: AbortSignal): Promise<OutsidePage> {
    const url = check(address);
    const shared = await optionsFor(url, signal);
    const answer = await send(url, '', largest, { ...shared, headers: { 'user-agent': USER_AGENT } });
    return answer.text === null ? { failure: 'too_large' } : { status: answer.statusCode ?? 0, text: answer.text };
  }

  return {
    problemOf: (address) => failureOf(() => check(address)),
    post: (call) => {
      const signal = AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS);
      return post(call, signal).catch(refusalOf);
    },
    get: (address, largest, ended) => {
      const time = AbortSignal.timeout(timeoutMs ?? PAGE_TIMEOUT_MS);
      return get(address, largest, ended ? AbortSignal.any([time, ended]) : time).catch(refusalOf);
    },
  };
}

function refusalOf(error: unknown): { readonly failure: OutsideFailure } {
  return { failure: error instanceof Refused ? error.failure : 'unreachable' };
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

/** A lookup that returns the checked addresses, so that a later change of the name has no effect. */
function only(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, { all }, callback) => {
    const [first] = found;
    if (all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
}

type Received = Pick<IncomingMessage, 'statusCode' | 'headers'> & { readonly text: string | null };

/**
 * Resolves with the head of the response.
 * @param largest the text is read if it has at most as many bytes, and is null if it has more; null leaves the body unread
 */
function send(url: URL, body: string | Buffer, largest: number | null, options: RequestOptions): Promise<Received> {
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
      const { statusCode, headers } = answer;
      const end = (text: string | null) => {
        resolve({ ...(statusCode !== undefined && { statusCode }), headers, text });
        sent.destroy();
      };
      answer.on('error', fail);
      if (largest === null) return end(null);
      const chunks: Buffer[] = [];
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        chunks.push(chunk);
        if (bytes > largest) end(null);
      });
      answer.once('end', () => end(Buffer.concat(chunks).toString()));
    });
    sent.once('upgrade', ({ headers, statusCode }, socket) => {
      resolve({ ...(statusCode !== undefined && { statusCode }), headers, text: '' });
      socket.destroy();
    });
    sent.on('error', fail);
    // A call must always settle: a hanging one would block everything that waits for it.
    sent.once('close', fail);
    options.signal?.addEventListener('abort', fail, { once: true });
    sent.end(body);
  });
}

/** Stops waiting for a promise that cannot be cancelled. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Refused('unknown_name')), { once: true });
  });
  return Promise.race([promise, aborted]);
}

/** Parses `Retry-After`, in seconds or a date, to ms. */
function pauseAskedFor(header: string | undefined): number {
  if (header === undefined) return 0;
  const ms = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : 0;
}
