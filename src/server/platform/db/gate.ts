import { sql } from 'kysely';
import { NO_LOCK } from '#core/locks.ts';
import type { Db, Engine } from './connect.ts';

/**
 * Transactions that store picks share the gate; those that change what picks are judged by (games, weeks of pools, rules) close it first
 * (decision 046).
 */

/** Shares the gate until the transaction ends. Must be the first statement of the transaction. */
export async function openGate(tx: Db, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock_shared(7, 0)`.execute(tx);
}

/**
 * Closes the gate until the transaction ends. Only needed by callers that read picks before they change the facts; for all others triggers
 * close it.
 */
export async function closeGate(tx: Db, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(7, 0)`.execute(tx);
}

/**
 * Checks the time again, after everything that a transaction may have waited for.
 * @param closesAt the time (ms) from which the transaction must not be committed
 * @param now the league's clock, in ms
 * @throws 40001 if it is too late: `transact` retries
 */
export async function refuseLate(tx: Db, engine: Engine, closesAt: number, now: number): Promise<void> {
  if (engine === 'sqlite' || closesAt >= NO_LOCK) return;
  await sql`select refuse_after(cast(${closesAt} as bigint), cast(${now} as bigint))`.execute(tx);
}
