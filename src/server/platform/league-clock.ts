import { MINUTE_MS } from '#core/time.ts';
import type { Clock } from './clock.ts';
import type { Store } from './db/connect.ts';
import { databaseNow, locksAround, storedLeagueTime, storeLeagueTime } from './db/league-time.ts';

/** The clocks of a machine, in ms. */
export interface LocalTime {
  /** Since the epoch. May jump when the clock is set. */
  readonly wall: () => number;
  /** Monotonic, from an arbitrary start. */
  readonly elapsed: () => number;
}

const machine: LocalTime = { wall: () => Date.now(), elapsed: () => performance.now() };

/** How often the database is read, in ms. */
const SYNC_MS = 5000;
/** Maximum drift between two clocks within `SYNC_MS`, in ms, even while both are being adjusted. */
const DRIFT_MS = 20;
/** How often the reached time is stored, in ms; also stored at every lock. */
const NOTE_MS = MINUTE_MS;
/** A clock difference that is logged, in ms. */
const WORTH_REPORTING_MS = 2000;

/**
 * The clock of a league (decision 017); it never runs backwards, and never falls below the mark that the database keeps. PostgreSQL: the
 * database's clock, advanced by the time since it was read, and never ahead of it. SQLite: the machine's clock.
 */
export class LeagueClock implements Clock {
  readonly #store: Store;
  readonly #local: LocalTime;
  #latest = 0;
  /** PostgreSQL: added to the elapsed time. */
  #base = 0;
  /** The stored mark. */
  #noted = 0;
  #timer: NodeJS.Timeout | undefined;
  #syncing: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(store: Store, local = machine) {
    this.#store = store;
    this.#local = local;
  }

  readonly now = (): number => {
    const read = this.#store.engine === 'postgres' ? this.#databaseTime() - DRIFT_MS : this.#local.wall();
    this.#latest = Math.max(this.#latest, this.#noted, Math.floor(read));
    return this.#latest;
  };

  #databaseTime(): number {
    return this.#base + this.#local.elapsed();
  }

  /** Reads the database. Must run before the clock is used. */
  async sync(): Promise<void> {
    const { engine, db } = this.#store;
    // The answer is older than its arrival, so the clock is late by the return trip, and never early.
    if (engine === 'postgres') this.#base = (await databaseNow(db)) - this.#local.elapsed();
    this.#noted = Math.max(this.#noted, (await storedLeagueTime(db)) ?? 0);
  }

  /** Names a clock that is off, in words for the operator; null if none is. */
  problem(): string | null {
    const isPostgres = this.#store.engine === 'postgres';
    const wall = this.#local.wall();
    const source = isPostgres ? this.#databaseTime() : wall;
    const behind = this.now() - source;
    if (behind >= WORTH_REPORTING_MS) {
      const whose = isPostgres ? "The database's clock" : 'The clock of this machine';
      return `${whose} is ${inWords(behind)} behind the league's, which stands still until it has caught up: what was locked stays locked.`;
    }
    const off = wall - source;
    if (Math.abs(off) < WORTH_REPORTING_MS) return null;
    const by = `${inWords(Math.abs(off))} ${off < 0 ? 'behind' : 'ahead of'}`;
    return `The clock of this machine is ${by} the database's. Games lock by the database's.`;
  }

  /**
   * Reads the database at intervals until stopped, and stores the reached time. @param onStatusChange called when `problem` begins and ends
   */
  start(onStatusChange: (text: string) => void): void {
    let reported = this.problem();
    if (reported) onStatusChange(reported);
    const goOn = async () => {
      const pause = await this.#keep().catch(() => SYNC_MS);
      const problem = this.problem();
      if (Boolean(problem) !== Boolean(reported)) onStatusChange(problem ?? 'The clocks agree again.');
      reported = problem;
      if (!this.#stopped) this.#timer = setTimeout(again, pause);
    };
    const again = () => {
      this.#syncing = goOn();
    };
    again();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#syncing;
    await storeLeagueTime(this.#store.db, this.now()).catch(() => {});
  }

  /** @returns when to read again, in ms */
  async #keep(): Promise<number> {
    const { db } = this.#store;
    await this.sync();
    const now = this.now();
    const { last, next } = await locksAround(db, now);
    if (now - this.#noted > NOTE_MS || (last ?? 0) > this.#noted) await storeLeagueTime(db, now);
    return Math.min(SYNC_MS, (next ?? Number.POSITIVE_INFINITY) - now);
  }
}

/** Opens a league's clock and reads the database once. */
export async function openLeagueClock(store: Store, local?: LocalTime): Promise<LeagueClock> {
  const clock = new LeagueClock(store, local);
  await clock.sync();
  return clock;
}

function inWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
