import type { ErrorCode } from '#contract/errors.ts';
import type { LiveMessage, TopicRef } from '#contract/live.ts';
import type { Store } from '../store/connect.ts';
import type { Standing } from '../store/viewers.ts';
import type { Change } from './changes.ts';
import { EVERYTHING } from './changes.ts';
import type { Asked } from './doorkeeper.ts';
import { Doorkeeper } from './doorkeeper.ts';
import { textFrame } from './frame.ts';
import type { Topic } from './topics.ts';
import { topicFor, topicName, touched } from './topics.ts';
import { Turns } from './turns.ts';
import type { WatchedState, Watcher } from './watched-topic.ts';
import { WatchedTopic } from './watched-topic.ts';

/** Everything watched is read again, and everyone asked about again, at least this often, in ms. */
export const REREAD_MS = 30_000;
/** Where anything may have changed this long passes before all is read again, so that changes close together cost that once. */
const GATHER_MS = 100;
/** On PostgreSQL so many states are read at the same time, and the other connections of the pool stay free. */
const LANES = 3;

/** One open page: who looks, and how to reach them. */
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
}

/** What a viewer watches, or wants to: the references they gave, by the name of the topic that each means for them. */
type Watching = Map<string, TopicRef>;

export interface HubParts {
  readonly store: Store;
  readonly now: () => number;
  readonly load: (topic: Topic) => Promise<WatchedState>;
  readonly onError: (error: unknown) => void;
  readonly rereadMs?: number;
}

/** Keeps every open page up to date with the states that it watches, and only with those that it may see. */
export class Hub {
  readonly #parts: HubParts;
  readonly #turns: Turns;
  readonly #doorkeeper: Doorkeeper<Viewer>;
  readonly #kept = new Map<string, Kept>();
  readonly #viewers = new Map<Viewer, Watching>();
  readonly #reread: NodeJS.Timeout;
  #gathering: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(parts: HubParts) {
    const { store, onError, rereadMs = REREAD_MS } = parts;
    this.#parts = parts;
    this.#turns = new Turns(store.engine === 'sqlite' ? 1 : LANES);
    this.#doorkeeper = new Doorkeeper(
      { store, turns: this.#turns, onError },
      {
        watchedBy: (viewer) => this.#viewers.get(viewer),
        judge: (asked, standing) => this.#judge(asked, standing),
      },
    );
    this.#reread = setInterval(() => this.changed(EVERYTHING), rereadMs);
    this.#reread.unref();
  }

  /** Open pages. */
  get size(): number {
    return this.#viewers.size;
  }

  connect(viewer: Viewer): void {
    if (this.#closed) viewer.close();
    else this.#viewers.set(viewer, new Map());
  }

  disconnect(viewer: Viewer): void {
    for (const name of this.#viewers.get(viewer)?.keys() ?? []) this.#leave(viewer, name);
    this.#viewers.delete(viewer);
  }

  /**
   * Makes these, and no others, the topics that a viewer watches. What they may see comes to them as soon as it is read,
   * the rest is refused.
   */
  watch(viewer: Viewer, refs: readonly TopicRef[]): void {
    const watching = this.#viewers.get(viewer);
    if (!watching) return;
    const wanted: Watching = new Map(refs.map((ref) => [topicName(topicFor(ref, viewer)), ref]));
    for (const name of [...watching.keys()]) {
      if (wanted.has(name)) continue;
      watching.delete(name);
      this.#leave(viewer, name);
    }
    const added = [...wanted].filter(([name]) => !watching.has(name));
    for (const [name, ref] of added) watching.set(name, ref);
    if (added.length > 0) this.#doorkeeper.askAbout([viewer]);
  }

  /** Says what was written; called after the commit. */
  changed(change: Change): void {
    if (this.#closed) return;
    if (change.kind === 'everything') {
      this.#gathering ??= setTimeout(() => this.#readAllAgain(), GATHER_MS);
    } else if (change.kind === 'sessions') {
      this.#doorkeeper.askAbout([...this.#viewers.keys()].filter((viewer) => viewer.userId === change.userId));
    } else {
      for (const [, { watched }] of touched(change, this.#kept)) watched.markDirty();
    }
  }

  /** Sends everyone away; ends when nothing is read any more. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#reread);
    clearTimeout(this.#gathering);
    this.#doorkeeper.close();
    for (const viewer of this.#viewers.keys()) viewer.close();
    for (const { watched } of this.#kept.values()) watched.close();
    this.#kept.clear();
    this.#viewers.clear();
    await this.#turns.close();
  }

  /** What many watch comes first: own picks are as many topics as there are players. */
  #readAllAgain(): void {
    this.#gathering = undefined;
    this.#doorkeeper.askAbout(this.#viewers.keys());
    const kept = [...this.#kept.values()];
    for (const { topic, watched } of kept) if (topic.kind !== 'picks') watched.markDirty('rereading');
    for (const { topic, watched } of kept) if (topic.kind === 'picks') watched.markDirty('rereading');
  }

  /** A viewer whose session or account ended is removed; the others get what they want and may see. */
  #judge({ viewer, refs }: Asked<Viewer>, standing: Standing | undefined): void {
    const watching = this.#viewers.get(viewer);
    if (!watching) return;
    const ended = standing ? (standing.isEnabled ? null : 'account_disabled') : 'not_signed_in';
    if (ended) tell(viewer, { kind: 'goodbye', code: ended });
    // Who became an admin, or is none any more, comes back and gets other topics.
    if (ended || standing?.isAdmin !== viewer.isAdmin) {
      this.disconnect(viewer);
      viewer.close();
      return;
    }
    for (const [name, ref] of refs) {
      if (watching.get(name) !== ref) continue; // He wants it no more.
      const code = refusalOf(ref, standing);
      if (!code) {
        this.#join(viewer, name, ref);
        continue;
      }
      watching.delete(name);
      this.#leave(viewer, name);
      tell(viewer, { kind: 'refused', topic: ref, code });
    }
  }

  #join(viewer: Viewer, name: string, ref: TopicRef): void {
    let kept = this.#kept.get(name);
    if (!kept) {
      kept = this.#newTopic(ref, topicFor(ref, viewer));
      this.#kept.set(name, kept);
    }
    kept.watched.add(viewer);
  }

  #newTopic(ref: TopicRef, topic: Topic): Kept {
    const { load, now, onError } = this.#parts;
    return { topic, watched: new WatchedTopic(ref, { load: () => load(topic), now, turns: this.#turns, onError }) };
  }

  #leave(viewer: Viewer, name: string): void {
    const kept = this.#kept.get(name);
    kept?.watched.remove(viewer);
    if (!kept || kept.watched.isWatched) return;
    kept.watched.close();
    this.#kept.delete(name);
  }
}

/** The rule of `http/access` for topics: games are for every enabled user, the rest for members and admins. */
function refusalOf(ref: TopicRef, standing: Standing): ErrorCode | null {
  if (!('poolId' in ref)) return null;
  if (!standing.living.has(ref.poolId)) return 'pool_not_found';
  return standing.memberOf.has(ref.poolId) || standing.isAdmin ? null : 'not_a_member';
}

function tell(viewer: Viewer, message: LiveMessage): void {
  viewer.send(textFrame(JSON.stringify(message)));
}
