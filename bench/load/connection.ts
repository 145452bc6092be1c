import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { Acknowledged, PlannedRequest } from './protocol.ts';

const HEAD_END = Buffer.from('\r\n\r\n');
/** Longer answers are told from others by their length. */
const LOOKED_INTO_BYTES = 1024;

/** What a stretch of load gathers. */
export interface Gathered {
  readonly until: number;
  readonly latencies: number[];
  inTime: number;
  failures: number;
  firstFailure: string | null;
}

/** One player on one kept-alive connection, who sends the next request when the last one is answered. */
export class Connection {
  readonly #socket: Socket;
  readonly #requests: readonly PlannedRequest[];
  readonly #acknowledged: Record<string, { times: number; last: number }> = {};
  #next = 0;
  #sentAt = 0;
  /** The answer so far: its first part, how much of it came and how long it will be. */
  #start: Buffer = Buffer.alloc(0);
  #received = 0;
  #length = Number.POSITIVE_INFINITY;
  #gathered: Gathered | null = null;
  #done: () => void = () => {};
  #fail: (error: Error) => void = () => {};

  constructor(socket: Socket, requests: readonly PlannedRequest[]) {
    this.#socket = socket;
    this.#requests = requests;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The server closed the connection.')));
  }

  get acknowledged(): Acknowledged {
    return this.#acknowledged;
  }

  /** Sends until the time is over; ends when the last request is answered. */
  run(gathered: Gathered): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#gathered = gathered;
      this.#done = resolve;
      this.#fail = reject;
      if (this.#socket.destroyed) reject(new Error('The server had closed the connection.'));
      else this.#send();
    });
  }

  #send(): void {
    this.#sentAt = performance.now();
    this.#socket.write(this.#planned().bytes, 'latin1');
  }

  #planned(): PlannedRequest {
    return this.#requests[this.#next % this.#requests.length] as PlannedRequest;
  }

  #receive(chunk: Buffer): void {
    this.#received += chunk.length;
    if (this.#length === Number.POSITIVE_INFINITY) {
      this.#start = this.#start.length === 0 ? chunk : Buffer.concat([this.#start, chunk]);
      this.#length = answerLength(this.#start);
    } else if (this.#received <= LOOKED_INTO_BYTES) {
      this.#start = Buffer.concat([this.#start, chunk]);
    }
    if (this.#received >= this.#length) this.#answered();
  }

  #answered(): void {
    const now = performance.now();
    const gathered = this.#gathered as Gathered;
    gathered.latencies.push(now - this.#sentAt);
    if (now <= gathered.until) gathered.inTime += 1;
    this.#judge(gathered);
    this.#start = Buffer.alloc(0);
    this.#received = 0;
    this.#length = Number.POSITIVE_INFINITY;
    if (now < gathered.until) this.#send();
    else this.#done();
  }

  #judge(gathered: Gathered): void {
    const { key, expected } = this.#planned();
    const text = this.#start.toString('latin1', 0, LOOKED_INTO_BYTES);
    if (text.startsWith('HTTP/1.1 200') && text.includes(expected)) {
      const entry = this.#acknowledged[key] ?? { times: 0, last: 0 };
      entry.times += 1;
      entry.last = this.#next % this.#requests.length;
      this.#acknowledged[key] = entry;
    } else {
      gathered.failures += 1;
      gathered.firstFailure ??= text;
    }
    this.#next += 1;
  }
}

/** Head and body of an answer in bytes; infinite while its head is not whole. @throws for an answer without a length */
function answerLength(start: Buffer): number {
  const at = start.indexOf(HEAD_END);
  if (at < 0) return Number.POSITIVE_INFINITY;
  const head = start.toString('latin1', 0, at);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`An answer without a length:\n${head}`);
  return at + HEAD_END.length + Number(length);
}

export async function openConnection(port: number, requests: readonly PlannedRequest[]): Promise<Connection> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return new Connection(socket, requests);
}
