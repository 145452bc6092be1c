import type { TopicRef } from '#contract/live.ts';
import { textFrame } from './frame.ts';
import type { RowState } from './row-state.ts';
import { difference, encodeChange, encodeState } from './row-state.ts';
import type { Rank, Turns } from './turns.ts';

/** Between two readings of a topic at least this long passes, so that changes close together are told once, in ms. */
const REST_MS = 40;
/** A topic rests for this many times as long as it took to read, and at most so many ms: a large one must not keep us busy. */
const RESTS = 8;
const LONGEST_REST_MS = 400;
/** A state that could not be read is read again this much later, in ms. */
const RETRY_MS = 1000;
/** The longest a timer may be set for, in ms. */
const LONGEST_TIMER_MS = 2_147_000_000;
/** A topic with so many watchers is read and told before anything else is read. */
const MANY = 500;
/** Messages sent between two looks at the clock. */
const SENT_AT_A_TIME = 32;

/** Somebody who gets the messages of a topic. */
export interface Watcher {
  /** @param frame a text message as `textFrame` makes it */
  send(frame: Buffer): void;
}

/** A topic read for its watchers: its state, and until when it holds if nobody writes. */
export interface WatchedState {
  readonly state: RowState;
  /** Milliseconds by the league's clock. */
  readonly validUntil: number;
}

export interface TopicParts {
  readonly load: () => Promise<WatchedState>;
  /** The league's clock. */
  readonly now: () => number;
  readonly turns: Turns;
  readonly onError: (error: unknown) => void;
}

/**
 * One topic and everyone who watches it. A newcomer gets the whole state; whenever the topic is dirty the state is read
 * once, compared with what was told last, and what changed goes to all watchers, encoded once.
 */
export class WatchedTopic {
  readonly #topic: TopicRef;
  readonly #parts: TopicParts;
  readonly #watchers = new Set<Watcher>();
  readonly #newcomers = new Set<Watcher>();
  #told: RowState | null = null;
  #snapshot: Buffer | null = null;
  #version = 0;
  #dirty = true;
  #restsUntil = 0;
  #soon: NodeJS.Timeout | undefined;
  #lock: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(topic: TopicRef, parts: TopicParts) {
    this.#topic = topic;
    this.#parts = parts;
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0 || this.#newcomers.size > 0;
  }

  /** Sends the whole state to a newcomer as soon as it is known; they watch from then on. */
  add(watcher: Watcher): void {
    if (this.#watchers.has(watcher)) return;
    this.#newcomers.add(watcher);
    this.#parts.turns.ask(this.#work, 'changes');
  }

  /** Sends them nothing any more. */
  remove(watcher: Watcher): void {
    this.#watchers.delete(watcher);
    this.#newcomers.delete(watcher);
  }

  /** Says that the state may be different now. */
  markDirty(rank: Rank = 'changes'): void {
    if (this.#closed) return;
    this.#dirty = true;
    if (rank === 'changes') this.#workIn(this.#restsUntil - performance.now());
    else this.#parts.turns.ask(this.#work, rank);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#soon);
    clearTimeout(this.#lock);
    this.#parts.turns.drop(this.#work);
    this.#watchers.clear();
    this.#newcomers.clear();
  }

  #workIn(wait: number): void {
    if (this.#soon) return;
    if (wait <= 0) {
      this.#parts.turns.ask(this.#work, 'changes');
      return;
    }
    this.#soon = setTimeout(() => {
      this.#soon = undefined;
      this.#parts.turns.ask(this.#work, 'changes');
    }, wait);
    this.#soon.unref();
  }

  readonly #work = async (): Promise<void> => {
    try {
      const isAwaited = this.#watchers.size >= MANY;
      if (isAwaited) await this.#parts.turns.ahead(() => this.#update());
      else await this.#update();
    } catch (error) {
      if (this.#closed) return;
      this.#dirty = true;
      this.#parts.onError(error);
      this.#workIn(RETRY_MS);
    }
  };

  async #update(): Promise<void> {
    if (this.#dirty) await this.#refresh();
    await this.#greet();
  }

  async #refresh(): Promise<void> {
    this.#dirty = false;
    const began = performance.now();
    const { state, validUntil } = await this.#parts.load();
    const ended = performance.now();
    this.#restsUntil = ended + Math.min(Math.max(REST_MS, RESTS * (ended - began)), LONGEST_REST_MS);
    if (this.#closed) return;
    this.#wakeAt(validUntil);
    const before = this.#told;
    const changed = before && difference(before, state);
    if (before && !changed) return;
    this.#told = state;
    this.#snapshot = null;
    this.#version += 1;
    if (changed) await this.#tell(textFrame(encodeChange(this.#topic, this.#version, changed)));
  }

  async #tell(message: Buffer): Promise<void> {
    let sent = 0;
    for (const watcher of this.#watchers) {
      watcher.send(message);
      sent += 1;
      if (sent % SENT_AT_A_TIME === 0) await this.#parts.turns.giveWay();
    }
  }

  async #greet(): Promise<void> {
    let sent = 0;
    for (const newcomer of this.#newcomers) {
      if (!this.#told) return;
      this.#snapshot ??= textFrame(encodeState(this.#topic, this.#version, this.#told));
      this.#newcomers.delete(newcomer);
      this.#watchers.add(newcomer);
      newcomer.send(this.#snapshot);
      sent += 1;
      if (sent % SENT_AT_A_TIME === 0) await this.#parts.turns.giveWay();
    }
    if (this.#watchers.size < 2) this.#snapshot = null; // Nobody is likely to ask for it again.
  }

  /** A lock is a change that nobody writes. */
  #wakeAt(moment: number): void {
    clearTimeout(this.#lock);
    if (!Number.isFinite(moment)) return;
    const wait = Math.min(Math.max(moment - this.#parts.now(), 0), LONGEST_TIMER_MS);
    this.#lock = setTimeout(() => this.markDirty(), wait + 1);
    this.#lock.unref();
  }
}
