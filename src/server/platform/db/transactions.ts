import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseConnection, QueryResult } from 'kysely';
import { CompiledQuery, PostgresDialect, Transaction } from 'kysely';
import type { Change } from '#server/platform/live/changes.ts';
import type { Db, Store } from './connect.ts';
import type { Schema } from './schema.ts';

/** Maximum number of tries of a transaction that conflicts with others. */
const TRIES = 10;

/** PostgreSQL's codes for a deadlock, and for a transaction that is too late for a lock (decision 017). */
const again: readonly unknown[] = ['40P01', '40001'];

/** PostgreSQL's code for a statement after one that failed. */
const IN_FAILED_TRANSACTION = '25P02';

/** Whether PostgreSQL aborted a transaction because of a conflict with another. */
export function isConflict(error: unknown): boolean {
  return again.includes((error as { code?: string }).code);
}

/** The pause after the first try, in ms; each further one is twice as long. Their sum exceeds the margin of a lock (decision 017). */
const FIRST_PAUSE_MS = 5;

/** Retries a transaction that PostgreSQL aborted because of a conflict and rolled back. @param wait waits for a number of ms */
export async function withRetry<T>(act: () => Promise<T>, wait: (ms: number) => Promise<unknown> = pause): Promise<T> {
  for (let time = 1; ; time += 1) {
    try {
      return await act();
    } catch (error) {
      if (time >= TRIES || !isConflict(error)) throw error;
    }
    await wait(FIRST_PAUSE_MS * 2 ** (time - 1));
  }
}

/** What transactions in progress announce, by their text, so that equal changes are announced once. */
const announced = new WeakMap<Db, Map<string, Change>>();
const listeners = new WeakMap<Db, ((change: Change) => void)[]>();

/**
 * Reports a change that a transaction makes besides what its caller reports, such as a lock receipt. Listeners learn of it once `transact`
 * has committed it.
 */
export function announce(tx: Db, change: Change): void {
  announced.get(tx)?.set(JSON.stringify(change), change);
}

/** Calls the listener for every change that a transaction of this store has announced and committed. */
export function onAnnounced({ db }: Store, listener: (change: Change) => void): void {
  listeners.set(db, [...(listeners.get(db) ?? []), listener]);
}

/** Runs a transaction, and retries it if PostgreSQL aborts it because of a conflict. */
export function transact<T>(store: Store, act: (tx: Db) => Promise<T>): Promise<T> {
  return announcing(store, act, (each) => store.db.transaction().execute(each));
}

/** Leaves a statement of a transaction to be answered with the commit. Nothing before the commit may depend on it. */
export type Leave = (statement: Promise<unknown>) => void;

/**
 * Like `transact`, with fewer round trips on PostgreSQL: statements are sent when they are called for, in that order, and nothing waits for
 * the answer of one that the caller does not await. The transaction begins, and what is left is written, without a round trip of its own.
 */
export function transactAhead<T>(store: Store, act: (tx: Db, leave: Leave) => Promise<T>): Promise<T> {
  const run = store.engine === 'postgres' ? runAhead : runInTurn;
  return announcing(store, act, (each) => run(store.db, each));
}

/** @param run runs `act` in a transaction */
async function announcing<T, A extends [tx: Db, ...Leave[]]>(
  { db }: Store,
  act: (...args: A) => Promise<T>,
  run: (act: (...args: A) => Promise<T>) => Promise<T>,
): Promise<T> {
  const changes = new Map<string, Change>();
  const result = await withRetry(() => {
    changes.clear();
    return run((...args) => {
      announced.set(args[0], changes);
      return act(...args);
    });
  });
  for (const change of changes.values()) for (const listener of listeners.get(db) ?? []) listener(change);
  return result;
}

/** The statements that are left. */
function leaving(): { readonly left: readonly Promise<unknown>[]; readonly leave: Leave } {
  const left: Promise<unknown>[] = [];
  const leave: Leave = (statement) => {
    statement.catch(() => {}); // Whoever awaits what is left reports it.
    left.push(statement);
  };
  return { left, leave };
}

function runInTurn<T>(db: Db, act: (tx: Db, leave: Leave) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const { left, leave } = leaving();
    const result = await act(tx, leave);
    await Promise.all(left);
    return result;
  });
}

function runAhead<T>(db: Db, act: (tx: Db, leave: Leave) => Promise<T>): Promise<T> {
  return db.getExecutor().provideConnection(async (connection) => {
    const { left, leave } = leaving();
    let cause: unknown = null;
    let mayHaveBegun = true;
    const execute = <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      // Outside a transaction, each statement would be committed by itself.
      const answer = mayHaveBegun ? connection.executeQuery<R>(query) : Promise.reject(cause);
      answer.catch((error) => {
        cause ??= error;
      });
      return answer;
    };
    const send = (text: string) => execute<{ readonly command: string }>(CompiledQuery.raw(text));
    const begun = send('begin');
    begun.catch(() => {
      mayHaveBegun = false;
    });
    leave(begun);
    try {
      const result = await act(transactionOn(db, execute), leave);
      const committed = send('commit');
      leave(committed);
      await Promise.all(left);
      // PostgreSQL answers otherwise if a statement had failed.
      if ((await committed).rows[0]?.command !== 'COMMIT') throw new Error('The transaction was not committed.');
      return result;
    } catch (error) {
      await driver.rollbackTransaction(connection).catch(() => {}); // If it fails, the pool drops the connection.
      // Statements that were sent before the failure was known are refused for it.
      throw (error as { code?: unknown }).code === IN_FAILED_TRANSACTION ? cause : error;
    }
  });
}

/** What a transaction is made with besides its executor, which runs its statements. */
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('A transaction has its connection.')) });
const driver = dialect.createDriver();

/** A transaction whose statements are sent at once, even before those before are answered. */
function transactionOn(db: Db, executeQuery: DatabaseConnection['executeQuery']): Db {
  const connection: DatabaseConnection = {
    executeQuery,
    streamQuery: () => {
      throw new Error('A transaction that sends ahead has no streams.');
    },
  };
  const executor = db.getExecutor().withConnectionProvider({ provideConnection: (use) => use(connection) });
  return new Transaction<Schema>({ config: { dialect }, dialect, driver, executor });
}

/** Thrown to roll back a dry run. */
class Undone extends Error {}

/** Runs `act` in a transaction and rolls it back, to preview its result with the same code. */
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

/** Target duration of one transaction of a long import, in ms: a server that needs the write lock is blocked meanwhile. */
const TARGET_MS = 40;
/** SQLite's writers poll for the lock at growing intervals; within this time, in ms, a waiting writer gets it. */
const PAUSE_MS = 60;
const FIRST_SLICE = 50;
const SMALLEST_SLICE = 25;
const LARGEST_SLICE = 5000;

/** How long a command may write without a pause, in ms. */
const STRETCH_MS = 100;

/** Pauses of a command between its transactions, so that a server on the same SQLite database keeps responding. */
export function pausesForOthers({ engine }: Pick<Store, 'engine'>): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (engine === 'postgres' || performance.now() - began < STRETCH_MS) return;
    await pause(PAUSE_MS);
    began = performance.now();
  };
}

/**
 * Writes many rows in short transactions, with pauses between them on SQLite, so that a server on the same database keeps responding. The
 * size of slices adapts to their duration.
 * @param write called again if PostgreSQL aborted the slice because of a conflict
 * @param onCommit called after each transaction with the result of `write` and the number of rows written so far
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

/** At most twice the last size: one quick slice proves little. */
function nextSize(size: number, took: number): number {
  const fitting = Math.round(size * Math.min(2, TARGET_MS / Math.max(took, 1)));
  return Math.min(Math.max(fitting, SMALLEST_SLICE), LARGEST_SLICE);
}
