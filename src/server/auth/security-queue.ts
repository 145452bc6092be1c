import { repeatableEvents } from '#core/security-events.ts';
import type { SecurityNote } from '../store/security-log.ts';

const MINUTE_MS = 60_000;
/** So many rows of repeatable events a minute from one network. */
const ROWS_PER_NETWORK = 20;
/** The same for everybody together: so many at once, and so many more each minute. */
const ROWS_AT_ONCE = 2000;
const ROWS_PER_MINUTE = 5;
const ROW_COST_MS = MINUTE_MS / ROWS_PER_MINUTE;

/** Stands as the detail of a row that counts what has no row of its own. */
const MORE = 'more of these';
const MORE_FROM_ANYWHERE = 'more of these, from many networks';

/** A row of the log while it is counted. */
export interface CountedRow extends SecurityNote {
  /** Real time in ms, of the first event. */
  readonly at: number;
  /** Null until it is written. */
  id: number | null;
  /** Events that are not written yet. */
  unwritten: number;
}

/**
 * Counts events until they are written. Equal events of one minute share a row. Repeatable events have only so many rows;
 * those beyond share one for their network, or one for all.
 */
export class SecurityQueue {
  readonly #pending = new Set<CountedRow>();
  #minute = 0;
  #rows = new Map<string, CountedRow>();
  #rowsOfNetwork = new Map<string | null, number>();
  /** The time up to which rows of repeatable events are paid for, as in `store/limits.ts`. */
  #paidUntil = 0;

  add(note: SecurityNote, now: number): void {
    this.#startMinute(Math.floor(now / MINUTE_MS));
    const row = this.#rowFor(note, now);
    row.unwritten += 1;
    this.#pending.add(row);
  }

  /** Rows with events that are not written yet, at most so many. */
  pending(limit: number): CountedRow[] {
    return [...this.#pending].slice(0, limit);
  }

  /** Says that so many events of a row are written, under an id. */
  written(row: CountedRow, id: number, times: number): void {
    row.id = id;
    row.unwritten -= times;
    if (row.unwritten === 0) this.#pending.delete(row);
  }

  #startMinute(minute: number): void {
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#rows = new Map();
    this.#rowsOfNetwork = new Map();
  }

  #rowFor(note: SecurityNote, now: number): CountedRow {
    const { event, network } = note;
    const isRepeatable = repeatableEvents.includes(event);
    const ofNetwork = { event, accountId: null, network, detail: MORE };
    const ofAll = { event, accountId: null, network: null, detail: MORE_FROM_ANYWHERE };
    return (
      this.#find(note) ??
      (!isRepeatable || this.#affords(note, now) ? this.#open(note, now) : null) ??
      this.#find(ofNetwork) ??
      (this.#pay(now) ? this.#open(ofNetwork, now) : null) ??
      this.#find(ofAll) ??
      this.#open(ofAll, now)
    );
  }

  #affords({ network }: SecurityNote, now: number): boolean {
    const rows = this.#rowsOfNetwork.get(network) ?? 0;
    if (rows >= ROWS_PER_NETWORK || !this.#pay(now)) return false;
    this.#rowsOfNetwork.set(network, rows + 1);
    return true;
  }

  #pay(now: number): boolean {
    if (this.#paidUntil > now + (ROWS_AT_ONCE - 1) * ROW_COST_MS) return false;
    this.#paidUntil = Math.max(this.#paidUntil, now) + ROW_COST_MS;
    return true;
  }

  #find(note: SecurityNote): CountedRow | undefined {
    return this.#rows.get(keyOf(note));
  }

  #open(note: SecurityNote, now: number): CountedRow {
    const row = { ...note, at: now, id: null, unwritten: 0 };
    this.#rows.set(keyOf(note), row);
    return row;
  }
}

function keyOf({ event, accountId, network, actorId, detail }: SecurityNote): string {
  return JSON.stringify([event, accountId, network, actorId ?? null, detail ?? '']);
}
