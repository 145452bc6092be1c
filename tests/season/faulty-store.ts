/** A database that fails once at a writing statement, or at which the process ends. */
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from 'kysely';
import { Kysely } from 'kysely';
import type { Store } from '#server/platform/db/connect.ts';
import { isPostgresUrl } from '#server/platform/db/connect.ts';
import { openPostgres, postgresDialect } from '#server/platform/db/postgres.ts';
import type { Schema } from '#server/platform/db/schema.ts';
import { dataVersion, openSqlite, sqliteDialect } from '#server/platform/db/sqlite.ts';

/** The statement is refused; or the process ends before or after it. The transaction that is open then is rolled back. */
export const faultKinds = ['refused', 'ends before', 'ends after'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Not of the tables that tests add. */
const WRITES = /\b(insert\s+into|delete\s+from|update)\s+"?(?!test_)\w+"?/i;
/** SQLite's code of an input or output error. */
const IO_ERROR = 10;

/** The faults of one process. */
export class Faults {
  #armed: { readonly kind: FaultKind; left: number } | null = null;
  #hasEnded = false;
  /** The statement at which the last fault came; null if none did. */
  #at: string | null = null;
  readonly #end = Promise.withResolvers<never>();

  constructor() {
    this.#end.promise.catch(() => {});
  }

  /** Whether the process has ended: each further statement fails. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Lets a writing statement fail, or a commit. @param after how many go well before it */
  arm(kind: FaultKind, after: number): void {
    [this.#armed, this.#at] = [{ kind, left: after }, null];
  }

  /** @returns the statement at which the fault came; null if there was none */
  disarm(): string | null {
    this.#armed = null;
    return this.#at;
  }

  /** Waits for an answer of the process, at most until its end. @throws if it ends */
  beforeEnd<T>(answer: Promise<T>): Promise<T> {
    return Promise.race([answer, this.#end.promise]);
  }

  async run<T>(text: string, act: () => Promise<T>): Promise<T> {
    if (this.#hasEnded) throw new Error('The process has ended.');
    const kind = text === 'commit' || WRITES.test(text) ? this.#take(text) : null;
    if (kind === 'refused') throw Object.assign(new Error('disk I/O error'), { errcode: IO_ERROR });
    if (kind === null) return act();
    // Whoever asks while the last statement runs must not take the process for alive.
    this.#hasEnded = true;
    if (kind === 'ends after') await act();
    const error = new Error(`The process ends at ${text}`);
    this.#end.reject(error);
    throw error;
  }

  #take(text: string): FaultKind | null {
    if (this.#armed === null) return null;
    this.#armed.left -= 1;
    if (this.#armed.left >= 0) return null;
    const { kind } = this.#armed;
    [this.#armed, this.#at] = [null, text];
    return kind;
  }
}

/** Opens a database whose statements go through `faults`. */
export function connectFaulty(location: string, faults: Faults): Store {
  if (isPostgresUrl(location)) {
    const db = faultyDb(postgresDialect(openPostgres(location)), faults);
    return { engine: 'postgres', db, location, dataVersion: () => 0, close: () => db.destroy() };
  }
  const database = openSqlite(location);
  const db = faultyDb(sqliteDialect(database), faults);
  return { engine: 'sqlite', db, location, dataVersion: dataVersion(database), close: () => db.destroy() };
}

function faultyDb(dialect: Dialect, faults: Faults): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => new FaultyDriver(dialect.createDriver(), faults),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  });
}

class FaultyDriver implements Driver {
  readonly #driver: Driver;
  readonly #faults: Faults;

  constructor(driver: Driver, faults: Faults) {
    [this.#driver, this.#faults] = [driver, faults];
  }

  init(): Promise<void> {
    return this.#driver.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new FaultyConnection(await this.#driver.acquireConnection(), this.#faults);
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return this.#faults.run('begin', () => this.#driver.beginTransaction(innerOf(connection), settings));
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#faults.run('commit', () => this.#driver.commitTransaction(innerOf(connection)));
  }

  /** The database does so itself when a process ends. */
  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#driver.rollbackTransaction(innerOf(connection));
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return this.#driver.releaseConnection(innerOf(connection));
  }

  destroy(): Promise<void> {
    return this.#driver.destroy();
  }
}

function innerOf(connection: DatabaseConnection): DatabaseConnection {
  return (connection as FaultyConnection).inner;
}

class FaultyConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #faults: Faults;

  constructor(inner: DatabaseConnection, faults: Faults) {
    [this.inner, this.#faults] = [inner, faults];
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#faults.run(query.sql, () => this.inner.executeQuery<R>(query));
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}
