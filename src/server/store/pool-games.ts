import { withPoolLock } from '#core/pool-lock.ts';
import type { Game } from '#core/types.ts';
import type { Db } from './engine/connect.ts';
import { gamesOfWeek } from './games.ts';

/** The games of a week as a pool has them, by kick-off: their lock is the pool's. */
export async function gamesOfPoolWeek(db: Db, poolId: string, weekId: string): Promise<Game[]> {
  const deadline = await deadlineOf(db, poolId, weekId);
  return (await gamesOfWeek(db, weekId)).map((game) => withPoolLock(game, deadline));
}

/** A game as a pool has it. */
export async function inPool(db: Db, poolId: string, game: Game): Promise<Game> {
  return withPoolLock(game, await deadlineOf(db, poolId, game.weekId));
}

async function deadlineOf(db: Db, poolId: string, weekId: string): Promise<number | null> {
  const query = db.selectFrom('pool_weeks').select('deadline').where('pool_id', '=', poolId);
  return (await query.where('week_id', '=', weekId).executeTakeFirst())?.deadline ?? null;
}
