import { setTimeout as wait } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, SqliteDatabase } from 'kysely';
import { isFileLocked } from './faults.ts';

/** How long a statement waits for another process that is writing, in ms. */
const PATIENCE_MS = 5000;
/** The first and the longest pause between two tries, in ms. */
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 50;

/**
 * Kysely's driver for one SQLite connection that everything in the process shares. Statements run at once. While a transaction is open, all
 * others wait in order until it ends.
 *
 * SQLite itself never waits, because that would block the event loop. If another process has locked the file, a statement or the start of a
 * transaction is retried later. Other statements, mainly reads, run between two tries.
 */
export class SharedDriver implements Driver {
  readonly #statements: SqliteDatabase;
  readonly #isInTransaction: () => boolean;
  readonly #waiting: (() => void)[] = [];
  /** The connection with the open transaction. */
  #owner: SharedConnection | null = null;

  /** @param isInTransaction whether SQLite has a transaction open */
  constructor(statements: SqliteDatabase, isInTransaction: () => boolean) {
    this.#statements = statements;
    this.#isInTransaction = isInTransaction;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new SharedConnection(this);
  }

  /** Takes the write lock at the start, so that a transaction never fails to get it later. */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#patiently(() => {
      this.#statements.prepare('begin immediate').run([]);
      this.#owner = connection as SharedConnection;
    });
  }

  async commitTransaction(): Promise<void> {
    this.#statements.prepare('commit').run([]);
  }

  /** SQLite rolls back by itself if the disk is full. */
  async rollbackTransaction(): Promise<void> {
    if (this.#isInTransaction()) this.#statements.prepare('rollback').run([]);
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (this.#owner !== connection) return;
    this.#owner = null;
    while (this.#owner === null && this.#waiting.length > 0) this.#waiting.shift()?.();
  }

  async destroy(): Promise<void> {
    this.#statements.close();
  }

  /** Runs a statement in its transaction, or between the transactions of others. */
  execute<R>(connection: SharedConnection, query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#owner === connection ? this.#now(query) : this.#patiently(() => this.#run(query));
  }

  async #now<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#run(query);
  }

  async #patiently<T>(act: () => T): Promise<T> {
    let deadline: number | null = null; // Reading the time costs as much as a short statement.
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        return this.#owner === null ? act() : await this.#afterOthers(act);
      } catch (error) {
        deadline ??= performance.now() + PATIENCE_MS;
        if (!isFileLocked(error) || performance.now() > deadline) throw error;
      }
      await wait(pause);
    }
  }

  #afterOthers<T>(act: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        try {
          resolve(act());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  #run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.#statements.prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  }
}

/** Kysely's connection, which identifies a transaction. */
class SharedConnection implements DatabaseConnection {
  readonly #driver: SharedDriver;

  constructor(driver: SharedDriver) {
    this.#driver = driver;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#driver.execute(this, query);
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery(query);
  }
}
