import type { BeatMessage } from '#contract/live.ts';
import { LIVE_BEAT_MS } from '#contract/live.ts';
import type { Connection } from './connection.ts';

/** The number of groups that get their beat one after the other, so that thousands of connections do not delay requests. */
const GROUPS = 50;

/** Sends a beat and a ping to every connection at intervals, and ends those that did not answer the last ping. */
export class Heartbeat {
  readonly #now: () => number;
  readonly #groups = Array.from({ length: GROUPS }, () => new Set<Connection>());
  readonly #timer: NodeJS.Timeout;
  #added = 0;
  #next = 0;

  /** @param now the league's clock */
  constructor(now: () => number, beatMs = LIVE_BEAT_MS) {
    this.#now = now;
    this.#timer = setInterval(() => this.#beat(), beatMs / GROUPS);
    this.#timer.unref();
  }

  /** Sends the first beat. @returns a function that removes the connection */
  add(connection: Connection): () => void {
    const group = this.#groups[this.#added % GROUPS];
    this.#added += 1;
    group?.add(connection);
    connection.send(this.#message());
    return () => group?.delete(connection);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    const group = this.#groups[this.#next % GROUPS];
    this.#next += 1;
    if (!group?.size) return;
    const message = this.#message();
    for (const connection of group) connection.beat(message);
  }

  #message(): string {
    return JSON.stringify({ kind: 'beat', now: Math.round(this.#now()) } satisfies BeatMessage);
  }
}
