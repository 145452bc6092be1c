import { setTimeout as pause } from 'node:timers/promises';
import type { Db, Store } from './connect.ts';
import { withRetry } from './retry.ts';

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
    const result = await withRetry(() => store.db.transaction().execute((tx) => write(tx, slice)));
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
