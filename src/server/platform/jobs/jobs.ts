import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { claimSlot, jobStates, recordRun } from './store.ts';

/** When jobs run: time is divided into slots of a job's period, with one run per slot. Times are in ms. */

/** Delay of the first retry after a failure; it grows with further failures. */
const FIRST_RETRY_MS = MINUTE_MS;

/** The past runs of a job, as far as the schedule needs them. */
export interface Past {
  /** The slot of its last run. */
  readonly slot: number;
  /** Consecutive failures up to now. */
  readonly failures: number;
}

/**
 * The time between runs. After failures a frequent job runs less often, down to once a minute, and a rare one is retried early: after one
 * minute, then two, four, up to its own period.
 */
export function effectivePeriod(period: number, failures: number): number {
  if (failures === 0) return period;
  const doublings = Math.min(failures, 20);
  if (period <= FIRST_RETRY_MS) return Math.min(FIRST_RETRY_MS, period * 2 ** doublings);
  return Math.min(period, FIRST_RETRY_MS * 2 ** (doublings - 1));
}

/** The slot in which a job is due now; null if it already ran in it. */
export function dueSlot(period: number, past: Past | null, now: number): number | null {
  const slot = slotAt(effectivePeriod(period, past?.failures ?? 0), now);
  return past && slot <= past.slot ? null : slot;
}

/** When a job runs next: now, or at the start of the next slot. */
export function nextRunAt(period: number, past: Past | null, now: number): number {
  if (dueSlot(period, past, now) !== null) return now;
  const length = effectivePeriod(period, past?.failures ?? 0);
  return slotAt(length, Math.max(now, past?.slot ?? now)) + length;
}

function slotAt(length: number, now: number): number {
  return Math.floor(now / length) * length;
}

/** Periodic work that one of many nodes does. */
export interface Job {
  readonly name: string;
  /** ms from one run to the next */
  readonly period: number;
  run(signal: AbortSignal): Promise<Outcome>;
}

/** The outcome of a run. */
export interface Outcome {
  readonly succeeded: boolean;
  /** Problems to report, as stored in the database. */
  readonly problems: readonly object[];
}

export interface JobsOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** The current jobs; called again each time. */
  readonly plan: () => Promise<readonly Job[]>;
  /** Called with any thrown error; the job runs again in the next slot. */
  readonly onError: (error: unknown) => void;
  /** Called with a text when a job starts to fail, or succeeds again. */
  readonly onStatusChange?: (text: string) => void;
  /** Maximum time between two checks of the plan, in ms of the clock. */
  readonly checkMs?: number;
}

/** A slot of a job that starts to run. */
interface Turn {
  readonly slot: number;
  readonly at: number;
  /** Consecutive failures of the job before this run. */
  readonly failures: number;
}

const CHECK_MS = 30_000;
const SHORTEST_PAUSE_MS = 250;

/** Runs jobs in their time slots. Any number of nodes may share a database: each slot is run by one of them. */
export class Jobs {
  readonly #options: JobsOptions;
  readonly #node = randomUUID();
  readonly #running = new Map<string, Promise<void>>();
  readonly #end = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> = Promise.resolve();
  #lastCheck: Promise<unknown> = Promise.resolve();

  constructor(options: JobsOptions) {
    this.#options = options;
  }

  /** Runs jobs until `stop`. */
  start(): void {
    this.#checking = this.#checkAndSchedule();
  }

  /** Runs the jobs that are due. @returns when the next job is due */
  async tick(): Promise<number> {
    const next = await this.#check();
    await Promise.all(this.#running.values());
    return next;
  }

  /** Aborts running jobs. */
  async stop(): Promise<void> {
    this.#end.abort();
    clearTimeout(this.#timer);
    await this.#checking;
    await this.#lastCheck;
    await Promise.all(this.#running.values());
  }

  async #checkAndSchedule(): Promise<void> {
    const { clock, checkMs = CHECK_MS, onError } = this.#options;
    let pause = checkMs;
    try {
      pause = Math.min(checkMs, (await this.#check()) - clock.now());
    } catch (error) {
      onError(error);
    }
    this.#scheduleIn(pause / (clock.speed ?? 1));
  }

  #scheduleIn(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#end.signal.aborted) return;
    this.#timer = setTimeout(() => this.start(), Math.max(SHORTEST_PAUSE_MS, ms));
    this.#timer.unref();
  }

  /** Serializes checks, so that two never start the same job. */
  #check(): Promise<number> {
    const check = this.#lastCheck.then(() => this.#checkNow());
    this.#lastCheck = check.catch(() => {});
    return check;
  }

  /** Starts the jobs that are due and not already running here. @returns when the next job is due */
  async #checkNow(): Promise<number> {
    const { store, clock, plan } = this.#options;
    const at = clock.now();
    const states = new Map((await jobStates(store.db)).map((state) => [state.job, state]));
    let next = Number.POSITIVE_INFINITY;
    for (const job of await plan()) {
      const state = states.get(job.name) ?? null;
      const slot = dueSlot(job.period, state, at);
      const soonest =
        slot === null ? nextRunAt(job.period, state, at) : slot + effectivePeriod(job.period, state?.failures ?? 0);
      next = Math.min(next, soonest);
      if (slot === null || this.#running.has(job.name) || this.#end.signal.aborted) continue;
      if (await claimSlot(store.db, job.name, slot, this.#node, at))
        this.#begin(job, { slot, at, failures: state?.failures ?? 0 });
    }
    return next;
  }

  #begin(job: Job, turn: Turn): void {
    const running = this.#run(job, turn)
      .catch(this.#options.onError)
      .finally(() => {
        this.#running.delete(job.name);
        // Its results may change the plan.
        if (this.#timer) this.#scheduleIn(SHORTEST_PAUSE_MS);
      });
    this.#running.set(job.name, running);
  }

  async #run(job: Job, { slot, at: ranAt, failures }: Turn): Promise<void> {
    const { store, onError, onStatusChange } = this.#options;
    let outcome: Outcome = { succeeded: false, problems: [] };
    try {
      outcome = await job.run(this.#end.signal);
    } catch (error) {
      onError(error);
    }
    const { succeeded, problems } = outcome;
    if (this.#end.signal.aborted && !succeeded) return;
    if (succeeded !== (failures === 0)) onStatusChange?.(statusText(job.name, outcome));
    await recordRun(store.db, { job: job.name, slot, ranAt, succeeded, problems: JSON.stringify(problems) });
  }
}

function statusText(name: string, { succeeded, problems }: Outcome): string {
  if (succeeded) return `${name}: works again.`;
  const [first] = problems;
  return `${name}: failed, and will be tried again.${first ? ` ${JSON.stringify(first)}` : ''}`;
}
