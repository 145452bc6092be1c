import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { DecidingGame, WeekResult } from '#core/week-result.ts';
import { factsOf, headlineOf } from '#core/week-result.ts';
import { compareWeeks } from '#core/weeks.ts';
import { gameSetByAdmin } from '#server/games/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { isLeftOut } from '#server/pools/week-reads.ts';
import { staleWeeksOf } from '#server/standings/store.ts';

/** The current result of a week of a pool, and the announced one. Times are the league's, ms. */
export interface AnnouncedWeek {
  readonly weekId: string;
  /** JSON of `WeekResult`; null while the week is not decided. */
  readonly result: string | null;
  /** When the result last changed. */
  readonly since: number;
  /** The last announced result; null before the first. */
  readonly announced: string | null;
  /** The leaders of the pool then; null if not settled. */
  readonly leaders: readonly string[] | null;
  /** When the week was first announced, and when it was last announced or corrected; null before. */
  readonly firstAt: number | null;
  readonly announcedAt: number | null;
}

/** A game of a week, with the data that announcements need. */
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

/** Stores the result of a week; null if it is not decided. */
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

/** Marks the current result of a week as announced. */
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

/** The pools, without deleted ones, whose current results are not all announced. */
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

/** An announced result that is unchanged. */
export interface AnnouncedResult {
  readonly poolId: string;
  readonly poolName: string;
  readonly weekId: string;
  readonly result: WeekResult;
  readonly announcedAt: number;
}

/** The results that were first announced after a given time (ms) and are unchanged, without deleted pools. */
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

/** The state of an announced headline: it stands, may be corrected, or was corrected. */
export type HeadlineState = 'stands' | 'open' | 'corrected';

/** The state of the headline of a week that was announced (`headlineOf`). */
export async function headlineState(db: Db, poolId: string, weekId: string, headline: string): Promise<HeadlineState> {
  const { result, announced } = await announcedWeek(db, poolId, weekId);
  if (result !== null && headlineOf(result) === headline) return 'stands';
  return announced !== null && headlineOf(announced) === headline ? 'open' : 'corrected';
}

/** What a week is for the entries of a user. */
export interface StoredFacts {
  readonly entryIds: readonly string[];
  /** Of `factsOf`: short, because it is stored for each reader. */
  readonly digest: string;
}

export function storedFacts(result: WeekResult, entryIds: readonly string[]): StoredFacts {
  return { entryIds, digest: createHash('sha256').update(factsOf(result, entryIds)).digest('base64url') };
}

/** Whether the facts of a week for a user are unchanged. */
export async function factsStand(
  db: Db,
  poolId: string,
  weekId: string,
  { entryIds, digest }: StoredFacts,
): Promise<boolean> {
  const { result } = await announcedWeek(db, poolId, weekId);
  return result !== null && storedFacts(result, entryIds).digest === digest;
}

/** The current and the announced result of a week; null while it is marked for rescoring. */
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

/** The games of the given weeks that belong to a pool, with the data that announcements need. */
export async function playedGames(db: Db, poolId: string, weekIds: readonly string[]): Promise<PlayedGame[]> {
  if (weekIds.length === 0) return [];
  const query = db
    .selectFrom('games')
    .select(['week_id as weekId', 'status', 'void', 'kickoff', 'lock_at as lockAt', 'updated_at as updatedAt'])
    .select(['void_since as voidSince', 'set_by_admin'])
    .where(({ not }) => not(isLeftOut(poolId)));
  const rows = await query.where('week_id', 'in', weekIds).execute();
  return rows.map(({ set_by_admin, ...game }) => ({ ...game, setByAdmin: gameSetByAdmin(set_by_admin) }));
}

/** The weeks with a Final game that kicked off after a given time (ms). */
export async function weeksPlayedSince(db: Db, after: number): Promise<string[]> {
  const recent = db.selectFrom('games').select('week_id').distinct().where('kickoff', '>', after);
  const rows = await recent.where('status', '=', 'Final').execute();
  return rows.map(({ week_id }) => week_id);
}
