/** A process that plays open pages. It speaks WebSocket over bare sockets, so that the pages cost little of the machine. */
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { serve, steadyNow } from './processes.ts';

export interface PlannedPage {
  readonly path: string;
  readonly cookie: string;
  /** The first message of the page. */
  readonly says: string;
  /** The number of messages that answer it. */
  readonly answers: number;
}

const OPENED_AT_A_TIME = 200;
const HEAD_END = '\r\n\r\n';
const TEXT = 0x81;
const PING = 0x89;
/** A pong without data, as a browser masks it. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

let wanted = Buffer.alloc(0);
let found = { count: 0, last: 0, message: '' };

async function open(port: number, planned: readonly PlannedPage[]): Promise<void> {
  for (let at = 0; at < planned.length; at += OPENED_AT_A_TIME)
    await Promise.all(planned.slice(at, at + OPENED_AT_A_TIME).map((page) => openPage(port, page)));
}

/** Resolves when the page has its answers. */
function openPage(port: number, page: PlannedPage): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(upgrade(page))).setNoDelay(true);
    let rest: Buffer = Buffer.alloc(0);
    let isOpen = false;
    let missing = page.answers;
    socket.on('data', (chunk: Buffer) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      if (!isOpen) {
        const end = rest.indexOf(HEAD_END);
        if (end < 0) return;
        if (!rest.toString('latin1', 0, end).startsWith('HTTP/1.1 101')) reject(new Error(rest.toString()));
        isOpen = true;
        socket.write(maskedText(page.says));
        rest = rest.subarray(end + HEAD_END.length);
      }
      rest = readFrames(socket, rest, (payload) => {
        if (missing > 0 && payload.includes('"state"')) missing -= 1;
        note(payload);
      });
      if (missing === 0) resolve();
    });
    socket.on('error', reject).on('close', () => reject(new Error('The server closed a page.')));
  });
}

function upgrade({ path, cookie }: PlannedPage): string {
  const lines = [
    `GET ${path} HTTP/1.1`,
    'host: localhost',
    'connection: Upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
    'sec-fetch-site: same-origin',
    'user-agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'accept-encoding: gzip, deflate, br',
    `cookie: ${cookie}`,
  ];
  return lines.join('\r\n') + HEAD_END;
}

/** @returns the bytes of a frame that is not complete */
function readFrames(socket: Socket, bytes: Buffer, readText: (payload: Buffer) => void): Buffer {
  let rest = bytes;
  for (let frame = frameOf(rest); frame.end <= rest.length; frame = frameOf(rest)) {
    if (rest[0] === PING) socket.write(PONG);
    if (rest[0] === TEXT) readText(rest.subarray(frame.head, frame.end));
    rest = rest.subarray(frame.end);
  }
  return Buffer.from(rest);
}

/** Where the payload of the first frame begins, and where it ends. */
function frameOf(bytes: Buffer): { head: number; end: number } {
  const short = (bytes[1] ?? 0) & 0x7f;
  const head = { 126: 4, 127: 10 }[short] ?? 2;
  if (bytes.length < head) return { head, end: Number.POSITIVE_INFINITY };
  if (head === 2) return { head, end: head + short };
  return { head, end: head + (head === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))) };
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

function note(payload: Buffer): void {
  if (wanted.length === 0 || !payload.includes(wanted)) return;
  found.last = steadyNow();
  if (found.count === 0) found.message = payload.toString();
  found.count += 1;
}

/** Starts to look for a message with this text. */
function lookFor(text: string): void {
  wanted = Buffer.from(text);
  found = { count: 0, last: 0, message: '' };
}

/** How many pages have it, since when the last one, and the message. */
const arrivals = () => found;

const acts = { open, lookFor, arrivals };
export type PagesActs = typeof acts;
serve(acts);
