import type { CalendarWeek } from '#core/calendar/events.ts';
import { withPoolLock } from '#core/locks.ts';
import type { Db } from './engine/connect.ts';
import { gamesByWeek } from './game-reads.ts';

/** The weeks of the living pools that somebody is an enabled member of, with the locks of each. */
export async function calendarWeeks(db: Db, userId: string): Promise<CalendarWeek[]> {
  const rows = await db
    .selectFrom('pool_members')
    .innerJoin('pools', 'pools.id', 'pool_members.pool_id')
    .innerJoin('pool_weeks', 'pool_weeks.pool_id', 'pools.id')
    .select(['pools.id as poolId', 'pools.name as poolName', 'pool_weeks.week_id as weekId', 'pool_weeks.deadline'])
    .where('pool_members.user_id', '=', userId)
    .where('pool_members.enabled', '=', 1)
    .where('pool_weeks.enabled', '=', 1)
    .where('pools.deleted_at', 'is', null)
    .orderBy('pools.id')
    .orderBy('pool_weeks.week_id')
    .execute();
  const games = await gamesByWeek(db, [...new Set(rows.map(({ weekId }) => weekId))]);
  return rows.map(({ deadline, ...week }) => {
    return { ...week, games: (games.get(week.weekId) ?? []).map((game) => withPoolLock(game, deadline)) };
  });
}
