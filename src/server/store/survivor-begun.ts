import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Planner } from './deadlines.ts';
import { holdWeeks } from './deadlines.ts';
import type { Db } from './engine/connect.ts';
import { timeInTransaction } from './league-time.ts';
import { isLockedInPool } from './locks.ts';
import { holdPool, poolWeeks } from './pools.ts';
import { unbegunWeeks } from './weeks.ts';

/** Those of some weeks that have begun in a pool: a game of them that counts has locked there, by itself or by the pool's deadline. */
export async function begunWeeks(db: Db, poolId: string, weekIds: readonly string[], now: number): Promise<string[]> {
  if (weekIds.length === 0) return [];
  const rows = await db
    .selectFrom('games')
    .innerJoin('pool_locks', 'pool_locks.gid', 'games.gid')
    .select('games.week_id')
    .distinct()
    .where('pool_locks.pool_id', '=', poolId)
    .where('games.week_id', 'in', weekIds)
    .where('games.void', 'is', null)
    .where(isLockedInPool(now))
    .execute();
  const begun = new Set(rows.map((row) => row.week_id));
  return weekIds.filter((id) => begun.has(id));
}

/** Those of some weeks that a new pool plays: a survivor pool none that has begun. They are held until the transaction ends. */
export async function playedFromNow(
  tx: Db,
  { engine, now }: Planner,
  format: PoolRules['format'] | undefined,
  weekIds: readonly string[],
): Promise<readonly string[]> {
  if (format !== 'survivor') return weekIds;
  await holdWeeks(tx, engine, weekIds);
  return unbegunWeeks(tx, weekIds, await timeInTransaction(tx, engine, now));
}

/** Whether a pool has begun, with the first of its weeks: nobody joins it then where it is a survivor pool. */
export async function hasBegun(db: Db, poolId: string, now: number): Promise<boolean> {
  return (await begunWeeks(db, poolId, await poolWeeks(db, poolId), now)).length > 0;
}

/** Whether a survivor pool takes no new players, because it has begun. The pool is held until the transaction ends. */
export async function isClosedSurvivor(tx: Db, { engine, now }: Planner, poolId: string): Promise<boolean> {
  if ((await holdPool(tx, { engine }, poolId))?.rules.format !== 'survivor') return false;
  return hasBegun(tx, poolId, await timeInTransaction(tx, engine, now));
}

/**
 * Whether a survivor pool cannot take weeks in or leave them out, because one of them has begun: a week without a team costs a life. The
 * pool, and in a survivor pool the weeks, are held until the transaction ends.
 */
export async function isBegunSurvivor(
  tx: Db,
  { engine, now }: Planner,
  poolId: string,
  weekIds: readonly string[],
): Promise<boolean> {
  if ((await holdPool(tx, { engine }, poolId))?.rules.format !== 'survivor') return false;
  await holdWeeks(tx, engine, weekIds);
  return (await begunWeeks(tx, poolId, weekIds, await timeInTransaction(tx, engine, now))).length > 0;
}
