/** The program that plays the pages. It speaks WebSocket over bare sockets, so that it costs the servers little of the machine. */
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { FromPages, PlannedPage, ToPages } from './protocol.ts';
import { steadyNow } from './protocol.ts';

const OPENED_AT_A_TIME = 200;
const HEAD_END = '\r\n\r\n';
const TEXT = 0x81;
const PING = 0x89;
/** A pong without data, as a browser masks it. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

let pages: Page[] = [];
let wanted = Buffer.alloc(0);
let arrivals = { first: 0, last: 0, count: 0 };
let message = '';

function note(payload: Buffer): void {
  if (wanted.length === 0 || !payload.includes(wanted)) return;
  arrivals.last = steadyNow();
  if (arrivals.count === 0) {
    arrivals.first = arrivals.last;
    message = payload.toString();
  }
  arrivals.count += 1;
}

/** One open socket. */
class Page {
  readonly #socket: Socket;
  readonly #says: Buffer;
  #rest: Buffer = Buffer.alloc(0);
  #isOpen = false;
  #answers: number;
  readonly ready: Promise<void>;

  constructor(port: number, { request, says, answers }: PlannedPage) {
    this.#socket = connect(port, '127.0.0.1', () => this.#socket.write(request));
    this.#socket.setNoDelay(true);
    this.#says = maskedText(says);
    this.#answers = answers;
    this.ready = new Promise((resolve, reject) => {
      this.#socket.on('data', (chunk: Buffer) => {
        this.#receive(chunk);
        if (this.#answers === 0) resolve();
      });
      this.#socket.on('error', reject);
      this.#socket.on('close', () => reject(new Error('The server closed a page.')));
    });
    this.ready.catch(() => {});
  }

  #receive(chunk: Buffer): void {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    if (!this.#isOpen) {
      const end = bytes.indexOf(HEAD_END);
      if (end >= 0) {
        if (!bytes.toString('latin1', 0, end).startsWith('HTTP/1.1 101')) throw new Error(bytes.toString());
        this.#isOpen = true;
        this.#socket.write(this.#says);
        bytes = bytes.subarray(end + HEAD_END.length);
      }
    }
    if (this.#isOpen) bytes = this.#readFrames(bytes);
    this.#rest = bytes.length === 0 ? bytes : Buffer.from(bytes);
  }

  #readFrames(bytes: Buffer): Buffer {
    let rest = bytes;
    for (let size = frameSize(rest); size.head + size.payload <= rest.length; size = frameSize(rest)) {
      const frame = rest.subarray(0, size.head + size.payload);
      if (frame[0] === PING) this.#socket.write(PONG);
      if (frame[0] === TEXT) this.#read(frame.subarray(size.head));
      rest = rest.subarray(frame.length);
    }
    return rest;
  }

  #read(payload: Buffer): void {
    if (this.#answers > 0 && payload.includes('"state"')) this.#answers -= 1;
    note(payload);
  }
}

function frameSize(bytes: Buffer): { head: number; payload: number } {
  const short = (bytes[1] ?? 0) & 0x7f;
  const head = { 126: 4, 127: 10 }[short] ?? 2;
  if (bytes.length < head) return { head, payload: Number.POSITIVE_INFINITY };
  if (head === 2) return { head, payload: short };
  return { head, payload: head === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)) };
}

/** A text frame under a mask of zeros. */
function maskedText(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.alloc(payload.length < 126 ? 6 : 8);
  head[0] = TEXT;
  head[1] = 0x80 | Math.min(payload.length, 126);
  if (payload.length >= 126) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

function answer(reply: FromPages): void {
  process.send?.(reply);
}

async function open(port: number, planned: readonly PlannedPage[]): Promise<void> {
  const began = steadyNow();
  pages = [];
  for (let at = 0; at < planned.length; at += OPENED_AT_A_TIME) {
    const batch = planned.slice(at, at + OPENED_AT_A_TIME).map((page) => new Page(port, page));
    pages.push(...batch);
    await Promise.all(batch.map((page) => page.ready));
  }
  answer({ kind: 'opened', ms: steadyNow() - began });
}

async function obey(order: ToPages): Promise<void> {
  if (order.kind === 'open') await open(order.port, order.pages);
  if (order.kind === 'found') answer({ kind: 'found', arrivals, message });
  if (order.kind !== 'look') return;
  wanted = Buffer.from(order.for);
  arrivals = { first: 0, last: 0, count: 0 };
  message = '';
  answer({ kind: 'looking' });
}

process.on('message', (order: ToPages) => void obey(order));
process.on('disconnect', () => process.exit(0));
