import type { Game } from '#core/types.ts';
import type { Db } from './connect.ts';

/** The stored scores of a pool: by user, then by week. */
export async function weekScores(db: Db, poolId: string): Promise<Map<string, Record<string, number>>> {
  const query = db.selectFrom('week_scores').select(['user_id', 'week_id', 'score']).where('pool_id', '=', poolId);
  const byUser = new Map<string, Record<string, number>>();
  for (const { user_id, week_id, score } of await query.execute()) {
    const scores = byUser.get(user_id) ?? {};
    scores[week_id] = score;
    byUser.set(user_id, scores);
  }
  return byUser;
}

export type GameState = Pick<Game, 'weekId' | 'status' | 'void'>;

/** How far the games of some weeks are. */
export async function gameStates(db: Db, weekIds: readonly string[]): Promise<GameState[]> {
  if (weekIds.length === 0) return [];
  const query = db.selectFrom('games').select(['week_id as weekId', 'status', 'void']);
  return query.where('week_id', 'in', weekIds).execute();
}

/** Members of a pool with a pick in a week. */
export async function activePlayers(db: Db, poolId: string, weekId: string): Promise<number> {
  const row = await db
    .selectFrom('games')
    .innerJoin('picks', (join) => join.onRef('picks.gid', '=', 'games.gid').on('picks.pool_id', '=', poolId))
    .innerJoin('pool_members', (join) =>
      join.onRef('pool_members.user_id', '=', 'picks.user_id').on('pool_members.pool_id', '=', poolId),
    )
    .innerJoin('users', 'users.id', 'picks.user_id')
    .select((q) => q.fn.count<number>('picks.user_id').distinct().as('players'))
    .where('games.week_id', '=', weekId)
    .where('picks.side', 'is not', null)
    .where('pool_members.enabled', '=', 1)
    .where('users.is_enabled', '=', 1)
    .executeTakeFirstOrThrow();
  return row.players;
}
