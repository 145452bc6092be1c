import type { TeamChoice, TeamChoices } from '#core/formats/survivor.ts';
import type { Db } from './engine/connect.ts';
import { choicesOfPool } from './entry-reads.ts';
import { isLockedInPool } from './locks.ts';

/** The teams that players of a survivor pool have for some weeks, by user and week, as far as their games are locked in the pool. */
export async function revealedChoices(
  db: Db,
  poolId: string,
  weekIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, TeamChoices>> {
  if (weekIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('games')
    .innerJoin('pool_locks', 'pool_locks.gid', 'games.gid')
    .select('games.gid')
    .where('pool_locks.pool_id', '=', poolId)
    .where('games.week_id', 'in', weekIds)
    .where(isLockedInPool(now))
    .execute();
  const locked = new Set(rows.map(({ gid }) => gid));
  const choices = await choicesOfPool(db, poolId, weekIds);
  return new Map([...choices].map(([userId, own]) => [userId, ofGames(own, locked)]));
}

function ofGames(choices: TeamChoices, gids: ReadonlySet<string>): Record<string, TeamChoice> {
  return Object.fromEntries(Object.entries(choices).filter(([, { gid }]) => gids.has(gid)));
}
