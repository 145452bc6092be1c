import type { WeekPlayers } from '#core/weekly-play.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { ALWAYS } from '#server/platform/live/topics.ts';
import { countsAtLock, isLockedInPool, isOpenInPool } from '#server/pools/week-reads.ts';

/**
 * The entries that play each of the given weeks at `now` in a pool with weekly play: those with a pick of a locked game, or with an order in
 * a week of which a game has locked. Sealed picks never count. Entries of former members are listed for the weeks that they played before
 * they left. Valid until the next lock of these weeks.
 */
export async function weekPlayers(
  db: Db,
  poolId: string,
  weekIds: readonly string[],
  now: number,
): Promise<{ readonly players: WeekPlayers; readonly validUntil: number }> {
  if (weekIds.length === 0) return { players: new Map(), validUntil: ALWAYS };
  const next = await countedLocks(db, poolId, weekIds)
    .select(({ fn }) => fn.min('pool_locks.lock_at').as('lockAt'))
    .where(isOpenInPool(now))
    .executeTakeFirst();
  const picked = await pickedLocks(db, poolId, weekIds, 'pick').where(isLockedInPool(now)).execute();
  const ordered = await pickedLocks(db, poolId, weekIds, 'order').where(isLockedInPool(now)).execute();
  const byWeek = Map.groupBy([...picked, ...ordered], ({ weekId }) => weekId);
  const players = new Map([...byWeek].map(([weekId, own]) => [weekId, new Set(own.map(({ entryId }) => entryId))]));
  return { players, validUntil: next?.lockAt ?? ALWAYS };
}

/** The lock (ms) from which an entry plays a week of a pool with weekly play, by its stored picks; infinite if it has none. */
export async function playsFrom(db: Db, poolId: string, weekId: string, entryId: string): Promise<number> {
  const own = (kind: 'pick' | 'order') =>
    pickedLocks(db, poolId, [weekId], kind).where('entries.id', '=', entryId).executeTakeFirst();
  const starts = [await own('pick'), await own('order')].map((start) => start?.lockAt ?? Number.POSITIVE_INFINITY);
  return Math.min(...starts);
}

/** The games whose locks make entries play: not those that were called off before. */
function countedLocks(db: Db, poolId: string, weekIds: readonly string[]) {
  return db
    .selectFrom('pool_locks')
    .innerJoin('games', 'games.gid', 'pool_locks.gid')
    .where('pool_locks.pool_id', '=', poolId)
    .where('games.week_id', 'in', weekIds)
    .where(countsAtLock());
}

/** The first lock of each entry that has picks of the given kind, by week. A lock after its owner left does not count. */
function pickedLocks(db: Db, poolId: string, weekIds: readonly string[], kind: 'pick' | 'order') {
  return countedLocks(db, poolId, weekIds)
    .innerJoin('picks', 'picks.about', kind === 'pick' ? 'games.gid' : 'games.week_id')
    .innerJoin('entries', (on) =>
      on.onRef('entries.id', '=', 'picks.entry_id').onRef('entries.pool_id', '=', 'pool_locks.pool_id'),
    )
    .innerJoin('pool_members', (on) =>
      on.onRef('pool_members.pool_id', '=', 'entries.pool_id').onRef('pool_members.user_id', '=', 'entries.owner_id'),
    )
    .select(['games.week_id as weekId', 'entries.id as entryId'])
    .select(({ fn }) => fn.min('pool_locks.lock_at').as('lockAt'))
    .where('picks.kind', '=', kind)
    .where('picks.value', 'is not', null)
    .where('entries.out_at', 'is', null)
    .where((q) =>
      q.or([q('pool_members.enabled', '=', 1), q('pool_members.left_at', '>=', q.ref('pool_locks.lock_at'))]),
    )
    .groupBy(['games.week_id', 'entries.id']);
}
