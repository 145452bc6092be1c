/** How long jobs run before requests do, in ms. */
const SLICE_MS = 2;

/** Work that is done once, however often it was scheduled before it began. It reports its own failures. */
export type Job = () => Promise<void>;

/** What goes first: access checks, then changed topics, then topics that are re-read to be sure. */
const priorities = { access: 0, changes: 1, rereading: 2 } as const;
export type Priority = keyof typeof priorities;

/**
 * Runs jobs in order of priority, a few at a time, and yields to requests after each 2 ms of work. A job that is scheduled while it runs
 * runs once more afterwards; no job runs twice at the same time.
 */
export class Scheduler {
  readonly #concurrency: number;
  readonly #waiting = Object.values(priorities).map(() => new Set<Job>());
  readonly #running = new Map<Job, Promise<void>>();
  #busy = 0;
  #began = 0;
  #alone = 0;
  #closed = false;
  #pause: Promise<void> | null = null;

  /** @param concurrency jobs that may wait for the database at the same time */
  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  /** Queues a job. One that waits already keeps its place, or moves up. */
  schedule(job: Job, priority: Priority): void {
    const at = priorities[priority];
    if (this.#closed) return;
    if (this.#waiting.some((jobs, other) => other <= at && jobs.has(job))) return;
    this.cancel(job);
    this.#waiting[at]?.add(job);
    if (this.#busy < this.#concurrency) void this.#work();
  }

  /** Removes a job that has not begun. */
  cancel(job: Job): void {
    for (const jobs of this.#waiting) jobs.delete(job);
  }

  /** For jobs of many small steps: lets requests run after 2 ms of work. */
  async yieldToRequests(): Promise<void> {
    while (performance.now() - this.#began > SLICE_MS) await this.#nextTurn();
  }

  /** For what many are waiting for: no other job begins before it ends. */
  async alone(act: () => Promise<void>): Promise<void> {
    this.#alone += 1;
    try {
      await act();
    } finally {
      this.#alone -= 1;
    }
  }

  /** Removes every job that has not begun, and takes no more. Resolves when the running ones are done. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const jobs of this.#waiting) jobs.clear();
    await Promise.all(this.#running.values());
  }

  async #work(): Promise<void> {
    this.#busy += 1;
    for (let job = this.#next(); job; job = this.#next()) {
      const done = this.#do(job);
      this.#running.set(job, done);
      await done;
      this.#running.delete(job);
    }
    this.#busy -= 1;
  }

  async #do(job: Job): Promise<void> {
    await this.yieldToRequests();
    while (this.#alone > 0) await this.#nextTurn();
    await job();
  }

  /** Takes the first job that does not run already. */
  #next(): Job | undefined {
    for (const jobs of this.#waiting) {
      for (const job of jobs) {
        if (this.#running.has(job)) continue;
        jobs.delete(job);
        return job;
      }
    }
    return undefined;
  }

  #nextTurn(): Promise<void> {
    this.#pause ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#pause = null;
        this.#began = performance.now();
        resolve();
      });
    });
    return this.#pause;
  }
}
