import type { WeekPlayers } from '#core/weekly-play.ts';
import { isLockedInPool, isOpenInPool } from '#server/games/reads.ts';
import { weekPicks } from '#server/picks/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { ALWAYS } from '#server/platform/live/topics.ts';

/**
 * The entries that play each of the given weeks at `now` in a pool with weekly play: those with a pick of a locked game, or with an order in
 * a week of which a game has locked. Sealed picks never count. Valid until the next lock of these weeks.
 */
export async function weekPlayers(
  db: Db,
  poolId: string,
  weekIds: readonly string[],
  now: number,
): Promise<{ readonly players: WeekPlayers; readonly validUntil: number }> {
  if (weekIds.length === 0) return { players: new Map(), validUntil: ALWAYS };
  const locks = db
    .selectFrom('pool_locks')
    .innerJoin('games', 'games.gid', 'pool_locks.gid')
    .where('pool_locks.pool_id', '=', poolId)
    .where('games.week_id', 'in', weekIds);
  const begun = await locks.select('games.week_id as weekId').distinct().where(isLockedInPool(now)).execute();
  const next = await locks
    .select(({ fn }) => fn.min('pool_locks.lock_at').as('lockAt'))
    .where(isOpenInPool(now))
    .executeTakeFirst();
  const picked = await locks
    .innerJoin('game_picks', (on) =>
      on.onRef('game_picks.gid', '=', 'pool_locks.gid').onRef('game_picks.pool_id', '=', 'pool_locks.pool_id'),
    )
    .select(['games.week_id as weekId', 'game_picks.entry_id as entryId'])
    .distinct()
    .where('game_picks.value', 'is not', null)
    .where(isLockedInPool(now))
    .execute();
  const orders = await weekPicks(db, {
    poolIds: [poolId],
    weekIds: begun.map(({ weekId }) => weekId),
    kinds: ['order'],
  });
  const byWeek = Map.groupBy([...picked, ...orders.filter(({ value }) => value !== null)], ({ weekId }) => weekId);
  const players = new Map([...byWeek].map(([weekId, own]) => [weekId, new Set(own.map(({ entryId }) => entryId))]));
  return { players, validUntil: next?.lockAt ?? ALWAYS };
}
