/** Work in the background. */
export class Background {
  readonly #underWay = new Set<Promise<void>>();

  /** @param work never fails */
  add(work: Promise<void>): void {
    const ended = work.finally(() => this.#underWay.delete(ended));
    this.#underWay.add(ended);
  }

  /** Resolves when fewer than so many are under way. */
  async room(most: number): Promise<void> {
    while (this.#underWay.size >= most) await Promise.race(this.#underWay);
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}
