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

  /** Resolves when fewer than `most` are running. */
  async room(most: number): Promise<void> {
    while (this.#underWay.size >= most) await Promise.race(this.#underWay);
  }

  /** Resolves when nothing is running. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}

/** Background work, counted by lane. */
export class BackgroundByLane {
  readonly #all = new Background();
  readonly #lanes = perLane(() => new Background());

  /** @param work never fails */
  add(lane: Lane, work: Promise<void>): void {
    this.#all.add(work);
    this.#lanes[lane].add(work);
  }

  /** Resolves when fewer than `most` of a lane are running. */
  room(lane: Lane, most: number): Promise<void> {
    return this.#lanes[lane].room(most);
  }

  /** Resolves when nothing is running. */
  idle(): Promise<void> {
    return this.#all.idle();
  }
}
