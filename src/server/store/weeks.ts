import { parseWeekId } from '#core/weeks.ts';
import type { Db } from './engine/connect.ts';
import { isLockedByItself } from './locks.ts';

/** Adds the weeks that are missing. @throws for an id that is not a week's */
export async function addWeeks(db: Db, weekIds: readonly string[]): Promise<void> {
  if (weekIds.length === 0) return;
  const weeks = weekIds.map((id) => {
    const week = parseWeekId(id);
    if (!week) throw new Error(`'${id}' is not the id of a week.`);
    return { id, season: week.season, number: week.number };
  });
  await db
    .insertInto('weeks')
    .values(weeks)
    .onConflict((c) => c.column('id').doNothing())
    .execute();
}

/** The year of the latest season that is loaded; null before the first. */
export async function latestSeason(db: Db): Promise<number | null> {
  const query = db.selectFrom('weeks').select((q) => q.fn.max('season').as('season'));
  return (await query.executeTakeFirst())?.season || null;
}

/** Those of some weeks in which no game that counts has locked by itself. */
export async function unbegunWeeks(db: Db, weekIds: readonly string[], now: number): Promise<string[]> {
  if (weekIds.length === 0) return [];
  const query = db.selectFrom('games').select('week_id').distinct().where('week_id', 'in', weekIds);
  const rows = await query.where('void', 'is', null).where(isLockedByItself(now)).execute();
  const begun = new Set(rows.map((row) => row.week_id));
  return weekIds.filter((id) => !begun.has(id));
}

/** Those of some weeks in playing order that come after the last one that has begun. */
export async function comingWeeks(db: Db, weeks: readonly string[], now: number): Promise<string[]> {
  const unbegun = new Set(await unbegunWeeks(db, weeks, now));
  return weeks.slice(weeks.findLastIndex((id) => !unbegun.has(id)) + 1);
}

/** The weeks of a season in playing order; of every season without one. */
export async function weekIds(db: Db, season?: number): Promise<string[]> {
  let query = db.selectFrom('weeks').select('id').orderBy('season').orderBy('number');
  if (season !== undefined) query = query.where('season', '=', season);
  return (await query.execute()).map((row) => row.id);
}
