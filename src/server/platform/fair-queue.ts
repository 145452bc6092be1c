/**
 * Kinds of messages that do not wait for each other. `awaited`: a user waits for it, such as a sign-in link or a test. `scheduled`: sent at
 * set times, such as a reminder or the result of a week. `posted`: written by users at any time.
 */
export const lanes = ['awaited', 'scheduled', 'posted'] as const;
export type Lane = (typeof lanes)[number];

/** At most `most` tasks with this key run at once in a lane. */
export type Cap = readonly [key: string, most: number];

/** A task that needs a slot. */
export interface Task {
  readonly lane: Lane;
  /** Slots are given to these owners in turn, however many tasks each has. */
  readonly whose: string;
  /** Evaluated whenever a slot is free. */
  readonly caps: () => readonly Cap[];
}

interface Waiting extends Pick<Task, 'caps'> {
  readonly begin: (keys: readonly string[]) => void;
}

/**
 * Limits how many tasks run at once. Slow tasks do not block other lanes, and in their own lane they block only tasks with the same cap.
 */
export class FairQueue {
  readonly #lanes: Readonly<Record<Lane, Slots>>;

  /** @param slots of each lane */
  constructor(slots: number) {
    const made = lanes.map((lane) => [lane, new Slots(slots)]);
    this.#lanes = Object.fromEntries(made) as Record<Lane, Slots>;
  }

  run<T>({ lane, ...task }: Task, act: () => Promise<T>): Promise<T> {
    return this.#lanes[lane].run(task, act);
  }
}

/** Runs a limited number of tasks at once; the others wait, and their owners take turns. */
export class Slots {
  #free: number;
  readonly #running = new Map<string, number>();
  /** By owner, the most recently served last. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(slots: number) {
    this.#free = slots;
  }

  async run<T>({ whose, caps }: Omit<Task, 'lane'>, act: () => Promise<T>): Promise<T> {
    const keys = await new Promise<readonly string[]>((begin) => {
      const own = this.#waiting.get(whose) ?? [];
      own.push({ caps, begin });
      this.#waiting.set(whose, own);
      this.#beginNext();
    });
    try {
      return await act();
    } finally {
      this.#count(keys, -1);
      this.#beginNext();
    }
  }

  #beginNext(): void {
    while (this.#free > 0) {
      const next = this.#takeNext();
      if (next === null) return;
      const keys = next.caps().map(([key]) => key);
      this.#count(keys, 1);
      next.begin(keys);
    }
  }

  #takeNext(): Waiting | null {
    for (const [whose, own] of this.#waiting) {
      const at = own.findIndex(({ caps }) => caps().every(([key, most]) => (this.#running.get(key) ?? 0) < most));
      const [next] = at === -1 ? [] : own.splice(at, 1);
      if (next === undefined) continue;
      this.#waiting.delete(whose);
      if (own.length > 0) this.#waiting.set(whose, own);
      return next;
    }
    return null;
  }

  #count(keys: readonly string[], more: 1 | -1): void {
    this.#free -= more;
    for (const key of keys) {
      const running = (this.#running.get(key) ?? 0) + more;
      if (running === 0) this.#running.delete(key);
      else this.#running.set(key, running);
    }
  }
}
