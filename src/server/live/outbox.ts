import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../store/connect.ts';
import { sendNotice } from '../store/notices.ts';
import type { Change } from './changes.ts';
import { EVERYTHING, encodeNotice } from './changes.ts';

/** Changes told in one notice: as many as fit into it with ids as long as ours. */
const AT_A_TIME = 20;
/** After a notice that could not be sent, the next is tried this much later, in ms. */
const RETRY_MS = 1000;

/**
 * Tells the other nodes on PostgreSQL, in few notices for whatever changed at the same time. Where the database cannot be
 * reached it keeps trying to say that anything may have changed; a node that dies meanwhile is made up for by the others,
 * who trust no state for longer than some seconds.
 */
export class Outbox {
  /** Names this node in its notices. */
  readonly node = randomUUID();
  readonly #store: Store;
  readonly #waiting = new Map<string, Change>();
  readonly #closing = new AbortController();
  #running: Promise<void> | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  add(change: Change): void {
    this.#put(change);
    this.#running ??= this.#run();
  }

  /** Sends what waits, and tries no more where that fails. */
  async close(): Promise<void> {
    this.#closing.abort();
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting].slice(0, AT_A_TIME);
      for (const [key] of batch) this.#waiting.delete(key);
      const changes = batch.map(([, change]) => change);
      try {
        await sendNotice(this.#store.db, encodeNotice(this.node, changes), encodeNotice(this.node, [EVERYTHING]));
      } catch {
        await this.#failed();
      }
    }
    this.#running = null;
  }

  async #failed(): Promise<void> {
    this.#waiting.clear();
    if (this.#closing.signal.aborted) return;
    this.#put(EVERYTHING);
    await pause(RETRY_MS, undefined, { signal: this.#closing.signal }).catch(() => {});
  }

  #put(change: Change): void {
    this.#waiting.set(JSON.stringify(change), change);
  }
}
