interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers what arrives in the same tick, and while a batch is under way, into one call of `write`; everyone is answered
 * after his batch is on disk. There is no window to wait for: a single caller is served at once.
 *
 * `write` gets at most one item for each `keyOf` (the last one wins, and all its callers get that result) and returns
 * one result for each, in order. Where it throws, each item is tried alone, so that a bad one fails for itself.
 */
export class GroupCommit<Item, Result> {
  readonly #write: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #keyOf: (item: Item) => string;
  readonly #largest: number;
  #waiting: Waiting<Item, Result>[] = [];
  #running: Promise<void> | null = null;

  constructor(
    write: (items: readonly Item[]) => Promise<readonly Result[]>,
    keyOf: (item: Item) => string,
    largest = 500,
  ) {
    this.#write = write;
    this.#keyOf = keyOf;
    this.#largest = largest;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#writeBatch(this.#waiting.splice(0, this.#largest));
    this.#running = null;
  }

  async #writeBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const groups = [...Map.groupBy(batch, (waiting) => this.#keyOf(waiting.item)).values()];
    const items = groups.map((group) => (group.at(-1) as Waiting<Item, Result>).item);
    try {
      const results = await this.#write(items);
      for (const [at, group] of groups.entries()) for (const { resolve } of group) resolve(results[at] as Result);
    } catch (error) {
      if (groups.length === 1) for (const { reject } of batch) reject(error);
      else for (const group of groups) await this.#writeBatch(group);
    }
  }
}
