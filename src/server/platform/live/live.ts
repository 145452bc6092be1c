import { hash } from 'node:crypto';
import type { Store } from '#server/platform/db/connect.ts';
import type { Listener } from '#server/platform/db/notices.ts';
import { listen, sendNotice } from '#server/platform/db/notices.ts';
import type { Change } from './changes.ts';
import { EVERYTHING, encodeNotice, NoticeQueue, parseNotice } from './changes.ts';
import type { TopicState, Topics } from './topics.ts';

/** The maximum number of cached snapshots; the least recently read is evicted first. */
const KEPT = 500;
/** The maximum age of a snapshot, in ms, in case a node died before it sent a notice. */
const LONGEST_LIFE_MS = 30_000;
/** How many times as long a settled one may be kept. */
const SETTLED_TIMES = 20;

/** A topic that was read once for everyone with access: the socket sends its parts, a call sends the whole, made of the same bytes. */
export class Snapshot {
  readonly state: TopicState;
  #body: Buffer | undefined;
  #etag: string | undefined;

  constructor(state: TopicState) {
    this.state = state;
  }

  /** Whether its subject no longer exists: a pool was deleted after the access check. */
  get isGone(): boolean {
    return this.state.parts.head === 'null';
  }

  /** The reply of the topic's call. */
  get body(): Buffer {
    this.#body ??= Buffer.from(wholeOf(this.state));
    return this.#body;
  }

  /** Depends only on the bytes, so it is the same on every node. */
  get etag(): string {
    this.#etag ??= `"${hash('sha1', this.body, 'base64url')}"`;
    return this.#etag;
  }
}

interface Entry<T> {
  readonly topic: T;
  readonly snapshot: Promise<Snapshot>;
  readonly readAt: number;
  /** Known once it is read. */
  isSettled: boolean;
}

/** Caches recently read snapshots. A snapshot is never older than the last `forget`. */
export class SnapshotCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #topics: Topics<T>;
  readonly #now: () => number;
  readonly #trusted: () => boolean;
  readonly #longestLifeMs: number;

  /** @param trusted false while changes of other processes may be missed; then nothing is cached */
  constructor(topics: Topics<T>, now: () => number, trusted: () => boolean, longestLifeMs = LONGEST_LIFE_MS) {
    this.#longestLifeMs = longestLifeMs;
    this.#topics = topics;
    this.#now = now;
    this.#trusted = trusted;
  }

  async read(topic: T): Promise<Snapshot> {
    if (this.#topics.isAlwaysRead(topic)) return this.#load(topic);
    const name = this.#topics.nameOf(topic);
    for (let known = this.#known(name); known; known = this.#known(name)) {
      const snapshot = await known.snapshot;
      const isHeld = this.#entries.get(name) === known;
      if (isHeld) this.#entries.delete(name);
      if (this.#now() >= snapshot.state.validUntil) continue;
      // Move it to the end: it was read last.
      if (isHeld) this.#entries.set(name, known);
      return snapshot;
    }
    return this.#readNow(name, topic);
  }

  /** Drops the snapshots that a change may affect. A read in progress is not cached. */
  forget(change: Change): void {
    for (const [name] of this.#topics.touched(change, this.#entries)) this.#entries.delete(name);
  }

  #known(name: string): Entry<T> | undefined {
    const entry = this.#trusted() ? this.#entries.get(name) : undefined;
    if (entry === undefined) return undefined;
    const longest = entry.isSettled ? SETTLED_TIMES * this.#longestLifeMs : this.#longestLifeMs;
    return performance.now() - entry.readAt < longest ? entry : undefined;
  }

  async #load(topic: T): Promise<Snapshot> {
    return new Snapshot(await this.#topics.read(topic));
  }

  async #readNow(name: string, topic: T): Promise<Snapshot> {
    const entry: Entry<T> = { topic, readAt: performance.now(), isSettled: false, snapshot: this.#load(topic) };
    this.#keep(name, entry);
    try {
      const snapshot = await entry.snapshot;
      entry.isSettled = snapshot.state.isSettled === true;
      // Empty snapshots are not cached: requests for unknown weeks must not evict others.
      if (isEmpty(snapshot.state) && this.#entries.get(name) === entry) this.#entries.delete(name);
      return snapshot;
    } catch (error) {
      if (this.#entries.get(name) === entry) this.#entries.delete(name);
      throw error;
    }
  }

  #keep(name: string, entry: Entry<T>): void {
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    const oldest = this.#entries.keys().next().value;
    if (this.#entries.size > KEPT && oldest !== undefined) this.#entries.delete(oldest);
  }
}

function isEmpty({ parts, rows }: TopicState): boolean {
  return rows !== null && parts.rows.size === 0;
}

/** The JSON of a topic as one object, its rows last. */
function wholeOf({ parts: { head, rows }, rows: field }: TopicState): string {
  if (field === null) return head;
  const before = head === '{}' ? '{' : `${head.slice(0, -1)},`;
  return `${before}${JSON.stringify(field)}:[${[...rows.values()].join(',')}]}`;
}

const RECONNECT_MS = 1000;
/** How often the SQLite file is checked for writes of other processes, in ms. */
const POLL_MS = 250;

/** Writers report changes here, and readers get the current state, across processes. */
export interface Live<T = unknown> {
  readonly topics: Topics<T>;
  /** Called after a commit, never inside a transaction. */
  changed(change: Change): void;
  /** Drops the cached state of this process that a change may affect, without notifying pages, which `changed` does. */
  forget(change: Change): void;
  read(topic: T): Promise<Snapshot>;
  /** Calls the listener for every change, from this process and others. */
  onChange(listener: (change: Change) => void): void;
  close(): Promise<void>;
}

/**
 * On SQLite, writes of other processes are detected by the data version of the file, before each read and a few times a second. Nodes on
 * PostgreSQL notify each other by NOTIFY; while a node cannot listen, it caches nothing.
 * @param longestLifeMs the maximum age of a snapshot
 */
export async function createLive<T>(
  store: Store,
  topics: Topics<T>,
  now: () => number,
  longestLifeMs?: number,
): Promise<Live<T>> {
  const isLocal = store.engine === 'sqlite';
  return isLocal ? sqliteLive(store, topics, now, longestLifeMs) : postgresLive(store, topics, now, longestLifeMs);
}

function sqliteLive<T>(store: Store, topics: Topics<T>, now: () => number, longestLifeMs?: number): Live<T> {
  const snapshots = new SnapshotCache(topics, now, () => true, longestLifeMs);
  const listeners: ((change: Change) => void)[] = [];
  let seen = store.dataVersion();
  const notify = (change: Change) => {
    snapshots.forget(change);
    for (const listener of listeners) listener(change);
  };
  let isChecked = false;
  const checkVersion = () => {
    const version = store.dataVersion();
    if (version === seen) return;
    seen = version;
    notify(EVERYTHING);
  };
  /** Reads in the same turn of the event loop share one check. */
  const checkVersionOnce = () => {
    if (isChecked) return;
    checkVersion();
    isChecked = true;
    process.nextTick(() => {
      isChecked = false;
    });
  };
  const poll = setInterval(() => {
    try {
      checkVersion();
    } catch {
      // The file is locked; the next poll checks it again.
    }
  }, POLL_MS);
  poll.unref();
  return {
    topics,
    changed: notify,
    forget: (change) => snapshots.forget(change),
    read(topic) {
      checkVersionOnce();
      return snapshots.read(topic);
    },
    onChange: (listener) => listeners.push(listener),
    close: async () => clearInterval(poll),
  };
}

async function postgresLive<T>(
  store: Store,
  topics: Topics<T>,
  now: () => number,
  longestLifeMs?: number,
): Promise<Live<T>> {
  let listener: Listener | null = null;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;
  const listeners: ((change: Change) => void)[] = [];
  const snapshots = new SnapshotCache(topics, now, () => listener !== null, longestLifeMs);
  const notices = new NoticeQueue(store);
  const notify = (change: Change) => {
    snapshots.forget(change);
    for (const each of listeners) each(change);
  };
  const receive = (payload: string) => {
    const { from, changes } = parseNotice(payload);
    if (from !== notices.node) for (const change of changes) notify(change);
  };

  const lost = () => {
    listener = null;
    if (!closed) retry = setTimeout(connect, RECONNECT_MS);
  };
  const connect = async () => {
    try {
      const connected = await listen(store.location, receive, lost);
      if (closed) return await connected.close();
      listener = connected;
      notify(EVERYTHING);
    } catch {
      lost();
    }
  };
  await connect();

  return {
    topics,
    changed(change) {
      notify(change);
      notices.add(change);
    },
    forget: (change) => snapshots.forget(change),
    read: (topic) => snapshots.read(topic),
    onChange: (each) => listeners.push(each),
    async close() {
      closed = true;
      clearTimeout(retry);
      await notices.close();
      await listener?.close();
    },
  };
}

/** For processes that do not serve, such as the command line: notifies the servers on PostgreSQL that anything may have changed. */
export async function notifyServers(store: Store): Promise<void> {
  if (store.engine === 'postgres') await sendNotice(store.db, encodeNotice('command line', [EVERYTHING]), '');
}
