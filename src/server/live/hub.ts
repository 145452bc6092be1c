import type { ErrorCode } from '#contract/errors.ts';
import type { LiveMessage, TopicRef } from '#contract/live.ts';
import type { Store } from '../store/connect.ts';
import type { Standing } from '../store/viewers.ts';
import { standingsOfViewers } from '../store/viewers.ts';
import type { Change } from './changes.ts';
import { EVERYTHING } from './changes.ts';
import type { Topic } from './topics.ts';
import { topicFor, topicName, touched } from './topics.ts';
import type { WatchedState, Watcher } from './watched-topic.ts';
import { WatchedTopic } from './watched-topic.ts';

/** Everything watched is read again, and everyone asked about again, at least this often, in ms. */
const REREAD_MS = 30_000;
/** After people changed, connections are asked about again this much later, so that changes close together cost one query. */
const RECHECK_MS = 100;

/** One open page: who looks, and how to reach him. */
export interface Viewer extends Watcher {
  readonly token: string;
  readonly userId: string;
  readonly isAdmin: boolean;
  /** Ends the connection; the page may come back. */
  close(): void;
}

interface Kept {
  readonly topic: Topic;
  readonly watched: WatchedTopic;
  /** Who watches it, or is about to. */
  readonly viewers: Set<Viewer>;
}

/** What a viewer watches: the references he gave, by the name of the topic that each means for him. */
type Watching = Map<string, TopicRef>;

export interface HubParts {
  readonly store: Store;
  readonly now: () => number;
  readonly load: (topic: Topic) => Promise<WatchedState>;
  readonly onError: (error: unknown) => void;
}

/** Keeps every open page up to date with the states that it watches, and only with those that it may see. */
export class Hub {
  readonly #parts: HubParts;
  readonly #kept = new Map<string, Kept>();
  readonly #viewers = new Map<Viewer, Watching>();
  readonly #reread: NodeJS.Timeout;
  #recheck: NodeJS.Timeout | undefined;
  #doubtful: 'everyone' | Set<string> = new Set();

  constructor(parts: HubParts) {
    this.#parts = parts;
    this.#reread = setInterval(() => this.changed(EVERYTHING), REREAD_MS);
    this.#reread.unref();
  }

  /** Open pages. */
  get size(): number {
    return this.#viewers.size;
  }

  connect(viewer: Viewer): void {
    this.#viewers.set(viewer, new Map());
  }

  disconnect(viewer: Viewer): void {
    for (const name of this.#viewers.get(viewer)?.keys() ?? []) this.#leave(viewer, name);
    this.#viewers.delete(viewer);
  }

  /**
   * Makes these, and no others, the topics that a viewer watches. What he may not see is refused by name.
   * @throws where a state cannot be read
   */
  async watch(viewer: Viewer, refs: readonly TopicRef[]): Promise<void> {
    const watching = this.#viewers.get(viewer);
    if (!watching) return;
    const wanted: Watching = new Map(refs.map((ref) => [topicName(topicFor(ref, viewer)), ref]));
    for (const name of [...watching.keys()]) {
      if (wanted.has(name)) continue;
      watching.delete(name);
      this.#leave(viewer, name);
    }
    const added = [...wanted].filter(([name]) => !watching.has(name));
    if (added.length === 0) return;
    const standing = await this.#standingOf(
      viewer,
      added.map(([, ref]) => ref),
    );
    for (const [name, ref] of added) {
      const code = refusalOf(ref, standing);
      if (code) tell(viewer, { kind: 'refused', topic: ref, code });
      else await this.#join(viewer, watching, name, ref);
    }
  }

  /** Says what was written; called after the commit. */
  changed(change: Change): void {
    for (const [, { watched }] of touched(change, this.#kept)) watched.markDirty();
    if (change.kind === 'everything') this.#askAbout('everyone');
    if (change.kind === 'sessions') this.#askAbout(change.userId);
  }

  close(): void {
    clearInterval(this.#reread);
    clearTimeout(this.#recheck);
    for (const viewer of [...this.#viewers.keys()]) viewer.close();
    for (const { watched } of this.#kept.values()) watched.close();
    this.#kept.clear();
    this.#viewers.clear();
  }

  async #join(viewer: Viewer, watching: Watching, name: string, ref: TopicRef): Promise<void> {
    const topic = topicFor(ref, viewer);
    const kept = this.#kept.get(name) ?? { topic, watched: this.#newTopic(ref, topic), viewers: new Set() };
    kept.viewers.add(viewer);
    this.#kept.set(name, kept);
    watching.set(name, ref);
    await kept.watched.add(viewer);
    if (!kept.viewers.has(viewer)) kept.watched.watchers.delete(viewer); // He left meanwhile.
  }

  #newTopic(ref: TopicRef, topic: Topic): WatchedTopic {
    const { load, now, onError } = this.#parts;
    return new WatchedTopic(ref, () => load(topic), now, onError);
  }

  #leave(viewer: Viewer, name: string): void {
    const kept = this.#kept.get(name);
    kept?.watched.watchers.delete(viewer);
    kept?.viewers.delete(viewer);
    if (kept?.viewers.size !== 0) return;
    kept.watched.close();
    this.#kept.delete(name);
  }

  async #standingOf(viewer: Viewer, refs: readonly TopicRef[]): Promise<Standing | undefined> {
    const key = { token: viewer.token, userId: viewer.userId, poolIds: poolsOf(refs) };
    return (await standingsOfViewers(this.#parts.store, [key], Date.now())).get(viewer.token);
  }

  #askAbout(person: string): void {
    if (person === 'everyone') this.#doubtful = person;
    else if (this.#doubtful !== 'everyone') this.#doubtful.add(person);
    this.#recheck ??= setTimeout(() => {
      this.#recheck = undefined;
      this.#askAgain().catch(this.#parts.onError);
    }, RECHECK_MS);
  }

  /** Whoever lost his session or account goes; whoever lost a pool loses its topics. */
  async #askAgain(): Promise<void> {
    const doubtful = this.#doubtful;
    this.#doubtful = new Set();
    const asked = [...this.#viewers].filter(([{ userId }]) => doubtful === 'everyone' || doubtful.has(userId));
    const pools = new Map<string, { userId: string; poolIds: Set<string> }>();
    for (const [{ token, userId }, watching] of asked) {
      const key = pools.get(token) ?? { userId, poolIds: new Set() };
      for (const id of poolsOf(watching.values())) key.poolIds.add(id);
      pools.set(token, key);
    }
    const keys = [...pools].map(([token, { userId, poolIds }]) => ({ token, userId, poolIds: [...poolIds] }));
    const standings = await standingsOfViewers(this.#parts.store, keys, Date.now());
    for (const [viewer, watching] of asked) this.#hold(viewer, watching, standings.get(viewer.token));
  }

  #hold(viewer: Viewer, watching: Watching, standing: Standing | undefined): void {
    const ended = standing ? (standing.isEnabled ? null : 'account_disabled') : 'not_signed_in';
    if (ended) tell(viewer, { kind: 'goodbye', code: ended });
    // Who became an admin, or is none any more, comes back and gets other topics.
    if (ended || standing?.isAdmin !== viewer.isAdmin) {
      this.disconnect(viewer);
      viewer.close();
      return;
    }
    for (const [name, ref] of [...watching]) {
      const code = refusalOf(ref, standing);
      if (!code) continue;
      watching.delete(name);
      this.#leave(viewer, name);
      tell(viewer, { kind: 'refused', topic: ref, code });
    }
  }
}

function poolsOf(refs: Iterable<TopicRef>): string[] {
  return [...new Set([...refs].flatMap((ref) => ('poolId' in ref ? [ref.poolId] : [])))];
}

/** The rule of `http/access` for topics: games are for every enabled user, the rest for members and admins. */
function refusalOf(ref: TopicRef, standing: Standing | undefined): ErrorCode | null {
  if (!standing) return 'not_signed_in';
  if (!standing.isEnabled) return 'account_disabled';
  if (!('poolId' in ref)) return null;
  if (!standing.living.has(ref.poolId)) return 'pool_not_found';
  return standing.memberOf.has(ref.poolId) || standing.isAdmin ? null : 'not_a_member';
}

function tell(viewer: Viewer, message: LiveMessage): void {
  viewer.send(Buffer.from(JSON.stringify(message)));
}
