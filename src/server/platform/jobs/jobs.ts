import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { claimSlot, jobStates, recordRun } from './store.ts';

/** When jobs run: time is cut into slots of a job's period, and each slot is for one run. Times are ms. */

/** A job that fails is tried again this soon, later and later. */
const FIRST_RETRY_MS = MINUTE_MS;

/** What the schedule has to know of a job's past. */
export interface Past {
  /** The slot that it ran in last. */
  readonly slot: number;
  /** In a row, up to now. */
  readonly failures: number;
}

/**
 * How far apart runs are. After failures a frequent job runs less often, down to once a minute, and a rare one sooner than
 * it would: after a minute, then two, four, up to its own period.
 */
export function effectivePeriod(period: number, failures: number): number {
  if (failures === 0) return period;
  const doublings = Math.min(failures, 20);
  if (period <= FIRST_RETRY_MS) return Math.min(FIRST_RETRY_MS, period * 2 ** doublings);
  return Math.min(period, FIRST_RETRY_MS * 2 ** (doublings - 1));
}

/** The slot that a job has to run in now; null where it ran in it already. */
export function dueSlot(period: number, past: Past | null, now: number): number | null {
  const slot = slotAt(effectivePeriod(period, past?.failures ?? 0), now);
  return past && slot <= past.slot ? null : slot;
}

/** When a job runs next: now, or at the beginning of the next slot. */
export function nextRunAt(period: number, past: Past | null, now: number): number {
  if (dueSlot(period, past, now) !== null) return now;
  const length = effectivePeriod(period, past?.failures ?? 0);
  return slotAt(length, Math.max(now, past?.slot ?? now)) + length;
}

function slotAt(length: number, now: number): number {
  return Math.floor(now / length) * length;
}

/** Something that has to be done again and again, by one node of many. */
export interface Job {
  readonly name: string;
  /** ms from one run to the next */
  readonly period: number;
  run(signal: AbortSignal): Promise<Outcome>;
}

/** How a run ended. */
export interface Outcome {
  readonly succeeded: boolean;
  /** What is to be told of it, as it is kept in the database. */
  readonly problems: readonly object[];
}

export interface JobsOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** What is to be done at the moment; asked anew each time. */
  readonly plan: () => Promise<readonly Job[]>;
  /** Told of whatever was thrown; the next slot makes up for it. */
  readonly onError: (error: unknown) => void;
  /** Told, in words, of a job that fails after it succeeded, and that succeeds after it failed. */
  readonly onStatusChange?: (text: string) => void;
  /** The longest time between two looks at the plan, in ms of the clock. */
  readonly lookMs?: number;
}

/** A slot of a job that begins to run. */
interface Turn {
  readonly slot: number;
  readonly at: number;
  /** Of the job, in a row, before it. */
  readonly failures: number;
}

const LOOK_MS = 30_000;
const SHORTEST_PAUSE_MS = 250;

/** Runs jobs in their time slots. Any number of nodes may do so on one database: each slot is run by one of them. */
export class Jobs {
  readonly #options: JobsOptions;
  readonly #node = randomUUID();
  readonly #running = new Map<string, Promise<void>>();
  readonly #end = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #lastLook: Promise<unknown> = Promise.resolve();

  constructor(options: JobsOptions) {
    this.#options = options;
  }

  /** Goes on by itself until `stop`. */
  start(): void {
    this.#looking = this.#lookAndGoOn();
  }

  /** Runs what is due. @returns when that is done, the moment at which the next job is due */
  async tick(): Promise<number> {
    const next = await this.#look();
    await Promise.all(this.#running.values());
    return next;
  }

  /** Breaks off what is under way. */
  async stop(): Promise<void> {
    this.#end.abort();
    clearTimeout(this.#timer);
    await this.#looking;
    await this.#lastLook;
    await Promise.all(this.#running.values());
  }

  async #lookAndGoOn(): Promise<void> {
    const { clock, lookMs = LOOK_MS, onError } = this.#options;
    let pause = lookMs;
    try {
      pause = Math.min(lookMs, (await this.#look()) - clock.now());
    } catch (error) {
      onError(error);
    }
    this.#goOnIn(pause / (clock.speed ?? 1));
  }

  #goOnIn(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#end.signal.aborted) return;
    this.#timer = setTimeout(() => this.start(), Math.max(SHORTEST_PAUSE_MS, ms));
    this.#timer.unref();
  }

  /** One look after the other, so that two of them never start the same job. */
  #look(): Promise<number> {
    const look = this.#lastLook.then(() => this.#lookNow());
    this.#lastLook = look.catch(() => {});
    return look;
  }

  /** Starts what is due and not running here already. @returns the moment at which the next job is due */
  async #lookNow(): Promise<number> {
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
        // What it brought may change the plan.
        if (this.#timer) this.#goOnIn(SHORTEST_PAUSE_MS);
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
