import type { Store } from '#server/platform/db/connect.ts';
import type { Listener } from '#server/platform/db/notices.ts';
import { listen, sendNotice } from '#server/platform/db/notices.ts';
import type { Change } from './changes.ts';
import { EVERYTHING, encodeNotice, NoticeQueue, parseNotice } from './changes.ts';
import type { Snapshot } from './snapshot-cache.ts';
import { SnapshotCache } from './snapshot-cache.ts';
import type { Topics } from './topics.ts';

const RECONNECT_MS = 1000;
/** How often the SQLite file is asked whether another process wrote to it, in ms. */
const POLL_MS = 250;

/** Where writers say what they changed and readers get the state, also across processes. */
export interface Live<T = unknown> {
  readonly topics: Topics<T>;
  /** Called after a commit, never inside a transaction. */
  changed(change: Change): void;
  /** Makes readers of this process read again what a change may have altered; pages hear of it by `changed`. */
  forget(change: Change): void;
  read(topic: T): Promise<Snapshot>;
  /** Calls the listener for every change, of this process and of others. */
  onChange(listener: (change: Change) => void): void;
  close(): Promise<void>;
}

/**
 * Another process writing to the same SQLite file is seen by its data version, before each reading and some times a
 * second; nodes on PostgreSQL tell each other by NOTIFY, and while a node cannot listen it keeps nothing.
 */
export async function createLive<T>(store: Store, topics: Topics<T>, now: () => number): Promise<Live<T>> {
  return store.engine === 'sqlite' ? sqliteLive(store, topics, now) : postgresLive(store, topics, now);
}

function sqliteLive<T>(store: Store, topics: Topics<T>, now: () => number): Live<T> {
  const snapshots = new SnapshotCache(topics, now, () => true);
  const listeners: ((change: Change) => void)[] = [];
  let seen = store.dataVersion();
  const tell = (change: Change) => {
    snapshots.forget(change);
    for (const listener of listeners) listener(change);
  };
  let isLookedAt = false;
  const look = () => {
    const version = store.dataVersion();
    if (version === seen) return;
    seen = version;
    tell(EVERYTHING);
  };
  /** Many who read in the same turn of the event loop, before anything more is heard, share one look. */
  const lookOnce = () => {
    if (isLookedAt) return;
    look();
    isLookedAt = true;
    process.nextTick(() => {
      isLookedAt = false;
    });
  };
  const poll = setInterval(() => {
    try {
      look();
    } catch {
      // A file that is locked for a moment is looked at again.
    }
  }, POLL_MS);
  poll.unref();
  return {
    topics,
    changed: tell,
    forget: (change) => snapshots.forget(change),
    read(topic) {
      lookOnce();
      return snapshots.read(topic);
    },
    onChange: (listener) => listeners.push(listener),
    close: async () => clearInterval(poll),
  };
}

async function postgresLive<T>(store: Store, topics: Topics<T>, now: () => number): Promise<Live<T>> {
  let listener: Listener | null = null;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;
  const listeners: ((change: Change) => void)[] = [];
  const snapshots = new SnapshotCache(topics, now, () => listener !== null);
  const notices = new NoticeQueue(store);
  const tell = (change: Change) => {
    snapshots.forget(change);
    for (const each of listeners) each(change);
  };
  const hear = (payload: string) => {
    const { from, changes } = parseNotice(payload);
    if (from !== notices.node) for (const change of changes) tell(change);
  };

  const lost = () => {
    listener = null;
    if (!closed) retry = setTimeout(connect, RECONNECT_MS);
  };
  const connect = async () => {
    try {
      const connected = await listen(store.location, hear, lost);
      if (closed) return await connected.close();
      listener = connected;
      tell(EVERYTHING);
    } catch {
      lost();
    }
  };
  await connect();

  return {
    topics,
    changed(change) {
      tell(change);
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

/** For a process that does not serve, such as the command line: tells the servers on PostgreSQL that anything changed. */
export async function tellServers(store: Store): Promise<void> {
  if (store.engine === 'postgres') await sendNotice(store.db, encodeNotice('command line', [EVERYTHING]), '');
}
