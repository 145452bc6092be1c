import type { ErrorCode } from '#contract/errors.ts';
import type { LiveMessage, TopicRef } from '#contract/live.ts';
import { liveTopics } from '#contract/live.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { refusal } from '#server/platform/http/access.ts';
import type { Checked } from './access-checks.ts';
import { AccessChecks } from './access-checks.ts';
import type { Change } from './changes.ts';
import { EVERYTHING } from './changes.ts';
import type { Live } from './live.ts';
import type { Priority } from './scheduler.ts';
import { Scheduler } from './scheduler.ts';
import type { TopicState } from './topics.ts';
import type { ViewerAccess } from './viewers.ts';

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
  /** Of its changes, and of its state for newcomers. */
  readonly priority: Exclude<Priority, 'rereading'>;
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
    this.#schedule();
  }

  remove(watcher: Watcher): void {
    this.#watchers.delete(watcher);
    this.#newcomers.delete(watcher);
  }

  /** Marks the topic as stale. */
  invalidate(priority: Priority = this.#deps.priority): void {
    if (this.#closed) return;
    this.#isStale = true;
    if (priority === 'rereading') this.#deps.scheduler.schedule(this.#work, priority);
    else this.#scheduleIn(this.#restsUntil - performance.now());
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#soon);
    clearTimeout(this.#lock);
    this.#deps.scheduler.cancel(this.#work);
    this.#watchers.clear();
    this.#newcomers.clear();
  }

  #schedule(): void {
    this.#deps.scheduler.schedule(this.#work, this.#deps.priority);
  }

  #scheduleIn(wait: number): void {
    if (this.#soon) return;
    if (wait <= 0) {
      this.#schedule();
      return;
    }
    this.#soon = setTimeout(() => {
      this.#soon = undefined;
      this.#schedule();
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

/** The interval in ms at which all watched topics are read again and all access is checked. */
const REREAD_MS = 30_000;
/** The delay in ms before all topics are read again after a change of everything, so that consecutive changes share one run. */
const GATHER_MS = 100;
/** How many topics are read concurrently on PostgreSQL; the other connections of the pool stay free. */
const CONCURRENCY = 3;

/** One open page: its user, and how to send to it. */
export interface Viewer extends Watcher {
  readonly token: string;
  readonly userId: string;
  readonly isAdmin: boolean;
  /** Ends the connection; the page may come back. */
  close(): void;
}

interface Watched<T> {
  readonly topic: T;
  readonly watched: WatchedTopic;
  readonly followsScores: boolean | undefined;
}

/** What a viewer wants to watch and does watch, by the names of the references. */
interface Watching {
  readonly wanted: Map<string, TopicRef>;
  /** The names of the topics that the references mean for this viewer: commissioners see more. */
  readonly topics: Map<string, string>;
}

export interface HubDeps<T> {
  readonly store: Store;
  readonly now: () => number;
  readonly live: Pick<Live<T>, 'topics' | 'read' | 'forget'>;
  readonly onError: (error: unknown) => void;
  /** Whether admins and commissioners without a second factor have no such role. */
  readonly asksSecondFactor: boolean;
  readonly rereadMs?: number;
}

/** Sends the watched topics and their changes to every open page with access. */
export class Hub<T> {
  readonly #deps: HubDeps<T>;
  readonly #scheduler: Scheduler;
  readonly #accessChecks: AccessChecks<Viewer>;
  readonly #topics = new Map<string, Watched<T>>();
  readonly #viewers = new Map<Viewer, Watching>();
  readonly #reread: NodeJS.Timeout;
  #gathering: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(deps: HubDeps<T>) {
    const { store, onError, asksSecondFactor, rereadMs = REREAD_MS } = deps;
    this.#deps = deps;
    this.#scheduler = new Scheduler(store.engine === 'sqlite' ? 1 : CONCURRENCY);
    this.#accessChecks = new AccessChecks({
      store,
      scheduler: this.#scheduler,
      onError,
      asksSecondFactor,
      watchedBy: (viewer) => this.#viewers.get(viewer)?.wanted,
      apply: (checked, access) => this.#apply(checked, access),
    });
    this.#reread = setInterval(() => this.changed(EVERYTHING), rereadMs);
    this.#reread.unref();
  }

  /** Open pages. */
  get size(): number {
    return this.#viewers.size;
  }

  connect(viewer: Viewer): void {
    if (this.#closed) viewer.close();
    else this.#viewers.set(viewer, { wanted: new Map(), topics: new Map() });
  }

  disconnect(viewer: Viewer): void {
    for (const name of this.#viewers.get(viewer)?.wanted.keys() ?? []) this.#stop(viewer, name);
    this.#viewers.delete(viewer);
  }

  /**
   * Replaces the topics that a viewer watches. Topics they may see are sent as soon as they are read; the others are refused.
   */
  watch(viewer: Viewer, refs: readonly TopicRef[]): void {
    const watching = this.#viewers.get(viewer);
    if (!watching) return;
    const wanted = new Map(refs.map((ref) => [this.#refName(ref), ref]));
    for (const name of [...watching.wanted.keys()]) {
      if (wanted.has(name)) continue;
      this.#stop(viewer, name);
      watching.wanted.delete(name);
    }
    const added = [...wanted].filter(([name]) => !watching.wanted.has(name));
    for (const [name, ref] of added) watching.wanted.set(name, ref);
    if (added.length > 0) this.#accessChecks.check([viewer]);
  }

  /** Handles a change; called after its commit. */
  changed(change: Change): void {
    if (this.#closed) return;
    if (change.kind === 'everything') {
      this.#gathering ??= setTimeout(() => this.#rereadAll(), GATHER_MS);
    } else if (change.kind === 'sessions') {
      this.#accessChecks.check([...this.#viewers.keys()].filter((viewer) => viewer.userId === change.userId));
    } else {
      if (change.kind === 'pools') this.#poolsChanged(change.poolIds, change.userIds ?? []);
      const { topics } = this.#deps.live;
      for (const [, { watched }] of topics.touched(change, this.#topics)) watched.invalidate();
    }
  }

  /** Closes all connections. Resolves when no topic is being read. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#reread);
    clearTimeout(this.#gathering);
    this.#accessChecks.close();
    for (const viewer of this.#viewers.keys()) viewer.close();
    for (const { watched } of this.#topics.values()) watched.close();
    this.#topics.clear();
    this.#viewers.clear();
    await this.#scheduler.close();
  }

  #poolsChanged(poolIds: readonly string[], userIds: readonly string[]): void {
    this.#accessChecks.check(this.#viewersOf(poolIds));
    for (const viewer of this.#viewers.keys()) if (userIds.includes(viewer.userId)) send(viewer, { kind: 'pools' });
  }

  /** The viewers who watch a topic of these pools. */
  #viewersOf(poolIds: readonly string[]): Viewer[] {
    const isOfPool = (ref: TopicRef) => 'poolId' in ref && poolIds.includes(ref.poolId);
    return [...this.#viewers].flatMap(([viewer, watching]) =>
      [...watching.wanted.values()].some(isOfPool) ? [viewer] : [],
    );
  }

  /** Reads all topics again, shared ones first: there is one personal topic per person. */
  #rereadAll(): void {
    this.#gathering = undefined;
    this.#accessChecks.check(this.#viewers.keys());
    const { live } = this.#deps;
    live.forget(EVERYTHING);
    const [own = [], shared = []] = [true, false].map((isPersonal) =>
      [...this.#topics.values()].filter(({ topic }) => live.topics.isPersonal(topic) === isPersonal),
    );
    for (const { watched } of [...shared, ...own]) watched.invalidate('rereading');
  }

  /** Closes the connection of a viewer without a session or an enabled account; others get the topics that they want and may see. */
  #apply({ viewer, refs }: Checked<Viewer>, access: ViewerAccess | undefined): void {
    const watching = this.#viewers.get(viewer);
    if (!watching) return;
    const ended = access ? (access.isEnabled ? null : 'account_disabled') : 'not_signed_in';
    if (ended) send(viewer, { kind: 'goodbye', code: ended });
    // If the user became an admin or ceased to be one, the page reconnects and gets other topics.
    if (!access || ended || access.isAdmin !== viewer.isAdmin) {
      this.disconnect(viewer);
      viewer.close();
      return;
    }
    for (const [name, ref] of refs) {
      if (watching.wanted.get(name) !== ref) continue; // No longer wanted.
      const code = refusalOf(ref, access);
      if (!code) {
        this.#start(viewer, name, ref, this.#topicFor(ref, viewer, access));
        continue;
      }
      this.#stop(viewer, name);
      watching.wanted.delete(name);
      send(viewer, { kind: 'refused', topic: ref, code });
    }
  }

  /** Starts the topic that a reference means for a viewer now. It changes if they became a commissioner or ceased to be one. */
  #start(viewer: Viewer, refName: string, ref: TopicRef, topic: T): void {
    const name = this.#deps.live.topics.nameOf(topic);
    const topics = this.#viewers.get(viewer)?.topics;
    if (topics?.get(refName) !== name) this.#stop(viewer, refName);
    topics?.set(refName, name);
    let kept = this.#topics.get(name);
    if (!kept) {
      kept = this.#newTopic(ref, topic);
      this.#topics.set(name, kept);
    }
    kept.watched.add(viewer);
  }

  #newTopic(ref: TopicRef, topic: T): Watched<T> {
    const { live, now, onError } = this.#deps;
    const load = async () => (await live.read(topic)).state;
    const priority = live.topics.isUrgent(topic) ? 'urgent' : 'changes';
    const watched = new WatchedTopic(ref, { load, now, scheduler: this.#scheduler, priority, onError });
    return {
      topic,
      watched,
      get followsScores() {
        return watched.followsScores;
      },
    };
  }

  #stop(viewer: Viewer, refName: string): void {
    const topics = this.#viewers.get(viewer)?.topics;
    const name = topics?.get(refName);
    if (name === undefined) return;
    topics?.delete(refName);
    const kept = this.#topics.get(name);
    kept?.watched.remove(viewer);
    if (!kept || kept.watched.isWatched) return;
    kept.watched.close();
    this.#topics.delete(name);
  }

  /** The name of a reference, independent of the viewer. */
  #refName(ref: TopicRef): string {
    const { topics } = this.#deps.live;
    return topics.nameOf(topics.topicOf(ref, { userId: '', isAdmin: false, isCommissioner: false }));
  }

  #topicFor(ref: TopicRef, { userId }: Viewer, { isAdmin, commissionerOf }: ViewerAccess): T {
    const isCommissioner = 'poolId' in ref && commissionerOf.has(ref.poolId);
    return this.#deps.live.topics.topicOf(ref, { userId, isAdmin, isCommissioner });
  }
}

function refusalOf(ref: TopicRef, access: ViewerAccess): ErrorCode | null {
  if (!('poolId' in ref)) return null;
  const { poolId } = ref;
  const requester = {
    user: access,
    isMember: access.memberOf.has(poolId),
    isCommissioner: access.commissionerOf.has(poolId),
    poolId: access.seen.has(poolId) ? poolId : null,
  };
  return refusal(liveTopics[ref.kind].access, requester);
}

function send(viewer: Viewer, message: LiveMessage): void {
  viewer.send(JSON.stringify(message));
}
