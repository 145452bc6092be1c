/** Work that runs once at a time. Calls before a run begins share it; calls during a run share the next. */
export class SharedRun {
  readonly #work: () => Promise<void>;
  #next: Promise<void> | null = null;
  #last: Promise<void> = Promise.resolve();

  /** @param work never fails */
  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  run(): Promise<void> {
    if (this.#next) return this.#next;
    this.#next = this.#last.then(() => {
      this.#next = null;
      return this.#work();
    });
    this.#last = this.#next;
    return this.#next;
  }

  /** Resolves when no run is in progress. */
  idle(): Promise<void> {
    return this.#last;
  }
}
