import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { readDetails } from '#core/audit-details.ts';
import type { EnablingRecord } from '#core/enabled-weeks.ts';
import { enablingActs, wasEnabled } from '#core/enabled-weeks.ts';
import { teamSlot } from '#core/formats/survivor/survivor.ts';
import { traits, traitsOf } from '#core/formats/traits.ts';
import type { SlotKind } from '#core/pick.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { seasonWeeks } from '#core/standings.ts';
import { compareWeeks } from '#core/weeks.ts';
import { unbegunWeeks } from '#server/games/reads.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { holdPool, poolWeeks } from './reads.ts';
import { gameStates, isLockedInPool } from './week-reads.ts';

/** What planning needs besides the transaction: the engine, and the league's clock (ms). */
export interface Planner {
  readonly engine: Engine;
  readonly now: () => number;
}

/**
 * Locks weeks until the transaction ends, against others that plan deadlines in them, so that each sees what the other wrote. Rows of
 * `pool_weeks` are always written after that, which avoids deadlocks.
 */
export async function holdWeeks(tx: Db, engine: Engine, weekIds: readonly string[]): Promise<void> {
  if (engine === 'sqlite' || weekIds.length === 0) return;
  await tx.selectFrom('weeks').select('id').where('id', 'in', weekIds).orderBy('id').forNoKeyUpdate().execute();
}

/**
 * Whether any game has reached its lock in the pool, after which some rules are settled. It is a game that locked after the pool was created,
 * in a week that is enabled or was enabled at the lock, or a game with picks in the pool, even if its week is disabled.
 */
export async function hasPoolLocked(db: Db, poolId: string, now: number): Promise<boolean> {
  return (await hasLockedGame(db, poolId, now)) || (await hasLockedBeforeDisabled(db, poolId, now));
}

async function hasLockedGame(db: Db, poolId: string, now: number): Promise<boolean> {
  const { rows } = await sql<{ gid: string }>`
    select pool_locks.gid from pool_weeks
    join games on games.week_id = pool_weeks.week_id
    join pool_locks on pool_locks.pool_id = pool_weeks.pool_id and pool_locks.gid = games.gid
    join pools on pools.id = pool_weeks.pool_id
    where pool_weeks.pool_id = ${poolId} and ${isLockedInPool(now)}
      and (pool_weeks.enabled = 1 and (pools.created_at is null or pool_locks.lock_at > pools.created_at)
        or games.gid in (${picksIn(poolId, ['pick'])}) or games.week_id in (${picksIn(poolId, ['order', 'team'])}))
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether a game had locked in a disabled week while it was enabled, by the pool's log: nobody can undo a lock by disabling its week. */
async function hasLockedBeforeDisabled(db: Db, poolId: string, now: number): Promise<boolean> {
  const { rows: locks } = await sql<{ weekId: string; lockAt: number }>`
    select distinct pool_weeks.week_id as "weekId", pool_locks.lock_at as "lockAt" from pool_weeks
    join games on games.week_id = pool_weeks.week_id
    join pool_locks on pool_locks.pool_id = pool_weeks.pool_id and pool_locks.gid = games.gid
    join pools on pools.id = pool_weeks.pool_id
    where pool_weeks.pool_id = ${poolId} and pool_weeks.enabled = 0 and ${isLockedInPool(now)}
      and (pools.created_at is null or pool_locks.lock_at > pools.created_at)`.execute(db);
  if (locks.length === 0) return false;
  const query = db.selectFrom('audit_log').select(['act', 'at', 'week_id', 'before', 'after']);
  const rows = await query.where('pool_id', '=', poolId).where('act', 'in', enablingActs).orderBy('id').execute();
  const records = rows.map(({ act, at, week_id, ...states }): EnablingRecord => {
    return { act: act as EnablingRecord['act'], at, weekId: week_id, ...readDetails(states) };
  });
  return locks.some(({ weekId, lockAt }) => wasEnabled(records, weekId, lockAt));
}

/** The games or weeks of a pool's picks, read once for several conditions. */
function picksIn(poolId: string, kinds: readonly SlotKind[]): RawBuilder<unknown> {
  return sql`
    select case when picks.kind = 'team' then replace(picks.about, ${teamSlot('', true)}, '') else picks.about end
    from entries join picks on picks.entry_id = entries.id
    where entries.pool_id = ${poolId} and picks.kind in (${sql.join(kinds)}) and picks.value is not null`;
}

/** The given weeks that have begun in a pool: a game that counts has reached its own lock or the pool's deadline. */
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

/** Whether the first week of a pool has begun. */
export async function hasBegun(db: Db, poolId: string, now: number): Promise<boolean> {
  return (await begunWeeks(db, poolId, await poolWeeks(db, poolId), now)).length > 0;
}

/** Whether a pool takes no new players, because its format closes at the start. The pool is locked until the transaction ends. */
export async function isClosedToNewcomers(tx: Db, { engine, now }: Planner, poolId: string): Promise<boolean> {
  const pool = await holdPool(tx, { engine }, poolId);
  if (pool === null || !traitsOf(pool.rules).closesAtStart) return false;
  return hasBegun(tx, poolId, await timeInTransaction(tx, engine, now));
}

/**
 * Whether weeks cannot be enabled or disabled, because one of them has begun in a pool whose format closes at the start: a week without a
 * team costs a life. The pool, and with such a format the weeks, are locked until the transaction ends.
 */
export async function areWeeksFixed(
  tx: Db,
  { engine, now }: Planner,
  poolId: string,
  weekIds: readonly string[],
): Promise<boolean> {
  const pool = await holdPool(tx, { engine }, poolId);
  if (pool === null || !traitsOf(pool.rules).closesAtStart) return false;
  await holdWeeks(tx, engine, weekIds);
  return (await begunWeeks(tx, poolId, weekIds, await timeInTransaction(tx, engine, now))).length > 0;
}

/** Whether weeks would prolong a pool that closed at its start: it ends with the last week that it listed then. The pool is locked. */
export async function prolongsPool(
  tx: Db,
  planner: Planner,
  poolId: string,
  weekIds: readonly string[],
): Promise<boolean> {
  return (await isClosedToNewcomers(tx, planner, poolId)) && (await weeksBeyond(tx, poolId, weekIds)).length > 0;
}

/**
 * Which of the weeks come after the last one that a pool has ever listed. Weeks that were taken out may come back, until the last one left is
 * decided: then the pool has ended with it.
 */
export async function weeksBeyond(db: Db, poolId: string, weekIds: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('pool_weeks').select(['week_id', 'enabled']).where('pool_id', '=', poolId).execute();
  const inOrder = (listed: typeof rows) => listed.map((row) => row.week_id).toSorted(compareWeeks);
  const enabled = inOrder(rows.filter((row) => row.enabled === 1));
  const hasEnded = seasonWeeks(enabled, await gameStates(db, poolId, enabled)).at(-1)?.isDecided ?? false;
  const last = (hasEnded ? enabled : inOrder(rows)).at(-1);
  return last === undefined ? [] : weekIds.filter((id) => compareWeeks(id, last) > 0);
}

/** The given weeks that a new pool plays: one that closes at the start leaves out those that have begun. They are locked until the transaction ends. */
export async function playedFromNow(
  tx: Db,
  { engine, now }: Planner,
  format: PoolRules['format'] | undefined,
  weekIds: readonly string[],
): Promise<readonly string[]> {
  if (format === undefined || !traits[format].closesAtStart) return weekIds;
  await holdWeeks(tx, engine, weekIds);
  return unbegunWeeks(tx, weekIds, await timeInTransaction(tx, engine, now));
}
