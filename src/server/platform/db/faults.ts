/**
 * Faults of the database itself, independent of the statement: its disk is full, its files cannot be read or written, another process locks
 * it, or it is unreachable. The names are error codes of the contract.
 */
export type StorageFault = 'disk_full' | 'storage_failed' | 'database_busy' | 'database_away';

const SQLITE_BUSY = 5;

/** SQLite's primary result codes (sqlite.org/rescode.html): full; read-only, I/O, damaged, cannot be opened, no database; busy. */
const sqliteFaults = new Map<number, StorageFault>([
  [13, 'disk_full'],
  [8, 'storage_failed'],
  [10, 'storage_failed'],
  [11, 'storage_failed'],
  [14, 'storage_failed'],
  [26, 'storage_failed'],
  [SQLITE_BUSY, 'database_busy'],
]);

/** Codes of PostgreSQL (its appendix A). */
const codeFaults: readonly (readonly [RegExp, StorageFault])[] = [
  [/^53100$/, 'disk_full'],
  [/^(58030|58P01|25006|XX00[12])$/, 'storage_failed'],
  [/^55P03$/, 'database_busy'],
  [/^(08...|57P0[1-3]|53300|25P03)$/, 'database_away'],
];

/** Codes of Node's sockets. */
const NO_CONNECTION = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/** Messages of the `pg` package for connections that ended or failed; these errors have no code. */
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** The database fault behind an error; null if the statement or its caller caused it. */
export function faultOf(error: unknown): StorageFault | null {
  if (typeof error !== 'object' || error === null) return null;
  const primary = sqliteCode(error);
  if (primary !== null) return sqliteFaults.get(primary) ?? null;
  const { code, message } = error as { code?: unknown; message?: unknown };
  const known = codeFaults.find(([pattern]) => typeof code === 'string' && pattern.test(code));
  if (known) return known[1];
  if (typeof message === 'string' && LOST_CONNECTION.test(message)) return 'database_away';
  return typeof code === 'string' && NO_CONNECTION.test(code) && isSystemError(error) ? 'database_away' : null;
}

/** A client that disconnects during a request causes an error with such a code, too, but without a failed system call. */
function isSystemError(error: unknown): boolean {
  return error instanceof AggregateError || (error instanceof Error && 'syscall' in error);
}

/** Whether an SQLite statement failed on a lock of another process. */
export function isFileLocked(error: unknown): boolean {
  return sqliteCode(error) === SQLITE_BUSY;
}

/** The primary result code of an error of `node:sqlite`. */
function sqliteCode(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return null;
  return Number(error.errcode) & 0xff;
}
