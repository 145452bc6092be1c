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
import { Scheduler } from './scheduler.ts';
import type { ViewerAccess } from './viewers.ts';
import type { Watcher } from './watched-topic.ts';
import { WatchedTopic } from './watched-topic.ts';

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
    const { store, onError, rereadMs = REREAD_MS } = deps;
    this.#deps = deps;
    this.#scheduler = new Scheduler(store.engine === 'sqlite' ? 1 : CONCURRENCY);
    this.#accessChecks = new AccessChecks({
      store,
      scheduler: this.#scheduler,
      onError,
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
    const watched = new WatchedTopic(ref, { load, now, scheduler: this.#scheduler, onError });
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
