/** How long work goes on before requests get their turn, in ms. */
const SLICE_MS = 2;

/** Something to do once, however often it was asked for before it began. It reports its own failures. */
export type Job = () => Promise<void>;

/** What goes first: asking what people may see, then what changed, then what is only read again to be sure. */
export const ranks = { people: 0, changes: 1, rereading: 2 } as const;
export type Rank = keyof typeof ranks;

/**
 * Does jobs in turn, a few at a time, and gives way to requests whenever it was at work for some ms. A job that is asked
 * for while it runs runs once more; no job runs beside itself.
 */
export class Turns {
  readonly #lanes: number;
  readonly #waiting = Object.values(ranks).map(() => new Set<Job>());
  readonly #running = new Map<Job, Promise<void>>();
  #busy = 0;
  #began = 0;
  #ahead = 0;
  #closed = false;
  #pause: Promise<void> | null = null;

  /** @param lanes jobs that may wait for the database at the same time */
  constructor(lanes: number) {
    this.#lanes = lanes;
  }

  /** Asks for a job; one that waits already keeps its place, or moves up. */
  ask(job: Job, rank: Rank): void {
    const at = ranks[rank];
    if (this.#closed) return;
    if (this.#waiting.some((jobs, other) => other <= at && jobs.has(job))) return;
    this.drop(job);
    this.#waiting[at]?.add(job);
    if (this.#busy < this.#lanes) void this.#work();
  }

  /** Forgets a job that has not begun. */
  drop(job: Job): void {
    for (const jobs of this.#waiting) jobs.delete(job);
  }

  /** For work in many small steps: lets requests in where it was at work long enough. */
  async giveWay(): Promise<void> {
    while (performance.now() - this.#began > SLICE_MS) await this.#nextTurn();
  }

  /** For what many are waiting for: nothing else begins before it ends. */
  async ahead(act: () => Promise<void>): Promise<void> {
    this.#ahead += 1;
    try {
      await act();
    } finally {
      this.#ahead -= 1;
    }
  }

  /** Forgets what has not begun, and whatever is asked for later; ends when what has begun is done. */
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
    await this.giveWay();
    while (this.#ahead > 0) await this.#nextTurn();
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
