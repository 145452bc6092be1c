import { sql } from 'kysely';
import { isWeekFinished } from '#core/scoring.ts';
import type { DecidingGame, WeekResult } from '#core/week-result.ts';
import { factsOf, headlineOf } from '#core/week-result.ts';
import { compareWeeks } from '#core/weeks.ts';
import type { Db } from './engine/connect.ts';
import { gameSetByAdmin } from './game-reads.ts';
import { staleWeeksOf } from './stale-weeks.ts';

/** The result of a week of a pool as it stands, and as it was announced. Times are the league's, ms. */
export interface AnnouncedWeek {
  readonly weekId: string;
  /** JSON of `WeekResult`; null while the week is not decided. */
  readonly result: string | null;
  /** Since when the result is what it is. */
  readonly since: number;
  /** The result that was announced last; null before the first. */
  readonly announced: string | null;
  /** Who led the pool then; null if that was not settled. */
  readonly leaders: readonly string[] | null;
  /** When the week was first announced, and when it was announced or corrected last; null before. */
  readonly firstAt: number | null;
  readonly announcedAt: number | null;
}

/** A game of a week, as announcements ask for it. */
export type PlayedGame = DecidingGame & {
  readonly weekId: string;
  readonly kickoff: number;
  readonly lockAt: number;
  /** When it last changed. */
  readonly updatedAt: number;
};

/** The results of a pool, by week. */
export async function announcedWeeksOf(db: Db, poolId: string): Promise<ReadonlyMap<string, AnnouncedWeek>> {
  const rows = await db.selectFrom('announced_weeks').selectAll().where('pool_id', '=', poolId).execute();
  return new Map(
    rows
      .toSorted((a, b) => compareWeeks(a.week_id, b.week_id))
      .map(({ week_id: weekId, result, since, announced, leaders, first_at, announced_at }) => [
        weekId,
        {
          weekId,
          result,
          since,
          announced,
          leaders: leaders === null ? null : (JSON.parse(leaders) as string[]),
          firstAt: first_at,
          announcedAt: announced_at,
        },
      ]),
  );
}

/** Stores what a week came to; null if it is not decided. */
export async function storeResult(
  tx: Db,
  poolId: string,
  weekId: string,
  set: { readonly result: string | null; readonly since: number },
): Promise<void> {
  await tx
    .insertInto('announced_weeks')
    .values({ pool_id: poolId, week_id: weekId, ...set })
    .onConflict((c) => c.columns(['pool_id', 'week_id']).doUpdateSet(set))
    .execute();
}

/** Notes that the result of a week is announced as it stands. */
export async function storeAnnounced(
  tx: Db,
  poolId: string,
  { weekId, result, firstAt }: AnnouncedWeek,
  leaders: readonly string[] | null,
  now: number,
): Promise<void> {
  await tx
    .updateTable('announced_weeks')
    .set({
      announced: result,
      leaders: leaders && JSON.stringify(leaders),
      first_at: firstAt ?? now,
      announced_at: now,
    })
    .where('pool_id', '=', poolId)
    .where('week_id', '=', weekId)
    .execute();
}

/** The living pools in which a result is not announced as it stands. */
export async function poolsToAnnounce(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('announced_weeks')
    .innerJoin('pools', 'pools.id', 'announced_weeks.pool_id')
    .select('pools.id')
    .distinct()
    .where('pools.deleted_at', 'is', null)
    .where('announced_weeks.result', 'is not', null)
    .where(sql<boolean>`announced_weeks.announced is distinct from announced_weeks.result`)
    .orderBy('pools.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** A result that was announced and is still the same. */
export interface AnnouncedResult {
  readonly poolId: string;
  readonly poolName: string;
  readonly weekId: string;
  readonly result: WeekResult;
  readonly announcedAt: number;
}

/** The results of living pools that were first announced after a moment (ms), and are still the same. */
export async function announcedResults(db: Db, after: number): Promise<AnnouncedResult[]> {
  const rows = await db
    .selectFrom('announced_weeks')
    .innerJoin('pools', 'pools.id', 'announced_weeks.pool_id')
    .select([
      'pools.id as poolId',
      'pools.name as poolName',
      'week_id as weekId',
      'result',
      'announced_at as announcedAt',
    ])
    .where('pools.deleted_at', 'is', null)
    .where('first_at', '>', after)
    .where(sql<boolean>`result = announced`)
    .orderBy('pools.id')
    .orderBy('week_id')
    .execute();
  return rows.map((row) => ({
    ...row,
    result: JSON.parse(row.result ?? '') as WeekResult,
    announcedAt: row.announcedAt ?? 0,
  }));
}

/** What became of an announced headline: it stands, may be corrected, or was corrected. */
export type HeadlineState = 'stands' | 'open' | 'corrected';

/** What became of what was announced of a week to everybody (`headlineOf`). */
export async function headlineState(db: Db, poolId: string, weekId: string, headline: string): Promise<HeadlineState> {
  const { result, announced } = await announcedWeek(db, poolId, weekId);
  if (result !== null && headlineOf(result) === headline) return 'stands';
  return announced !== null && headlineOf(announced) === headline ? 'open' : 'corrected';
}

/** Whether somebody would be told the same of a week (`factsOf`) as it is now. */
export async function factsStand(
  db: Db,
  poolId: string,
  weekId: string,
  entryIds: readonly string[],
  facts: string,
): Promise<boolean> {
  const { result } = await announcedWeek(db, poolId, weekId);
  return result !== null && factsOf(result, entryIds) === facts;
}

/** The result of a week as it is now and as it was announced; null while its scores are not worked out. */
async function announcedWeek(
  db: Db,
  poolId: string,
  weekId: string,
): Promise<{ readonly result: WeekResult | null; readonly announced: WeekResult | null }> {
  const query = db.selectFrom('announced_weeks').select(['result', 'announced']).where('pool_id', '=', poolId);
  const row = await query.where('week_id', '=', weekId).executeTakeFirst();
  const read = (json: string | null | undefined) => (json ? (JSON.parse(json) as WeekResult) : null);
  const isStale = (await staleWeeksOf(db, poolId)).has(weekId);
  return { result: isStale ? null : read(row?.result), announced: read(row?.announced) };
}

/** The games of some weeks, as announcements ask for them. */
export async function playedGames(db: Db, weekIds: readonly string[]): Promise<PlayedGame[]> {
  if (weekIds.length === 0) return [];
  const query = db
    .selectFrom('games')
    .select(['week_id as weekId', 'status', 'void', 'kickoff', 'lock_at as lockAt', 'updated_at as updatedAt'])
    .select(['void_since as voidSince', 'set_by_admin']);
  const rows = await query.where('week_id', 'in', weekIds).execute();
  return rows.map(({ set_by_admin, ...game }) => ({ ...game, setByAdmin: gameSetByAdmin(set_by_admin) }));
}

/** The weeks that ended lately: all games that count are Final, and one kicked off after a moment (ms). */
export async function weeksDecidedSince(db: Db, after: number): Promise<string[]> {
  const recent = await db.selectFrom('games').select('week_id').distinct().where('kickoff', '>', after).execute();
  const games = Map.groupBy(
    await playedGames(
      db,
      recent.map(({ week_id }) => week_id),
    ),
    ({ weekId }) => weekId,
  );
  return [...games].filter(([, own]) => isWeekFinished(own)).map(([weekId]) => weekId);
}
