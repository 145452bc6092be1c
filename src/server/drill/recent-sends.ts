/** Number of results that are kept. */
const KEPT = 10;
/** Fewer failures say nothing: a device may be gone. */
const FEWEST = 3;

/** The results of the last push messages that this process sent. */
export class RecentSends {
  #results: readonly boolean[] = [];

  /** @param wasSent false if it was given up */
  note(wasSent: boolean): void {
    this.#results = [...this.#results, wasSent].slice(-KEPT);
  }

  /** How many of the last messages failed, if at least three did and none was sent; else 0. */
  get failures(): number {
    const { length } = this.#results;
    return length < FEWEST || this.#results.includes(true) ? 0 : length;
  }
}
