import { setImmediate as nextTurn } from 'node:timers/promises';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly key: string;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupCommitOptions<Item, Result> {
  /** Writes items with distinct keys, given in the same order. @returns one result for each, in order */
  readonly write: (items: readonly Item[], keys: readonly string[]) => Promise<readonly Result[]>;
  readonly keyOf: (item: Item) => string;
  /** Whether an item replaces an earlier one with the same key; if not, the earlier one is written first. */
  readonly replaces: (later: Item, earlier: Item) => boolean;
  /** Whether an error applies to each item of a batch. */
  readonly failsForAll?: (error: unknown) => boolean;
  /**
   * Maximum time to gather items, in ms, while each turn of the event loop brings more; 0 by default. Useful if a write blocks the event
   * loop, as on SQLite.
   */
  readonly gatherMs?: number;
  /** Maximum number of items in a batch. */
  readonly largest?: number;
}

const LARGEST_BATCH = 500;

/**
 * Gathers items that arrive in the same turn of the event loop, or while a batch is being written, into one call of `write`. Each caller is
 * answered after its batch is on disk. A single caller does not wait: a further turn is gathered only if the last one brought another item,
 * for at most `gatherMs`.
 *
 * If items with the same key replace each other, only the last one is written, and all their callers get its result. If `write` throws,
 * each half is retried separately, so that a bad item fails alone, unless all would fail.
 */
export class GroupCommit<Item, Result> {
  readonly #options: GroupCommitOptions<Item, Result>;
  readonly #largest: number;
  #waiting: Waiting<Item, Result>[] = [];
  #running: Promise<void> | null = null;

  constructor(options: GroupCommitOptions<Item, Result>) {
    this.#options = options;
    this.#largest = options.largest ?? LARGEST_BATCH;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, key: this.#options.keyOf(item), resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when no write is in progress. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    await this.#gather();
    while (this.#waiting.length > 0) await this.#writeGroups(this.#nextGroups());
    this.#running = null;
  }

  async #gather(): Promise<void> {
    const until = performance.now() + (this.#options.gatherMs ?? 0);
    let known: number;
    do {
      known = this.#waiting.length;
      await nextTurn();
    } while (known < this.#waiting.length && performance.now() < until);
  }

  /** Takes the next items that can be written together, grouped by key. */
  #nextGroups(): Waiting<Item, Result>[][] {
    const { replaces } = this.#options;
    const groups = new Map<string, Waiting<Item, Result>[]>();
    let taken = 0;
    for (const waiting of this.#waiting) {
      if (taken === this.#largest) break;
      const group = groups.get(waiting.key);
      if (!group) groups.set(waiting.key, [waiting]);
      else if (replaces(waiting.item, lastOf(group).item)) group.push(waiting);
      else break;
      taken += 1;
    }
    this.#waiting.splice(0, taken);
    return [...groups.values()];
  }

  async #writeGroups(groups: readonly Waiting<Item, Result>[][]): Promise<void> {
    try {
      const chosen = groups.map((group) => lastOf(group));
      const results = await this.#options.write(
        chosen.map(({ item }) => item),
        chosen.map(({ key }) => key),
      );
      for (const [at, group] of groups.entries()) for (const { resolve } of group) resolve(results[at] as Result);
    } catch (error) {
      const isSplit = groups.length > 1 && this.#options.failsForAll?.(error) !== true;
      const half = Math.ceil(groups.length / 2);
      if (isSplit) for (const part of [groups.slice(0, half), groups.slice(half)]) await this.#writeGroups(part);
      else for (const { reject } of groups.flat()) reject(error);
    }
  }
}

function lastOf<T>(list: readonly T[]): T {
  return list.at(-1) as T;
}
