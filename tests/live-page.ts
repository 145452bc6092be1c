/** A live page in tests: one socket, and the states from its messages. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { ErrorCode } from '#contract/errors.ts';
import type { LiveMessage, StateMessage, TopicKind, TopicRef, TopicStates } from '#contract/live.ts';
import { LIVE_PATH, liveTopics } from '#contract/live.ts';
import { PUBLIC_URL } from './app.ts';
import { until } from './until.ts';

type Row = Readonly<Record<string, unknown>>;

interface Held {
  version: number;
  head: unknown;
  rows: Map<string, Row>;
}

/** The state of a topic on a page. */
export interface HeldState<K extends TopicKind> {
  readonly version: number;
  readonly head: TopicStates[K]['head'];
  readonly rows: Readonly<Record<string, TopicStates[K]['row']>>;
}

export interface PageOptions {
  readonly as?: { readonly cookie: string };
  /** Headers that are sent instead of those of our own pages. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A socket that the server refused to open. */
export class Refused extends Error {
  readonly status: number;
  readonly code: ErrorCode;

  constructor(status: number, body: string) {
    super(`The server answered ${status}: ${body}`);
    this.status = status;
    this.code = JSON.parse(body).error.code;
  }
}

/** @throws Refused */
export async function openPage(port: number, { as, headers }: PageOptions = {}): Promise<LivePage> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${LIVE_PATH}`, {
    headers: { ...(headers ?? { origin: PUBLIC_URL }), ...(as ? { cookie: as.cookie } : {}) },
  });
  const page = new LivePage(socket);
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
    socket.on('unexpected-response', async (_request, response) => {
      const parts: Buffer[] = await response.toArray();
      reject(new Refused(response.statusCode ?? 0, Buffer.concat(parts).toString()));
    });
  });
  return page;
}

export class LivePage {
  readonly socket: WebSocket;
  readonly messages: LiveMessage[] = [];
  /** Every byte that was received, as text. */
  received = '';
  /** How the socket was closed; null while it is open. */
  closed: { readonly code: number; readonly reason: string } | null = null;
  /** Protocol violations; empty in a passing test. */
  readonly faults: string[] = [];
  readonly #held = new Map<string, Held>();

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data, isBinary) => {
      if (isBinary) this.faults.push('a binary message');
      this.received += String(data);
      const message: LiveMessage = JSON.parse(String(data));
      this.messages.push(message);
      this.#take(message);
    });
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: String(reason) };
    });
  }

  /** Sets the topics that the page watches. */
  watch(...refs: readonly TopicRef[]): void {
    this.socket.send(JSON.stringify({ watch: refs }));
  }

  /** Like `watch`, and waits until each topic is sent or refused. */
  async watching(...refs: readonly TopicRef[]): Promise<void> {
    this.watch(...refs);
    await until(() => refs.every((ref) => this.state(ref) !== null || this.refusal(ref) !== null));
  }

  /** The state of a topic on the page; null before it is sent. */
  state<R extends TopicRef>(ref: R): HeldState<R['kind']> | null {
    const held = this.#held.get(nameOf(ref));
    if (!held) return null;
    return { ...held, rows: Object.fromEntries(held.rows) } as unknown as HeldState<R['kind']>;
  }

  /** The last refusal of a topic; null if there is none. */
  refusal(ref: TopicRef): ErrorCode | null {
    const name = nameOf(ref);
    const refused = this.messages.filter((message) => message.kind === 'refused');
    return refused.findLast((message) => nameOf(message.topic) === name)?.code ?? null;
  }

  /** Messages about a topic. */
  about(ref: TopicRef): LiveMessage[] {
    return this.messages.filter((message) => 'topic' in message && nameOf(message.topic) === nameOf(ref));
  }

  kinds(ref: TopicRef): string[] {
    return this.about(ref).map((message) => message.kind);
  }

  get goodbye(): ErrorCode | null {
    const message = this.messages.find((each) => each.kind === 'goodbye');
    return message?.code ?? null;
  }

  /** Waits until everything sent by the server has arrived: the answer to a ping comes after it. */
  async hasAllSent(): Promise<void> {
    if (this.closed) return;
    const answered = Promise.race([once(this.socket, 'pong'), once(this.socket, 'close')]);
    this.socket.ping();
    await answered;
  }

  async close(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    const closed = once(this.socket, 'close');
    this.socket.terminate();
    await closed;
  }

  #take(message: LiveMessage): void {
    if (message.kind === 'state') {
      const rows = new Map(
        (message as StateMessage).rows.map((row) => [keyOf(message.topic, row), row as unknown as Row]),
      );
      this.#held.set(nameOf(message.topic), { version: message.version, head: message.head, rows });
    }
    if (message.kind === 'refused') this.#held.delete(nameOf(message.topic));
    if (message.kind !== 'change') return;
    const held = this.#held.get(nameOf(message.topic));
    if (!held || message.version !== held.version + 1) {
      this.faults.push(`version ${message.version} of ${nameOf(message.topic)} after ${held?.version}`);
      return;
    }
    held.version = message.version;
    if (message.head) held.head = message.head;
    for (const key of message.gone) held.rows.delete(key);
    for (const row of message.set) held.rows.set(keyOf(message.topic, row), row as unknown as Row);
  }
}

function keyOf({ kind }: TopicRef, row: object): string {
  return String((row as Row)[liveTopics[kind].key ?? '']);
}

function nameOf(ref: TopicRef): string {
  return JSON.stringify(Object.entries(ref).sort());
}
