/** A process with open pages, which take in what they are sent as cheaply as possible. */
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { TopicRef } from '#contract/live.ts';
import { LIVE_PATH } from '#contract/live.ts';
import { serve, steadyNow } from './processes.ts';

export interface PlannedPage {
  readonly cookie: string;
  readonly watch: readonly TopicRef[];
}

const OPENED_AT_A_TIME = 200;

let pageCount = 0;
let onMessage: (message: Buffer) => void = () => undefined;

async function open(port: number, planned: readonly PlannedPage[]): Promise<void> {
  pageCount = planned.length;
  for (let at = 0; at < planned.length; at += OPENED_AT_A_TIME)
    await Promise.all(planned.slice(at, at + OPENED_AT_A_TIME).map((page) => openPage(port, page)));
}

/** Resolves when the page has the state of each topic that it watches. */
function openPage(port: number, { cookie, watch }: PlannedPage): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = new WebSocket(`ws://127.0.0.1:${port}${LIVE_PATH}`, {
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    perMessageDeflate: false,
    // Otherwise receiving needs more processor time than sending.
    skipUTF8Validation: true,
  });
  let missing = watch.length;
  socket.on('open', () => {
    socket.send(JSON.stringify({ watch }));
    if (missing === 0) resolve();
  });
  socket.on('message', (message: Buffer) => {
    if (missing > 0 && message.includes('"state"')) missing -= 1;
    if (missing === 0) resolve();
    onMessage(message);
  });
  socket.on('error', reject).on('close', () => reject(new Error('The server closed a page.')));
  return promise;
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
