import type { Game } from '#core/types.ts';
import type { Db } from './engine/connect.ts';
import { gamesIn } from './pick-reads.ts';

/** The stored scores of a pool, of all weeks or of one: by user, then by week. */
export async function weekScores(
  db: Db,
  poolId: string,
  weekId?: string,
): Promise<Map<string, Record<string, number>>> {
  let query = db.selectFrom('week_scores').select(['user_id', 'week_id', 'score']).where('pool_id', '=', poolId);
  if (weekId !== undefined) query = query.where('week_id', '=', weekId);
  const byUser = new Map<string, Record<string, number>>();
  for (const { user_id, week_id, score } of await query.execute()) {
    const scores = byUser.get(user_id) ?? {};
    scores[week_id] = score;
    byUser.set(user_id, scores);
  }
  return byUser;
}

export type GameState = Pick<Game, 'weekId' | 'status' | 'void' | 'kickoff' | 'timeTbd'>;

/** How far the games of some weeks are. */
export async function gameStates(db: Db, weekIds: readonly string[]): Promise<GameState[]> {
  if (weekIds.length === 0) return [];
  const query = db.selectFrom('games').select(['week_id as weekId', 'status', 'void', 'kickoff', 'time_tbd']);
  const rows = await query.where('week_id', 'in', weekIds).execute();
  return rows.map(({ time_tbd, ...state }) => ({ ...state, timeTbd: time_tbd === 1 }));
}

/** Members of a pool with a pick in a week. */
export async function activePlayers(db: Db, poolId: string, weekId: string): Promise<number> {
  const row = await db
    .selectFrom('pool_members')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .select((q) => q.fn.countAll<number>().as('players'))
    .where('pool_members.pool_id', '=', poolId)
    .where('pool_members.enabled', '=', 1)
    .where('users.is_enabled', '=', 1)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('picks')
          .select('gid')
          .whereRef('picks.pool_id', '=', 'pool_members.pool_id')
          .where('gid', 'in', gamesIn(db, weekId))
          .whereRef('picks.user_id', '=', 'pool_members.user_id')
          .where('side', 'is not', null),
      ),
    )
    .executeTakeFirstOrThrow();
  return row.players;
}
