import type { TopicRef } from '#contract/live.ts';
import type { Store } from '../store/connect.ts';
import type { Standing, ViewerKey } from '../store/viewers.ts';
import { standingsOfViewers } from '../store/viewers.ts';
import type { Turns } from './turns.ts';

/** So many are asked about in one query, so that requests are never held up for long. */
const AT_A_TIME = 100;
/** Where the database does not answer it is asked again this much later, in ms. */
const RETRY_MS = 1000;

interface Person {
  readonly token: string;
  readonly userId: string;
}

/** Somebody who was asked about, and the topics that they wanted then, by name. */
export interface Asked<V> {
  readonly viewer: V;
  readonly refs: readonly (readonly [name: string, ref: TopicRef])[];
}

export interface DoorkeeperParts {
  readonly store: Store;
  readonly turns: Turns;
  readonly onError: (error: unknown) => void;
}

export interface Hall<V> {
  /** What somebody wants to watch; undefined where they have left. */
  watchedBy(viewer: V): ReadonlyMap<string, TopicRef> | undefined;
  /** Told where somebody stands; undefined where their session is over. */
  judge(asked: Asked<V>, standing: Standing | undefined): void;
}

/** Asks the database what people may see, many at a time, and goes on asking until it has an answer. */
export class Doorkeeper<V extends Person> {
  readonly #parts: DoorkeeperParts;
  readonly #hall: Hall<V>;
  readonly #inDoubt = new Set<V>();
  #retry: NodeJS.Timeout | undefined;

  constructor(parts: DoorkeeperParts, hall: Hall<V>) {
    this.#parts = parts;
    this.#hall = hall;
  }

  /** The answer is never older than this call. */
  askAbout(viewers: Iterable<V>): void {
    for (const viewer of viewers) this.#inDoubt.add(viewer);
    if (this.#inDoubt.size > 0) this.#parts.turns.ask(this.#askAll, 'people');
  }

  close(): void {
    clearTimeout(this.#retry);
    this.#inDoubt.clear();
  }

  readonly #askAll = async (): Promise<void> => {
    while (this.#inDoubt.size > 0) {
      const batch = this.#takeSome();
      try {
        await this.#ask(batch);
      } catch (error) {
        this.#parts.onError(error);
        this.#askLater(batch);
        return;
      }
      await this.#parts.turns.giveWay();
    }
  };

  #takeSome(): V[] {
    const some: V[] = [];
    for (const viewer of this.#inDoubt) {
      if (some.length === AT_A_TIME) break;
      some.push(viewer);
      this.#inDoubt.delete(viewer);
    }
    return some;
  }

  async #ask(batch: readonly V[]): Promise<void> {
    const asked = batch.flatMap((viewer): Asked<V>[] => {
      const watched = this.#hall.watchedBy(viewer);
      return watched ? [{ viewer, refs: [...watched] }] : [];
    });
    const standings = await standingsOfViewers(this.#parts.store, keysOf(asked), Date.now());
    for (const each of asked) this.#hall.judge(each, standings.get(each.viewer.token));
  }

  #askLater(viewers: readonly V[]): void {
    for (const viewer of viewers) this.#inDoubt.add(viewer);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.askAbout([]), RETRY_MS);
    this.#retry.unref();
  }
}

/** One key for each session, however many pages it has open. */
function keysOf<V extends Person>(asked: readonly Asked<V>[]): ViewerKey[] {
  return [...Map.groupBy(asked, ({ viewer }) => viewer.token)].map(([token, pages]) => {
    const refs = pages.flatMap((page) => page.refs.map(([, ref]) => ref));
    const poolIds = [...new Set(refs.flatMap((ref) => ('poolId' in ref ? [ref.poolId] : [])))];
    return { token, userId: pages[0]?.viewer.userId ?? '', poolIds };
  });
}
