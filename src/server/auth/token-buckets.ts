/** How often somebody may do a thing: `burst` times at once, and once more each `everyMs`. */
export interface Rate {
  readonly burst: number;
  readonly everyMs: number;
}

/** Below this many entries nothing is forgotten: looking for what may be costs more than keeping it. */
const FEW = 1000;

/**
 * Counts in memory how often each of many has done a thing, on this node alone. Each time pays for `everyMs` of the future, and
 * nobody may pay further ahead than their burst. A full bucket needs no memory: it is forgotten.
 */
export class TokenBuckets {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #paidUntil = new Map<string, number>();
  #forgetAt = FEW;

  /** @param now any clock in ms that never goes back */
  constructor(rate: Rate, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
  }

  /** Buckets that are not known to be full. */
  get size(): number {
    return this.#paidUntil.size;
  }

  /** @returns 0 where `times` are allowed and counted, else how long to wait, in ms; then none is counted */
  take(whose: string, times = 1): number {
    const { burst, everyMs } = this.#rate;
    const now = this.#now();
    const paidUntil = Math.max(this.#paidUntil.get(whose) ?? 0, now) + times * everyMs;
    const wait = paidUntil - (now + burst * everyMs);
    if (wait > 0) return wait;
    if (this.#paidUntil.size >= this.#forgetAt) this.#forgetFull(now);
    this.#paidUntil.set(whose, paidUntil);
    return 0;
  }

  #forgetFull(now: number): void {
    for (const [whose, paidUntil] of this.#paidUntil) if (paidUntil <= now) this.#paidUntil.delete(whose);
    this.#forgetAt = Math.max(FEW, 2 * this.#paidUntil.size);
  }
}
