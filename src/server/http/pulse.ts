import type { BeatMessage } from '#contract/live.ts';
import { LIVE_BEAT_MS } from '#contract/live.ts';
import { textFrame } from '../live/frame.ts';
import type { Page } from './page.ts';

/** Every page has its beat, but not all at the same moment: requests would wait for thousands. */
const PARTS = 50;
/** A ping without data (RFC 6455, section 5.5.2). */
const PING = Buffer.from([0x89, 0]);

/** Says something to every open page now and then, and drops those that are gone. */
export class Pulse {
  readonly #now: () => number;
  readonly #parts = Array.from({ length: PARTS }, () => new Set<Page>());
  readonly #timer: NodeJS.Timeout;
  #joined = 0;
  #turn = 0;

  /** @param now the league's clock */
  constructor(now: () => number, beatMs = LIVE_BEAT_MS) {
    this.#now = now;
    this.#timer = setInterval(() => this.#beat(), beatMs / PARTS);
    this.#timer.unref();
  }

  /** Greets a page with the first beat. @returns how to forget it */
  add(page: Page): () => void {
    const part = this.#parts[this.#joined % PARTS];
    this.#joined += 1;
    part?.add(page);
    page.send(this.#message());
    return () => part?.delete(page);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    const part = this.#parts[this.#turn % PARTS];
    this.#turn += 1;
    if (!part?.size) return;
    const frames = Buffer.concat([PING, this.#message()]);
    for (const page of part) page.beat(frames);
  }

  #message(): Buffer {
    return textFrame(JSON.stringify({ kind: 'beat', now: Math.round(this.#now()) } satisfies BeatMessage));
  }
}
