import type { TopicRef } from '#contract/live.ts';
import type { Priority, Scheduler } from './scheduler.ts';
import type { TopicState } from './topics.ts';

/** The shortest pause between two reads of a topic, in ms, so that consecutive changes are sent together. */
const REST_MS = 40;
/** The pause is this multiple of the duration of the last read, up to a limit in ms, so that a large topic does not use all the time. */
const REST_FACTOR = 8;
const MAX_REST_MS = 400;
/** A failed read is retried after this time, in ms. */
const RETRY_MS = 1000;
/** The longest timeout that a timer supports, in ms. */
const MAX_TIMER_MS = 2_147_000_000;
/** A topic with at least this many watchers is read and sent before any other is read. */
const MANY = 500;
/** Messages sent before yielding to requests. */
const SEND_BATCH = 32;

/** Receives the messages of a topic. */
export interface Watcher {
  /** @param message a `LiveMessage` as JSON */
  send(message: string): void;
}

export interface TopicDeps {
  readonly load: () => Promise<TopicState>;
  /** The league's clock. */
  readonly now: () => number;
  readonly scheduler: Scheduler;
  readonly onError: (error: unknown) => void;
}

/**
 * One topic and its watchers. A new watcher gets the whole state. A stale topic is read once and compared with the last sent state; the
 * difference is encoded once and sent to all watchers.
 */
export class WatchedTopic {
  readonly #topic: TopicRef;
  readonly #deps: TopicDeps;
  readonly #watchers = new Set<Watcher>();
  readonly #newcomers = new Set<Watcher>();
  #followsScores: boolean | undefined;
  #sent: RowState | null = null;
  #snapshot: string | null = null;
  #version = 0;
  #isStale = true;
  #restsUntil = 0;
  #soon: NodeJS.Timeout | undefined;
  #lock: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(topic: TopicRef, deps: TopicDeps) {
    this.#topic = topic;
    this.#deps = deps;
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0 || this.#newcomers.size > 0;
  }

  get followsScores(): boolean | undefined {
    return this.#followsScores;
  }

  /** Sends the whole state to a new watcher as soon as it is read, and changes from then on. */
  add(watcher: Watcher): void {
    if (this.#watchers.has(watcher)) return;
    this.#newcomers.add(watcher);
    this.#deps.scheduler.schedule(this.#work, 'changes');
  }

  remove(watcher: Watcher): void {
    this.#watchers.delete(watcher);
    this.#newcomers.delete(watcher);
  }

  /** Marks the topic as stale. */
  invalidate(priority: Priority = 'changes'): void {
    if (this.#closed) return;
    this.#isStale = true;
    if (priority === 'changes') this.#scheduleIn(this.#restsUntil - performance.now());
    else this.#deps.scheduler.schedule(this.#work, priority);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#soon);
    clearTimeout(this.#lock);
    this.#deps.scheduler.cancel(this.#work);
    this.#watchers.clear();
    this.#newcomers.clear();
  }

  #scheduleIn(wait: number): void {
    if (this.#soon) return;
    if (wait <= 0) {
      this.#deps.scheduler.schedule(this.#work, 'changes');
      return;
    }
    this.#soon = setTimeout(() => {
      this.#soon = undefined;
      this.#deps.scheduler.schedule(this.#work, 'changes');
    }, wait);
    this.#soon.unref();
  }

  readonly #work = async (): Promise<void> => {
    try {
      const hasManyWatchers = this.#watchers.size >= MANY;
      if (hasManyWatchers) await this.#deps.scheduler.alone(() => this.#update());
      else await this.#update();
    } catch (error) {
      if (this.#closed) return;
      this.#isStale = true;
      this.#deps.onError(error);
      this.#scheduleIn(RETRY_MS);
    }
  };

  async #update(): Promise<void> {
    if (this.#isStale) await this.#refresh();
    await this.#sendToNewcomers();
  }

  async #refresh(): Promise<void> {
    this.#isStale = false;
    const began = performance.now();
    const { parts, validUntil, followsScores } = await this.#deps.load();
    this.#followsScores = followsScores;
    const ended = performance.now();
    this.#restsUntil = ended + Math.min(Math.max(REST_MS, REST_FACTOR * (ended - began)), MAX_REST_MS);
    if (this.#closed) return;
    this.#expireAt(validUntil);
    const before = this.#sent;
    const changed = before && difference(before, parts);
    if (before && !changed) return;
    this.#sent = parts;
    this.#snapshot = null;
    this.#version += 1;
    if (changed) await this.#sendToWatchers(encodeChange(this.#topic, this.#version, changed));
  }

  async #sendToWatchers(message: string): Promise<void> {
    let sent = 0;
    for (const watcher of this.#watchers) {
      watcher.send(message);
      sent += 1;
      if (sent % SEND_BATCH === 0) await this.#deps.scheduler.yieldToRequests();
    }
  }

  async #sendToNewcomers(): Promise<void> {
    let sent = 0;
    for (const newcomer of this.#newcomers) {
      if (!this.#sent) return;
      this.#snapshot ??= encodeState(this.#topic, this.#version, this.#sent);
      this.#newcomers.delete(newcomer);
      this.#watchers.add(newcomer);
      newcomer.send(this.#snapshot);
      sent += 1;
      if (sent % SEND_BATCH === 0) await this.#deps.scheduler.yieldToRequests();
    }
    if (this.#watchers.size < 2) this.#snapshot = null; // It is unlikely to be needed again.
  }

  /** Reads the topic again when its state expires: a lock changes it without a write. */
  #expireAt(moment: number): void {
    clearTimeout(this.#lock);
    if (!Number.isFinite(moment)) return;
    const wait = Math.min(Math.max(moment - this.#deps.now(), 0), MAX_TIMER_MS);
    this.#lock = setTimeout(() => this.invalidate(), wait + 1);
    this.#lock.unref();
  }
}

/** A state of a topic: its head and its rows by key, each as JSON. */
export interface RowState {
  readonly head: string;
  readonly rows: ReadonlyMap<string, string>;
}

/** The changes between two states of a topic. */
export interface Difference {
  readonly head: string | null;
  readonly set: readonly string[];
  readonly gone: readonly string[];
}

/** Encodes a state; `key` is the field that identifies its rows. */
export function toRowState<R extends object>(head: unknown, rows: readonly R[], key: keyof R): RowState {
  return {
    head: JSON.stringify(head),
    rows: new Map(rows.map((row): [string, string] => [String(row[key]), JSON.stringify(row)])),
  };
}

/** Null if nothing changed. */
export function difference(before: RowState, after: RowState): Difference | null {
  const head = before.head === after.head ? null : after.head;
  const set = [...after.rows].filter(([key, row]) => before.rows.get(key) !== row).map(([, row]) => row);
  const gone = [...before.rows.keys()].filter((key) => !after.rows.has(key));
  return head === null && set.length === 0 && gone.length === 0 ? null : { head, set, gone };
}

/** A `StateMessage` as text. */
export function encodeState(topic: TopicRef, version: number, { head, rows }: RowState): string {
  return `${opening('state', topic, version)},"head":${head},"rows":[${[...rows.values()].join(',')}]}`;
}

/** A `ChangeMessage` as text. */
export function encodeChange(topic: TopicRef, version: number, { head, set, gone }: Difference): string {
  const headPart = head === null ? '' : `,"head":${head}`;
  return `${opening('change', topic, version)}${headPart},"set":[${set.join(',')}],"gone":${JSON.stringify(gone)}}`;
}

function opening(kind: 'state' | 'change', topic: TopicRef, version: number): string {
  return `{"kind":"${kind}","topic":${JSON.stringify(topic)},"version":${version}`;
}
