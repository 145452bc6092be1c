import { hash } from 'node:crypto';
import type { Change } from './changes.ts';
import type { Topic } from './topics.ts';
import { topicName, touched } from './topics.ts';

/** Snapshots kept at most; the least recently read goes first. */
const KEPT = 500;
/** No snapshot is trusted for longer, in ms: for the notice that a dying node never sent. */
const LONGEST_LIFE_MS = 30_000;

/** A state encoded once for everyone who may read it. */
export interface Snapshot {
  readonly body: Buffer;
  /** Follows from the bytes alone: the same on every node, and whatever else was written meanwhile. */
  readonly etag: string;
}

/** What a loader knows: the state, and until when it holds if nobody writes (a lock is a change that nobody writes). */
export interface Loaded<State = unknown> {
  readonly state: State;
  /** Milliseconds by the league's clock. */
  readonly validUntil: number;
}

interface Entry {
  readonly topic: Topic;
  readonly snapshot: Promise<{ readonly snapshot: Snapshot; readonly validUntil: number }>;
  readonly readAt: number;
}

/** The encoded states that were read lately. What is told here first is never older than the last `forget`. */
export class SnapshotCache {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;
  readonly #trusted: () => boolean;

  /** @param trusted false while changes of other processes may go unnoticed: then nothing is kept */
  constructor(now: () => number, trusted: () => boolean) {
    this.#now = now;
    this.#trusted = trusted;
  }

  async read(topic: Topic, load: () => Promise<Loaded>): Promise<Snapshot> {
    const name = topicName(topic);
    for (let known = this.#known(name); known; known = this.#known(name)) {
      const { snapshot, validUntil } = await known.snapshot;
      const isHeld = this.#entries.get(name) === known;
      if (isHeld) this.#entries.delete(name);
      if (this.#now() >= validUntil) continue;
      // Put back as the last one: what is read goes last.
      if (isHeld) this.#entries.set(name, known);
      return snapshot;
    }
    return this.#load(name, topic, load);
  }

  /** Drops what a change may have altered; a reading that is under way is not kept. */
  forget(change: Change): void {
    for (const [name] of touched(change, this.#entries)) this.#entries.delete(name);
  }

  #known(name: string): Entry | undefined {
    const entry = this.#trusted() ? this.#entries.get(name) : undefined;
    return entry && performance.now() - entry.readAt < LONGEST_LIFE_MS ? entry : undefined;
  }

  async #load(name: string, topic: Topic, load: () => Promise<Loaded>): Promise<Snapshot> {
    const entry: Entry = { topic, readAt: performance.now(), snapshot: load().then(encode) };
    this.#keep(name, entry);
    try {
      return (await entry.snapshot).snapshot;
    } catch (error) {
      if (this.#entries.get(name) === entry) this.#entries.delete(name);
      throw error;
    }
  }

  #keep(name: string, entry: Entry): void {
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    const oldest = this.#entries.keys().next().value;
    if (this.#entries.size > KEPT && oldest !== undefined) this.#entries.delete(oldest);
  }
}

function encode({ state, validUntil }: Loaded) {
  const body = Buffer.from(JSON.stringify(state));
  return { snapshot: { body, etag: `"${hash('sha1', body, 'base64url')}"` }, validUntil };
}

/** For a state that only a writer can change. */
export const ALWAYS = Number.POSITIVE_INFINITY;
