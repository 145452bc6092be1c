import type { Side } from '#core/types.ts';
import type { Db } from './engine/connect.ts';

/** One member's pick of a game that has locked. */
export interface RevealedPick {
  readonly userId: string;
  readonly gid: string;
  readonly side: Side;
}

/** The picks of a pool in some weeks, of games that have locked by `now` only: the others are sealed (decisions, Picks). */
export async function revealedPicks(
  db: Db,
  poolId: string,
  weekIds: readonly string[],
  now: number,
): Promise<RevealedPick[]> {
  if (weekIds.length === 0) return [];
  const rows = await db
    .selectFrom('picks')
    .innerJoin('games', 'games.gid', 'picks.gid')
    .select(['picks.user_id', 'picks.gid', 'picks.side'])
    .where('picks.pool_id', '=', poolId)
    .where('games.week_id', 'in', weekIds)
    .where('games.lock_at', '<=', now)
    .execute();
  return rows.flatMap(({ user_id, gid, side }) => (side ? [{ userId: user_id, gid, side }] : []));
}
