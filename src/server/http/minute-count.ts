const MINUTE_MS = 60_000;

/** Counts what happens in each minute, up to a limit. */
export class MinuteCount {
  readonly #most: number;
  #count = 0;
  #began = performance.now();

  constructor(most: number) {
    this.#most = most;
  }

  /** @returns whether it is still within the limit */
  add(): boolean {
    const now = performance.now();
    if (now - this.#began >= MINUTE_MS) {
      this.#began = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count <= this.#most;
  }
}
