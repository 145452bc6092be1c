import { sql } from 'kysely';
import type { Db, Engine } from './connect.ts';
import { readMeta } from './meta.ts';

/** The mark: the latest moment (ms) that the league is known to have reached. Its clock never falls below. */
const REACHED_KEY = 'league_clock';

/**
 * The moment (ms) by which a transaction decides, to be asked for once it holds what it decides about: it may have waited for
 * its turn, and a lock may have been reached meanwhile. On PostgreSQL it is the database's, never before the node's own.
 * @param now the league's clock
 */
export async function timeInTransaction(tx: Db, engine: Engine, now: () => number): Promise<number> {
  return engine === 'sqlite' ? now() : Math.max(now(), await databaseNow(tx));
}

/** PostgreSQL's clock, in ms: all nodes go by it. */
export async function databaseNow(db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`select league_now() as now`.execute(db);
  return rows[0]?.now ?? 0;
}

/** The moment that was noted last; null before the first. */
export async function storedLeagueTime(db: Db): Promise<number | null> {
  const noted = await readMeta(db, REACHED_KEY);
  return noted === null ? null : Number(noted);
}

/** How many changes of each database by this process only moved the mark. */
const markChanges = new WeakMap<Db, number>();

/** How many changes that this process made outside of transactions were the mark's; see `writtenSoFar`. */
export function changesOfMark(db: Db): number {
  return markChanges.get(db) ?? 0;
}

/** Notes a moment that the league has reached; an earlier one changes nothing. */
export async function storeLeagueTime(db: Db, now: number): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into meta (key, value) values (${REACHED_KEY}, ${String(Math.floor(now))})
    on conflict (key) do update set value = excluded.value
      where cast(meta.value as bigint) < cast(excluded.value as bigint)`.execute(db);
  markChanges.set(db, changesOfMark(db) + Number(numAffectedRows ?? 0));
}

/** The first lock of an enabled week of a living pool after one moment (ms), up to another one; null where there is none. */
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

/** The locks of games and of pools' weeks around a moment (ms): the last one that was reached, and the next; null where there is none. */
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
