import { setTimeout as pause } from 'node:timers/promises';
import type { Db, Store } from './connect.ts';

/** How often something is tried while other writers change what it depends on. */
const TRIES = 10;

/** What PostgreSQL says to one of several transactions that wait in a circle, and to one that a lock overtook (decision 017). */
const again: readonly unknown[] = ['40P01', '40001'];

/** The pause after the first try, in ms; each further one is twice as long. Together they outlast the margin of a lock (decision 017). */
const FIRST_PAUSE_MS = 5;

/**
 * Tries again what PostgreSQL ended for the sake of others; what was written until then is undone.
 * @param wait lets so many ms go by
 */
export async function withRetry<T>(act: () => Promise<T>, wait: (ms: number) => Promise<unknown> = pause): Promise<T> {
  for (let time = 1; ; time += 1) {
    try {
      return await act();
    } catch (error) {
      if (time >= TRIES || !again.includes((error as { code?: string }).code)) throw error;
    }
    await wait(FIRST_PAUSE_MS * 2 ** (time - 1));
  }
}

/** A transaction that is tried again where PostgreSQL ended it for the sake of others. */
export function transact<T>(store: Store, act: (tx: Db) => Promise<T>): Promise<T> {
  return withRetry(() => store.db.transaction().execute(act));
}

/** Ends a transaction that was only tried. */
class Undone extends Error {}

/** Does something in a transaction and undoes it: what it would have done, by the very code that does it. */
export async function dryRun<T>(store: Store, act: (tx: Db) => Promise<T>): Promise<T> {
  let results: T[] = [];
  const attempt = async (tx: Db) => {
    results = [await act(tx)];
    throw new Undone();
  };
  try {
    await transact(store, attempt);
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return results[0] as T;
}

/** What one transaction of a long import should take, in ms: a server waiting for the write lock is stopped meanwhile. */
const TARGET_MS = 40;
/** SQLite's writers ask for the lock again at growing intervals; after this many ms whoever waits has got it. */
const PAUSE_MS = 60;
const FIRST_SLICE = 50;
const SMALLEST_SLICE = 25;
const LARGEST_SLICE = 5000;

/**
 * Writes many rows in short transactions, with pauses between them on SQLite, so that a server on the same database
 * goes on serving. Each slice is as large as the last ones allow.
 * @param write called again where PostgreSQL undid the slice for the sake of others
 * @param onCommit told after each transaction what `write` returned, and how many rows are written by now
 */
export async function writeInSlices<Row, Result>(
  store: Store,
  rows: readonly Row[],
  write: (tx: Db, slice: readonly Row[]) => Promise<Result>,
  onCommit: (result: Result, written: number) => void = () => {},
): Promise<void> {
  let size = FIRST_SLICE;
  for (let at = 0; at < rows.length; ) {
    if (at > 0 && store.engine === 'sqlite') await pause(PAUSE_MS);
    const slice = rows.slice(at, at + size);
    const start = performance.now();
    const result = await transact(store, (tx) => write(tx, slice));
    at += slice.length;
    size = nextSize(size, performance.now() - start);
    onCommit(result, at);
  }
}

/** Never more than twice the last size: one quick slice says little. */
function nextSize(size: number, took: number): number {
  const fitting = Math.round(size * Math.min(2, TARGET_MS / Math.max(took, 1)));
  return Math.min(Math.max(fitting, SMALLEST_SLICE), LARGEST_SLICE);
}
