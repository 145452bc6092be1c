import type { Lane } from './fair-queue.ts';
import { perLane } from './fair-queue.ts';

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

/** Work in the background that is counted by lane. */
export class BackgroundByLane {
  readonly #all = new Background();
  readonly #lanes = perLane(() => new Background());

  /** @param work never fails */
  add(lane: Lane, work: Promise<void>): void {
    this.#all.add(work);
    this.#lanes[lane].add(work);
  }

  /** Resolves when fewer than so many of a lane are under way. */
  room(lane: Lane, most: number): Promise<void> {
    return this.#lanes[lane].room(most);
  }

  /** Resolves when nothing is under way. */
  idle(): Promise<void> {
    return this.#all.idle();
  }
}
