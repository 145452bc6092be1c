import type { Arrival } from '#core/own-line.ts';
import { arrivalOf } from '#core/own-line.ts';
import type { Db } from '#server/platform/db/connect.ts';

/** When a pool came here, and its first lock after that. Games of weeks that were switched off count: what has begun stays begun. */
export async function readArrival(db: Db, poolId: string): Promise<Arrival> {
  const pool = await db.selectFrom('pools').select('stored_at').where('id', '=', poolId).executeTakeFirst();
  const storedAt = pool?.stored_at ?? null;
  if (storedAt === null) return arrivalOf(null, []);
  const rows = await db
    .selectFrom('pool_weeks')
    .innerJoin('games', 'games.week_id', 'pool_weeks.week_id')
    .select(['games.lock_at', 'pool_weeks.deadline'])
    .where('pool_weeks.pool_id', '=', poolId)
    .where('games.lock_at', '>', storedAt)
    .execute();
  const locks = rows.flatMap(({ lock_at, deadline }) => [lock_at, Math.min(lock_at, deadline ?? lock_at)]);
  return arrivalOf(storedAt, locks);
}
