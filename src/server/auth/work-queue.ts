/** Something that waits for its turn, and whom it is done for. */
interface Task {
  readonly keys: readonly string[];
  readonly start: () => void;
}

export interface WorkQueueLimits {
  /** Tasks under way at once. */
  readonly running: number;
  /** Tasks that wait, at most. */
  readonly waiting: number;
  /** Tasks that wait under one key, at most. */
  readonly waitingPerKey: number;
}

/**
 * Lets only so much heavy work run at once. Of one key (an address, an account) only one task runs at a time, so that
 * somebody who asks very often waits for their own tasks only and leaves room for others. Otherwise first come, first served.
 */
export class WorkQueue {
  readonly #limits: WorkQueueLimits;
  readonly #running = new Set<Task>();
  #waiting: Task[] = [];

  constructor(limits: WorkQueueLimits) {
    this.#limits = limits;
  }

  /** Whether work for these keys would be turned away now. */
  isFull(keys: readonly string[]): boolean {
    const { waiting, waitingPerKey } = this.#limits;
    if (this.#waiting.length >= waiting) return true;
    return keys.some((key) => this.#waiting.filter((task) => task.keys.includes(key)).length >= waitingPerKey);
  }

  /** @returns what the work answers, or null where too much is waiting already */
  async run<T>(keys: readonly string[], work: () => Promise<T>): Promise<T | null> {
    if (this.isFull(keys)) return null;
    const task = await this.#turnOf(keys);
    try {
      return await work();
    } finally {
      this.#running.delete(task);
      this.#startNext();
    }
  }

  #turnOf(keys: readonly string[]): Promise<Task> {
    return new Promise((resolve) => {
      const task: Task = { keys, start: () => resolve(task) };
      this.#waiting.push(task);
      this.#startNext();
    });
  }

  #startNext(): void {
    while (this.#running.size < this.#limits.running) {
      const next = this.#waiting.find((task) => !this.#isBusy(task));
      if (!next) return;
      this.#waiting = this.#waiting.filter((task) => task !== next);
      this.#running.add(next);
      next.start();
    }
  }

  #isBusy({ keys }: Task): boolean {
    return [...this.#running].some((running) => running.keys.some((key) => keys.includes(key)));
  }
}
