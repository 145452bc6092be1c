import type { TopicRef } from '#contract/live.ts';
import type { RowState } from './row-state.ts';
import { difference, encodeChange, encodeState } from './row-state.ts';

/** Sockets served before other requests get their turn. */
const SLICE = 500;
/** After a change this long passes before the state is read, so that changes close together are told once, in ms. */
const COALESCE_MS = 40;
/** A state that could not be read is read again this much later, in ms. */
const RETRY_MS = 1000;
/** The longest a timer may be set for, in ms. */
const LONGEST_TIMER_MS = 2_147_000_000;

/** Somebody who gets the messages of a topic. */
export interface Watcher {
  send(message: Buffer): void;
}

/** A topic read for its watchers: its state, and until when it holds if nobody writes. */
export interface WatchedState {
  readonly state: RowState;
  /** Milliseconds by the league's clock. */
  readonly validUntil: number;
}

/**
 * One topic and everyone who watches it. A newcomer gets the whole state; whenever the topic is dirty the state is read
 * once, compared with what was told last, and what changed goes to all watchers, encoded once.
 */
export class WatchedTopic {
  readonly watchers = new Set<Watcher>();
  readonly #topic: TopicRef;
  readonly #load: () => Promise<WatchedState>;
  readonly #now: () => number;
  readonly #onError: (error: unknown) => void;
  #told: RowState | null = null;
  #snapshot: Buffer | null = null;
  #version = 0;
  #dirty = true;
  #work: Promise<void> = Promise.resolve();
  #soon: NodeJS.Timeout | undefined;
  #lock: NodeJS.Timeout | undefined;

  constructor(
    topic: TopicRef,
    load: () => Promise<WatchedState>,
    now: () => number,
    onError: (error: unknown) => void,
  ) {
    this.#topic = topic;
    this.#load = load;
    this.#now = now;
    this.#onError = onError;
  }

  /**
   * Sends the whole state to a newcomer; he watches from then on.
   * @throws where the state cannot be read
   */
  async add(watcher: Watcher): Promise<void> {
    await this.#queue(async () => {
      await this.#refresh();
      this.watchers.add(watcher);
      if (this.#told) this.#snapshot ??= encodeState(this.#topic, this.#version, this.#told);
      if (this.#snapshot) watcher.send(this.#snapshot);
    });
  }

  /** Says that the state may be different now. */
  markDirty(wait = COALESCE_MS): void {
    this.#dirty = true;
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#queue(() => this.#refresh()).catch((error: unknown) => {
        this.#onError(error);
        this.markDirty(RETRY_MS);
      });
    }, wait);
  }

  close(): void {
    clearTimeout(this.#soon);
    clearTimeout(this.#lock);
    this.watchers.clear();
  }

  /** One piece of work after the other, so that no change overtakes another. */
  #queue(act: () => Promise<void>): Promise<void> {
    const done = this.#work.then(act);
    this.#work = done.catch(() => {});
    return done;
  }

  async #refresh(): Promise<void> {
    if (!this.#dirty) return;
    this.#dirty = false;
    const { state, validUntil } = await this.#load().catch((error: unknown) => {
      this.#dirty = true;
      throw error;
    });
    this.#wakeAt(validUntil);
    const before = this.#told;
    const changed = before && difference(before, state);
    if (before && !changed) return;
    this.#told = state;
    this.#snapshot = null;
    this.#version += 1;
    if (changed) await this.#sendAll(encodeChange(this.#topic, this.#version, changed));
  }

  async #sendAll(message: Buffer): Promise<void> {
    let sent = 0;
    for (const watcher of [...this.watchers]) {
      watcher.send(message);
      sent += 1;
      if (sent % SLICE === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** A lock is a change that nobody writes. */
  #wakeAt(moment: number): void {
    clearTimeout(this.#lock);
    if (!Number.isFinite(moment)) return;
    const wait = Math.min(Math.max(moment - this.#now(), 0), LONGEST_TIMER_MS);
    this.#lock = setTimeout(() => this.markDirty(), wait + 1);
    this.#lock.unref();
  }
}
