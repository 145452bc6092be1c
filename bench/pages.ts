/** A process with open pages, on bare sockets: with `ws`, receiving would need more processor time than sending. */
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { TopicRef } from '#contract/live.ts';
import { LIVE_PATH } from '#contract/live.ts';
import { serve, steadyNow } from './processes.ts';

export interface PlannedPage {
  readonly cookie: string;
  readonly watch: readonly TopicRef[];
}

const OPENED_AT_A_TIME = 200;
const HEAD_END = '\r\n\r\n';
const TEXT = 0x81;
const PING = 0x89;
/** An empty pong with a mask, as browsers send it. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

let pageCount = 0;
let onMessage: (message: Buffer) => void = () => undefined;

/** @param isAnswered whether the server sends the state of each topic */
async function open(port: number, planned: readonly PlannedPage[], isAnswered: boolean): Promise<void> {
  pageCount = planned.length;
  for (let at = 0; at < planned.length; at += OPENED_AT_A_TIME)
    await Promise.all(planned.slice(at, at + OPENED_AT_A_TIME).map((page) => openPage(port, page, isAnswered)));
}

/** Resolves when the page has its answers. */
function openPage(port: number, { cookie, watch }: PlannedPage, isAnswered: boolean): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(port, '127.0.0.1', () => socket.write(upgradeOf(cookie))).setNoDelay(true);
  let missing = isAnswered ? watch.length : 0;
  let rest: Buffer = Buffer.alloc(0);
  const read = (chunk: Buffer) => {
    rest = readFrames(socket, rest.length === 0 ? chunk : Buffer.concat([rest, chunk]), (message) => {
      if (missing > 0 && message.includes('"state"')) missing -= 1;
      onMessage(message);
    });
    if (missing === 0) resolve();
  };
  socket.once('data', (reply: Buffer) => {
    const end = reply.indexOf(HEAD_END);
    if (end < 0 || !reply.toString('latin1', 0, end).startsWith('HTTP/1.1 101')) reject(new Error(reply.toString()));
    socket.write(maskedText(JSON.stringify({ watch })));
    socket.on('data', read);
    read(reply.subarray(end + HEAD_END.length));
  });
  socket.on('error', reject).on('close', () => reject(new Error('The server closed a page.')));
  return promise;
}

function upgradeOf(cookie: string): string {
  const head = [
    `GET ${LIVE_PATH} HTTP/1.1`,
    'host: localhost',
    'connection: Upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
    'sec-fetch-site: same-origin',
    `cookie: ${cookie}`,
  ];
  return head.join('\r\n') + HEAD_END;
}

/** @returns the bytes of an incomplete frame */
function readFrames(socket: Socket, bytes: Buffer, onText: (message: Buffer) => void): Buffer {
  let rest = bytes;
  for (let frame = frameOf(rest); frame.end <= rest.length; frame = frameOf(rest)) {
    if (rest[0] === PING) socket.write(PONG);
    if (rest[0] === TEXT) onText(rest.subarray(frame.head, frame.end));
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

/** A frame of 126 to 65,535 bytes under a mask of zeros. */
function maskedText(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.from([TEXT, 0x80 | 126, 0, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

/** Waits until all pages have a message with this text. @returns how many have it, when the last one got it, and the message */
async function receive(text: string, timeoutMs: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const arrived = { count: 0, at: 0, message: '' };
  const wanted = Buffer.from(text);
  onMessage = (message) => {
    if (!message.includes(wanted)) return;
    arrived.at = steadyNow();
    arrived.count += 1;
    if (arrived.count === 1) arrived.message = message.toString();
    if (arrived.count === pageCount) resolve();
  };
  await Promise.race([promise, pause(timeoutMs)]);
  return arrived;
}

const acts = { open, receive };
export type PagesActs = typeof acts;
serve(acts);
