import type { TopicRef } from '#contract/live.ts';
import type { Store } from '#server/platform/db/connect.ts';
import type { Scheduler } from './scheduler.ts';
import type { ViewerAccess, ViewerKey } from './viewers.ts';
import { accessOfViewers } from './viewers.ts';

/** Viewers per query, so that requests are not delayed for long. */
const BATCH = 100;
/** The pause after a failed query, in ms. */
const RETRY_MS = 1000;

interface Person {
  readonly token: string;
  readonly userId: string;
}

/** A viewer whose access is checked, and the topics that they wanted at that time, by name. */
export interface Checked<V> {
  readonly viewer: V;
  readonly refs: readonly (readonly [name: string, ref: TopicRef])[];
}

export interface AccessCheckDeps<V> {
  readonly store: Store;
  readonly scheduler: Scheduler;
  readonly onError: (error: unknown) => void;
  /** Whether admins and commissioners without a second factor have no such role. */
  readonly asksSecondFactor: boolean;
  /** The topics that a viewer wants to watch; undefined once they have disconnected. */
  readonly watchedBy: (viewer: V) => ReadonlyMap<string, TopicRef> | undefined;
  /** Receives the result; `access` is undefined if the session has ended. */
  readonly apply: (checked: Checked<V>, access: ViewerAccess | undefined) => void;
}

/** Reads the access of viewers from the database in batches, and retries until it succeeds. */
export class AccessChecks<V extends Person> {
  readonly #deps: AccessCheckDeps<V>;
  readonly #queued = new Set<V>();
  #retry: NodeJS.Timeout | undefined;

  constructor(deps: AccessCheckDeps<V>) {
    this.#deps = deps;
  }

  /** Checks viewers. The result is never older than this call. */
  check(viewers: Iterable<V>): void {
    for (const viewer of viewers) this.#queued.add(viewer);
    if (this.#queued.size > 0) this.#deps.scheduler.schedule(this.#checkAll, 'access');
  }

  close(): void {
    clearTimeout(this.#retry);
    this.#queued.clear();
  }

  readonly #checkAll = async (): Promise<void> => {
    while (this.#queued.size > 0) {
      const batch = this.#takeBatch();
      try {
        await this.#checkBatch(batch);
      } catch (error) {
        this.#deps.onError(error);
        this.#checkLater(batch);
        return;
      }
      await this.#deps.scheduler.yieldToRequests();
    }
  };

  #takeBatch(): V[] {
    const batch: V[] = [];
    for (const viewer of this.#queued) {
      if (batch.length === BATCH) break;
      batch.push(viewer);
      this.#queued.delete(viewer);
    }
    return batch;
  }

  async #checkBatch(batch: readonly V[]): Promise<void> {
    const { store, asksSecondFactor, watchedBy, apply } = this.#deps;
    const checked = batch.flatMap((viewer): Checked<V>[] => {
      const watched = watchedBy(viewer);
      return watched ? [{ viewer, refs: [...watched] }] : [];
    });
    const access = await accessOfViewers(store, keysOf(checked), Date.now(), asksSecondFactor);
    for (const each of checked) apply(each, access.get(each.viewer.token));
  }

  #checkLater(viewers: readonly V[]): void {
    for (const viewer of viewers) this.#queued.add(viewer);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.check([]), RETRY_MS);
    this.#retry.unref();
  }
}

/** One key per session, even if it has several pages open. */
function keysOf<V extends Person>(checked: readonly Checked<V>[]): ViewerKey[] {
  return [...Map.groupBy(checked, ({ viewer }) => viewer.token)].map(([token, pages]) => {
    const refs = pages.flatMap((page) => page.refs.map(([, ref]) => ref));
    const poolIds = [...new Set(refs.flatMap((ref) => ('poolId' in ref ? [ref.poolId] : [])))];
    return { token, userId: pages[0]?.viewer.userId ?? '', poolIds };
  });
}
