/** When a game is locked, for SQL: `isLocked` of core/locks.ts. The view `pool_locks` has the pool's lock of each game (decision 024). */
import type { RawBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';

/** Whether the game of a row of `pool_locks` is locked there at `now`, ms. */
export function isLockedInPool(now: number): RawBuilder<SqlBool> {
  return sql`pool_locks.lock_at <= ${now}`;
}

/** Whether the game of a row of `pool_locks` is open there at `now`, ms. */
export function isOpenInPool(now: number): RawBuilder<SqlBool> {
  return sql`pool_locks.lock_at > ${now}`;
}

/** Whether the game of a row of `games` is locked by itself at `now`, ms, whatever the deadlines of pools. */
export function isLockedByItself(now: number): RawBuilder<SqlBool> {
  return sql`games.lock_at <= ${now}`;
}
