import { sql } from 'kysely';
import type { Db, Engine } from './connect.ts';
import { readMeta } from './meta.ts';

/** The mark: the latest time (ms) that the league has reached. Its clock never falls below it. */
const REACHED_KEY = 'league_clock';

/**
 * The time (ms) by which a transaction decides. Read it after locking rows, because the transaction may have waited, and a game may have
 * locked meanwhile. On PostgreSQL it is the database's time, but never before the node's own.
 * @param now the league's clock
 */
export async function timeInTransaction(tx: Db, engine: Engine, now: () => number): Promise<number> {
  return engine === 'sqlite' ? now() : Math.max(now(), await databaseNow(tx));
}

/** PostgreSQL's clock, in ms, which all nodes follow. */
export async function databaseNow(db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`select league_now() as now`.execute(db);
  return rows[0]?.now ?? 0;
}

/** The stored mark; null if there is none yet. */
export async function storedLeagueTime(db: Db): Promise<number | null> {
  const noted = await readMeta(db, REACHED_KEY);
  return noted === null ? null : Number(noted);
}

/** Number of changes of each database by this process that only moved the mark. */
const markChanges = new WeakMap<Db, number>();

/** Number of changes by this process outside of transactions that only moved the mark; see `writtenSoFar`. */
export function changesOfMark(db: Db): number {
  return markChanges.get(db) ?? 0;
}

/** Moves the mark to a time that the league has reached; an earlier time changes nothing. */
export async function storeLeagueTime(db: Db, now: number): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into meta (key, value) values (${REACHED_KEY}, ${String(Math.floor(now))})
    on conflict (key) do update set value = excluded.value
      where cast(meta.value as bigint) < cast(excluded.value as bigint)`.execute(db);
  markChanges.set(db, changesOfMark(db) + Number(numAffectedRows ?? 0));
}

/** The first lock of an enabled week of any pool that is not deleted, after one time (ms) and up to another; null if there is none. */
export async function nextLockOfPools(db: Db, after: number, until: number, poolId?: string): Promise<number | null> {
  let query = db
    .selectFrom('pool_locks')
    .innerJoin('pools', 'pools.id', 'pool_locks.pool_id')
    .innerJoin('games', 'games.gid', 'pool_locks.gid')
    .innerJoin('pool_weeks', (on) =>
      on.onRef('pool_weeks.pool_id', '=', 'pools.id').onRef('pool_weeks.week_id', '=', 'games.week_id'),
    )
    .where('pools.deleted_at', 'is', null)
    .where('pool_weeks.enabled', '=', 1)
    .where('pool_locks.lock_at', '>', after)
    .where('pool_locks.lock_at', '<=', until)
    .select((of) => of.fn.min('pool_locks.lock_at').as('next'));
  if (poolId !== undefined) query = query.where('pool_locks.pool_id', '=', poolId);
  return (await query.executeTakeFirst())?.next ?? null;
}

/** The last reached and the next lock of games and of pools' weeks at a given time (ms); null if there is none. */
export async function locksAround(db: Db, now: number): Promise<{ last: number | null; next: number | null }> {
  const { rows } = await sql<{ last: number | null; next: number | null }>`
    select max(last) as last, min(next) as next from (
      select (select max(lock_at) from games where lock_at <= ${now}) as last,
        (select min(lock_at) from games where lock_at > ${now}) as next
      union all
      select (select max(deadline) from pool_weeks where deadline <= ${now}),
        (select min(deadline) from pool_weeks where deadline > ${now})) as locks`.execute(db);
  return rows[0] ?? { last: null, next: null };
}
