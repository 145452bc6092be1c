import type { Game } from '#core/types.ts';
import type { Db, Engine } from './connect.ts';
import { gamesOfWeek } from './games.ts';

/**
 * The games of a week, held against other writers until the transaction ends: what is decided about them stays true until
 * it is written.
 */
export async function holdGamesOfWeek(tx: Db, engine: Engine, weekId: string): Promise<Game[]> {
  if (engine === 'postgres') {
    await tx.selectFrom('games').select('gid').where('week_id', '=', weekId).orderBy('gid').forUpdate().execute();
  }
  return gamesOfWeek(tx, weekId);
}
