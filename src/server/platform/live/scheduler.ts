import { nextTurn, yieldToRequests } from '#server/platform/turns.ts';

/** Work that runs once, even if it is scheduled several times before it begins. It reports its own failures. */
export type Task = () => Promise<void>;

/** In order: access checks, changed topics that everybody waits for, other changed topics, periodic reads. */
const priorities = { access: 0, urgent: 1, changes: 2, rereading: 3 } as const;
export type Priority = keyof typeof priorities;

/**
 * Runs tasks in order of priority, a few at a time, and yields to requests after every 2 ms of work. A task that is scheduled while it runs
 * runs once more afterward; a task never runs twice at the same time.
 */
export class Scheduler {
  readonly #concurrency: number;
  readonly #waiting = Object.values(priorities).map(() => new Set<Task>());
  readonly #running = new Map<Task, Promise<void>>();
  #busy = 0;
  #alone = 0;
  #closed = false;

  /** @param concurrency maximum number of tasks that run at the same time */
  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  /** Queues a task. If it is already queued, it keeps its place or moves up. */
  schedule(task: Task, priority: Priority): void {
    const at = priorities[priority];
    if (this.#closed) return;
    if (this.#waiting.some((tasks, other) => other <= at && tasks.has(task))) return;
    this.cancel(task);
    this.#waiting[at]?.add(task);
    if (this.#busy < this.#concurrency) void this.#work();
  }

  /** Removes a task that has not begun. */
  cancel(task: Task): void {
    for (const tasks of this.#waiting) tasks.delete(task);
  }

  /** For tasks with many small steps: yields to requests after 2 ms of work. */
  yieldToRequests(): Promise<void> {
    return yieldToRequests();
  }

  /** Runs work that many viewers wait for: no other task begins before it ends. */
  async alone(act: () => Promise<void>): Promise<void> {
    this.#alone += 1;
    try {
      await act();
    } finally {
      this.#alone -= 1;
    }
  }

  /** Removes queued tasks and accepts no more. Resolves when the running ones are done. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const tasks of this.#waiting) tasks.clear();
    await Promise.all(this.#running.values());
  }

  async #work(): Promise<void> {
    this.#busy += 1;
    for (let task = this.#next(); task; task = this.#next()) {
      const done = this.#do(task);
      this.#running.set(task, done);
      await done;
      this.#running.delete(task);
    }
    this.#busy -= 1;
  }

  async #do(task: Task): Promise<void> {
    await yieldToRequests();
    while (this.#alone > 0) await nextTurn();
    await task();
  }

  /** Takes the first task that is not already running. */
  #next(): Task | undefined {
    for (const tasks of this.#waiting) {
      for (const task of tasks) {
        if (this.#running.has(task)) continue;
        tasks.delete(task);
        return task;
      }
    }
    return undefined;
  }
}
