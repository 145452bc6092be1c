/** Work in the background. */
export class Background {
  readonly #underWay = new Set<Promise<void>>();

  /** @param work never fails */
  add(work: Promise<void>): void {
    const ended = work.finally(() => this.#underWay.delete(ended));
    this.#underWay.add(ended);
  }

  /** Resolves when nothing is running. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}
