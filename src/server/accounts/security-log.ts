import { setTimeout as pause } from 'node:timers/promises';
import type { Repeater } from '#core/security-events.ts';
import { repeaterOf } from '#core/security-events.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { TokenBuckets } from '#server/platform/http/limits.ts';
import type { SecurityNote } from './security-store.ts';
import { addSecurityRow, countSecurityRow, removeOldSecurityRows } from './security-store.ts';

/** Maximum rows of repeatable events per minute from one network. */
const ROWS_PER_NETWORK = 20;
/** The same for all networks together, per kind of repeatable event: 2,000 at once, and five more per minute. */
const ROWS_OF_ALL = { burst: 2000, everyMs: MINUTE_MS / 5 };

/** The detail of a row that counts events without their own row. */
const MORE = 'more of these';
const MORE_FROM_ANYWHERE = 'more of these, from many networks';

/** A row of the log while events are counted. */
export interface CountedRow extends SecurityNote {
  /** Real time in ms, of the first event. */
  readonly at: number;
  /** Null until it is written. */
  id: number | null;
  /** Number of events that are not written yet. */
  unwritten: number;
}

/**
 * Counts events until they are written. Equal events within a minute share a row. The number of rows of repeatable events is limited;
 * further ones share a row for their network, or one for all.
 */
class SecurityQueue {
  readonly #pending = new Set<CountedRow>();
  #minute = 0;
  #rows = new Map<string, CountedRow>();
  #rowsOfNetwork = new Map<string, number>();
  #now = 0;
  readonly #rowsOfAll = new TokenBuckets(ROWS_OF_ALL, () => this.#now);

  add(note: SecurityNote, now: number): void {
    this.#now = now;
    this.#startMinute(Math.floor(now / MINUTE_MS));
    const row = this.#rowFor(note, now);
    row.unwritten += 1;
    this.#pending.add(row);
  }

  /** At most `limit` rows with events that are not written yet. */
  pending(limit: number): CountedRow[] {
    return [...this.#pending].slice(0, limit);
  }

  /** Records that `times` events of a row are written, under an id. */
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
    const repeater = repeaterOf(event);
    const ofNetwork = { event, accountId: null, network, detail: MORE };
    const ofAll = { event, accountId: null, network: null, detail: MORE_FROM_ANYWHERE };
    return (
      this.#find(note) ??
      (repeater === null || this.#affords(repeater, note) ? this.#open(note, now) : null) ??
      this.#find(ofNetwork) ??
      (repeater !== null && this.#pay(repeater) ? this.#open(ofNetwork, now) : null) ??
      this.#find(ofAll) ??
      this.#open(ofAll, now)
    );
  }

  #affords(repeater: Repeater, { network }: SecurityNote): boolean {
    const key = `${repeater} ${network}`;
    const rows = this.#rowsOfNetwork.get(key) ?? 0;
    if (rows >= ROWS_PER_NETWORK || !this.#pay(repeater)) return false;
    this.#rowsOfNetwork.set(key, rows + 1);
    return true;
  }

  #pay(repeater: Repeater): boolean {
    return this.#rowsOfAll.take(repeater) === 0;
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

/** How long events are gathered before they are written, in ms. */
const GATHER_MS = 300;
/** Maximum rows per transaction. */
const ROWS_AT_ONCE = 100;

/**
 * Writes the security log in the background, so that no request waits for it. The rows that an attack can write are bounded (decision 021).
 */
export interface SecurityLog {
  note(note: SecurityNote): void;
  /** Resolves when all events so far are written. @throws if they cannot be written */
  flush(): Promise<void>;
}

/** @param onError called if rows could not be written in the background; the next write retries them */
export function createSecurityLog(
  db: Db,
  onError: (error: unknown) => void,
  now: () => number = Date.now,
): SecurityLog {
  const queue = new SecurityQueue();
  let timer: NodeJS.Timeout | null = null;
  let lastWrite: Promise<void> = Promise.resolve();

  async function writeAll(): Promise<void> {
    for (let rows = queue.pending(ROWS_AT_ONCE); rows.length > 0; rows = queue.pending(ROWS_AT_ONCE)) {
      const counts = rows.map((row) => ({ row, times: row.unwritten }));
      const ids: number[] = [];
      await db.transaction().execute(async (tx) => {
        for (const { row, times } of counts) {
          if (row.id !== null) await countSecurityRow(tx, row.id, times);
          ids.push(row.id ?? (await addSecurityRow(tx, { ...row, times })));
        }
      });
      counts.forEach(({ row, times }, at) => void queue.written(row, ids[at] ?? 0, times));
    }
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    lastWrite = lastWrite.catch(() => {}).then(writeAll);
    return lastWrite;
  }

  return {
    flush,
    note(note) {
      queue.add(note, now());
      timer ??= setTimeout(() => void flush().catch(onError), GATHER_MS).unref();
    },
  };
}

/** Lets other writers run between two slices. */
const PAUSE_MS = 50;

/**
 * Removes old rows of the security log now and every hour, slice by slice until none is left.
 * @param onError called on failure; it is retried the next time @returns a function that stops it and waits for a slice in progress
 */
export function startSecurityCleaning(
  db: Db,
  now: () => number,
  onError: (error: unknown) => void,
  everyMs = HOUR_MS,
): () => Promise<void> {
  let isEnding = false;
  let last: Promise<void> = Promise.resolve();
  const removeAll = async (): Promise<void> => {
    while (!isEnding && (await removeOldSecurityRows(db, now()))) await pause(PAUSE_MS);
  };
  const removeOld = (): void => {
    last = last.then(removeAll).catch(onError);
  };
  removeOld();
  const timer = setInterval(removeOld, everyMs).unref();
  return () => {
    isEnding = true;
    clearInterval(timer);
    return last;
  };
}
