import type { Store } from '../store/connect.ts';
import type { Listener } from '../store/notices.ts';
import { listen, sendNotice } from '../store/notices.ts';
import type { Change } from './changes.ts';
import { EVERYTHING, parseChange } from './changes.ts';
import type { Loaded, Snapshot } from './snapshots.ts';
import { Snapshots } from './snapshots.ts';
import type { Topic } from './topics.ts';

const RECONNECT_MS = 1000;
/** How often the SQLite file is asked whether another process wrote to it, in ms. */
const POLL_MS = 250;

/** Where writers say what they changed and readers get the state, also across processes. */
export interface Live {
  /** Called after a commit, never inside a transaction. */
  changed(change: Change): void;
  read(topic: Topic, load: () => Promise<Loaded>): Promise<Snapshot>;
  /** Calls the listener for every change, of this process and of others. */
  onChange(listener: (change: Change) => void): void;
  close(): Promise<void>;
}

/**
 * Another process writing to the same SQLite file is seen by its data version, before each reading and some times a
 * second; nodes on PostgreSQL tell each other by NOTIFY, and while a node cannot listen it keeps nothing.
 */
export async function createLive(store: Store, now: () => number): Promise<Live> {
  return store.engine === 'sqlite' ? sqliteLive(store, now) : postgresLive(store, now);
}

function sqliteLive(store: Store, now: () => number): Live {
  const snapshots = new Snapshots(now, () => true);
  const listeners: ((change: Change) => void)[] = [];
  let seen = store.dataVersion();
  const tell = (change: Change) => {
    snapshots.forget(change);
    for (const listener of listeners) listener(change);
  };
  const look = () => {
    const version = store.dataVersion();
    if (version === seen) return;
    seen = version;
    tell(EVERYTHING);
  };
  const poll = setInterval(look, POLL_MS);
  poll.unref();
  return {
    changed: tell,
    read(topic, load) {
      look();
      return snapshots.read(topic, load);
    },
    onChange: (listener) => listeners.push(listener),
    close: async () => clearInterval(poll),
  };
}

async function postgresLive(store: Store, now: () => number): Promise<Live> {
  let listener: Listener | null = null;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;
  const listeners: ((change: Change) => void)[] = [];
  const snapshots = new Snapshots(now, () => listener !== null);
  const outbox = new Outbox(store);
  const tell = (change: Change) => {
    snapshots.forget(change);
    for (const each of listeners) each(change);
  };

  const lost = () => {
    listener = null;
    if (!closed) retry = setTimeout(connect, RECONNECT_MS);
  };
  const connect = async () => {
    try {
      const connected = await listen(store.location, (payload) => tell(parseChange(payload)), lost);
      if (closed) return await connected.close();
      listener = connected;
      tell(EVERYTHING);
    } catch {
      lost();
    }
  };
  await connect();

  return {
    changed(change) {
      tell(change);
      outbox.add(change);
    },
    read: (topic, load) => snapshots.read(topic, load),
    onChange: (each) => listeners.push(each),
    async close() {
      closed = true;
      clearTimeout(retry);
      await outbox.idle();
      await listener?.close();
    },
  };
}

/** Tells other processes, once for whatever changed in the same tick. */
class Outbox {
  readonly #store: Store;
  readonly #waiting = new Set<string>();
  #running: Promise<void> | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  add(change: Change): void {
    this.#waiting.add(JSON.stringify(change));
    this.#running ??= this.#run();
  }

  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.size > 0) {
      const notices = [...this.#waiting];
      this.#waiting.clear();
      // A notice that cannot be sent is made up for: no node trusts a state for longer than some seconds.
      for (const notice of notices)
        await sendNotice(this.#store.db, notice, JSON.stringify(EVERYTHING)).catch(() => {});
    }
    this.#running = null;
  }
}

/** For a process that does not serve, such as the command line: tells the servers on PostgreSQL that anything changed. */
export async function tellServers(store: Store): Promise<void> {
  if (store.engine === 'postgres') await sendNotice(store.db, JSON.stringify(EVERYTHING), '');
}
