import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { locksAround } from '#server/platform/db/league-time.ts';
import { SharedRun } from '#server/platform/shared-run.ts';
import { weeksWithChanges } from '#server/receipts/reads.ts';
import { catchUp } from './store.ts';

/** The longest pause between two sweeps, in ms. */
const PAUSE_MS = 15_000;
/** The pause after a lock before its receipt is written, in ms. */
const AFTER_LOCK_MS = 50;
/** How far before the last sweep locks are looked for again, in ms: a game may lock while a sweep runs. */
const OVERLAP_MS = MINUTE_MS;
/** How often all locks are checked again, in ms: a week may be enabled after its locks, or an import cut off. */
const FULL_MS = HOUR_MS;

export interface ReceiptSweepDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** Called with the first of consecutive failures. */
  readonly onError: (error: unknown) => void;
}

/** Writes the receipts of each lock and each change of games soon after it. Every node does so: each is written by one of them. */
export class ReceiptSweep {
  readonly #deps: ReceiptSweepDeps;
  readonly #sweeps = new SharedRun(() => this.#sweepNow());
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;
  #isFailing = false;
  /** When the last sweep began, and the last of all locks, on the league's clock; -1 before the first. */
  #sweptAt = -1;
  #allAt = -1;

  constructor(deps: ReceiptSweepDeps) {
    this.#deps = deps;
  }

  /** Sweeps all locks, then each one soon after its moment, until `stop`. */
  start(): void {
    this.#isStarted = true;
    void this.sweep();
  }

  /** Writes the receipts of all reached locks. Several calls before it begins share one sweep. */
  sweep(): Promise<void> {
    return this.#sweeps.run();
  }

  /** Sweeps once more, if it was started: games have changed. */
  sweepSoon(): void {
    if (this.#isStarted) void this.sweep();
  }

  /** Resolves when nothing is in progress. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    clearTimeout(this.#timer);
    await this.#sweeps.idle();
    clearTimeout(this.#timer);
  }

  async #sweepNow(): Promise<void> {
    const { store, clock, onError } = this.#deps;
    const now = clock.now();
    let failures = 0;
    const fail = (error: unknown) => {
      if (!this.#isFailing && failures === 0) onError(error);
      failures += 1;
    };
    try {
      const last = this.#sweptAt;
      const isFull = this.#allAt < 0 || now >= this.#allAt + FULL_MS;
      const { last: lock } = await locksAround(store.db, now);
      const isLocking = lock !== null && lock > last - OVERLAP_MS;
      if (isFull || isLocking || (await weeksWithChanges(store.db)).length > 0) {
        const scope = isFull ? {} : { since: last - OVERLAP_MS };
        await catchUp(store, scope, clock.now, fail);
      }
      this.#isFailing = failures > 0;
      if (failures === 0) {
        this.#sweptAt = now;
        if (isFull) this.#allAt = now;
      }
    } catch (error) {
      fail(error);
      this.#isFailing = true;
    }
    await this.#rest();
  }

  async #rest(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#isStarted) return;
    const { store, clock } = this.#deps;
    const now = clock.now();
    const { next } = await locksAround(store.db, now).catch(() => ({ next: null }));
    const wait = next === null ? PAUSE_MS : Math.min(PAUSE_MS, next - now + AFTER_LOCK_MS);
    if (!this.#isStarted) return;
    this.#timer = setTimeout(() => void this.sweep(), wait / (clock.speed ?? 1));
    this.#timer.unref();
  }
}
