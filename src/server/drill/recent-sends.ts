/** Number of results that are kept. */
const KEPT = 10;

/** The results of the last push messages that this process sent, of which some may fail: devices come and go. */
export class RecentSends {
  #results: readonly boolean[] = [];

  /** @param wasSent false if it was given up */
  note(wasSent: boolean): void {
    this.#results = [...this.#results, wasSent].slice(-KEPT);
  }

  /** How many messages failed, if none of the last ones was sent; else 0. */
  get failures(): number {
    return this.#results.some((wasSent) => wasSent) ? 0 : this.#results.length;
  }
}
