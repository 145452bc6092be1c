import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { WeekScore } from '#core/formats/format.ts';
import { formatOf } from '#core/formats/format-of.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { limitsMissed } from '#core/missed-limit.ts';
import type { Pool } from '#core/types.ts';
import { compareWeeks } from '#core/weeks.ts';
import { ALL_POOLS } from '#server/journal/stale-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { inList, jsonRows, writeRows } from '#server/platform/db/json-rows.ts';
import { inSlices } from '#server/platform/db/slices.ts';
import { pausesForOthers, withRetry } from '#server/platform/db/transactions.ts';
import { readRules } from '#server/platform/db/values.ts';
import { nextTurn } from '#server/platform/turns.ts';
import { findPools, poolIdsInSlices, poolIdsOfWeek, poolsOfWeek, poolWeeks } from '#server/pools/reads.ts';
import { scalesOfPools, weeksOfPools } from '#server/pools/week-reads.ts';
import type { PoolToScore } from './entered-reads.ts';
import { enteredIn } from './entered-reads.ts';
import { storeWindows } from './windows-store.ts';

/** A week to rescore. */
export interface StaleWeek {
  readonly weekId: string;
  /** Empty for a week that is rescored because an earlier one is marked. */
  readonly marks: readonly string[];
  /** Whether it is rescored in all pools that play it. */
  readonly isOfAll: boolean;
  /** The pools that are marked themselves. If one no longer plays the week, only its later weeks change. */
  readonly poolIds: ReadonlySet<string>;
}

/** Whether a week is to be rescored in a pool that plays it. */
export function isStaleIn({ isOfAll, poolIds }: StaleWeek, poolId: string): boolean {
  return isOfAll || poolIds.has(poolId);
}

/** The weeks to rescore: those that follow from marked ones, then the marked ones, in order. */
export async function staleWeeks(db: Db): Promise<StaleWeek[]> {
  const marked = await markedWeeks(db);
  return marked.length === 0 ? [] : [...(await followingWeeks(db, marked)), ...marked];
}

/** The marked weeks, in order. @param poolId only those of this pool */
async function markedWeeks(db: Db, poolId?: string): Promise<StaleWeek[]> {
  let query = db.selectFrom('stale_weeks').selectAll();
  if (poolId !== undefined) query = query.where('pool_id', 'in', [ALL_POOLS, poolId]);
  const rows = await query.orderBy('week_id').orderBy('pool_id').execute();
  const byWeek = Map.groupBy(rows, ({ week_id }) => week_id);
  return [...byWeek].map(([weekId, own]) => {
    const poolIds = new Set(own.map(({ pool_id }) => pool_id));
    return { weekId, marks: own.map(({ mark }) => mark), isOfAll: poolIds.delete(ALL_POOLS), poolIds };
  });
}

/**
 * The weeks whose scores may follow from those of marked weeks: the later ones of pools with a limit of auto picks.
 * @param of the pools to ask for; null for all
 */
async function followingWeeks(
  db: Db,
  marked: readonly StaleWeek[],
  of: readonly string[] | null = poolsOfMarks(marked),
): Promise<StaleWeek[]> {
  const following: { readonly weekId: string; readonly poolId: string }[] = [];
  for await (const poolIds of poolIdsInSlices(db, of)) {
    const weeks = await weeksOfLimited(db, poolIds);
    for (const [poolId, weekIds] of weeks) {
      const own = marked.filter(
        ({ weekId, isOfAll, poolIds }) => poolIds.has(poolId) || (isOfAll && weekIds.includes(weekId)),
      );
      const first = own.map(({ weekId }) => weekId).toSorted(compareWeeks)[0];
      if (first === undefined) continue;
      const isMarked = (id: string) => own.some(({ weekId }) => weekId === id);
      const later = weekIds.filter((weekId) => compareWeeks(weekId, first) > 0 && !isMarked(weekId));
      following.push(...later.map((weekId) => ({ weekId, poolId })));
    }
  }
  const isPlayed = following.length > 0 ? await isPlayedIn(db) : () => false;
  const played = following
    .filter(({ weekId }) => isPlayed(weekId))
    .toSorted((a, b) => compareWeeks(a.weekId, b.weekId));
  const byWeek = Map.groupBy(played, ({ weekId }) => weekId);
  return [...byWeek].map(([weekId, own]) => ({
    weekId,
    marks: [],
    isOfAll: false,
    poolIds: new Set(own.map(({ poolId }) => poolId)),
  }));
}

/** The pools of marks; null for all pools. */
function poolsOfMarks(marked: readonly StaleWeek[]): string[] | null {
  if (marked.some(({ isOfAll }) => isOfAll)) return null;
  return [...new Set(marked.flatMap(({ poolIds }) => [...poolIds]))];
}

/** The enabled weeks of those pools that have a limit of auto picks, by pool. */
async function weeksOfLimited(db: Db, poolIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const pools = await db
    .selectFrom('pools')
    .select(['id', 'rules'])
    .where('id', 'in', poolIds)
    .where('deleted_at', 'is', null)
    .where('rules', 'like', '%"missedLimit":%')
    .where('rules', 'not like', '%"missedLimit":"none"%')
    .execute();
  const limited = pools.filter(({ rules }) => limitsMissed(readRules(rules))).map(({ id }) => id);
  if (limited.length === 0) return new Map();
  const query = db.selectFrom('pool_weeks').select(['pool_id', 'week_id']).where('pool_id', 'in', limited);
  const weeks = Map.groupBy(await query.where('enabled', '=', 1).execute(), ({ pool_id }) => pool_id);
  return new Map([...weeks].map(([poolId, own]) => [poolId, own.map(({ week_id }) => week_id)]));
}

/** Whether a week has a final game; others have no scores. */
async function isPlayedIn(db: Db): Promise<(weekId: string) => boolean> {
  const rows = await db.selectFrom('games').select('week_id').distinct().where('status', '=', 'Final').execute();
  const played = new Set(rows.map(({ week_id }) => week_id));
  return (weekId) => played.has(weekId);
}

/** These weeks of a pool, and those whose scores may follow from theirs, in order. */
export async function withFollowingWeeks(
  db: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
  weekIds: readonly string[],
): Promise<readonly string[]> {
  const first = weekIds.toSorted(compareWeeks)[0];
  if (!limitsMissed(rules) || first === undefined) return weekIds;
  const isPlayed = await isPlayedIn(db);
  const later = (await poolWeeks(db, id)).filter((weekId) => compareWeeks(weekId, first) > 0 && isPlayed(weekId));
  return [...new Set([...weekIds, ...later])].toSorted(compareWeeks);
}

/** The weeks of one pool that are to be rescored. */
export async function staleWeeksOf(db: Db, poolId: string): Promise<ReadonlySet<string>> {
  const marked = await markedWeeks(db, poolId);
  const following = marked.length === 0 ? [] : await followingWeeks(db, marked, [poolId]);
  return new Set([...following, ...marked].map(({ weekId }) => weekId));
}

/** Removes the marks of a week after rescoring, except for some pools. Marks that were set meanwhile stay. */
async function unmarkStale(
  { db, engine }: Pick<Store, 'db' | 'engine'>,
  { weekId, marks }: StaleWeek,
  failedPoolIds: readonly string[],
): Promise<void> {
  const mark = randomUUID();
  const left = failedPoolIds.map((pool_id) => ({ week_id: weekId, pool_id, mark }));
  await writeRows(db, engine, 'stale_weeks', markColumns, left, ['week_id', 'pool_id']);
  const done = jsonRows(
    engine,
    marks.map((each) => ({ mark: each })),
    { mark: 'text' },
  );
  await sql`delete from stale_weeks where week_id = ${weekId} and mark in (select mark from ${done})`.execute(db);
}

const markColumns = { week_id: 'text', pool_id: 'text', mark: 'text' } as const;

/** A stored score that differs from the one computed from picks and games. */
export interface ScoreDifference {
  readonly poolId: string;
  readonly weekId: string;
  readonly entryId: string;
  readonly stored: WeekScore;
  readonly counted: WeekScore;
}

const NO_SCORE: WeekScore = { halves: 0, correct: 0 };

/** Scores of one pool in one week, by entry; entries without a score are omitted. */
type Scores = Map<string, WeekScore>;

/** A pool that could not be rescored, because some of its stored data cannot be read. */
export interface FailedPool {
  readonly poolId: string;
  readonly error: unknown;
}

/** The result of `rescoreStale`: the rescored weeks, the pools that failed, and the error that ended it early. */
export interface Rescored {
  readonly weekIds: readonly string[];
  readonly failed: readonly FailedPool[];
  /** Null unless the database itself failed. */
  readonly fault: unknown;
}

/** What `rescoreStale` tells while it works. */
interface Rescoring {
  /** Called between two transactions. */
  readonly between?: () => Promise<void>;
  /** Called with pools of a week whose scores stand. */
  readonly onScored?: (week: StaleWeek, poolIds: readonly string[]) => void;
}

/**
 * Rescores every week marked as stale, including marks from other processes or from before a crash. A pool that fails stays marked and does
 * not block the others. Weeks that were rescored before the database failed are returned all the same, because they are no longer marked.
 */
export async function rescoreStale(
  store: Store,
  clock: () => number,
  { between, onScored }: Rescoring = {},
): Promise<Rescored> {
  const weekIds: string[] = [];
  const failed: FailedPool[] = [];
  // Of weeks that follow from marked ones, which keep their marks for them.
  const failedLater: FailedPool[] = [];
  try {
    for (const week of await staleWeeks(store.db)) {
      const poolIds = week.isOfAll ? undefined : week.poolIds;
      const scored = (ids: readonly string[]) => onScored?.(week, ids);
      const failedHere = await rescoreWeek(store, week.weekId, clock, { poolIds, between, scored });
      failed.push(...failedHere);
      if (week.marks.length === 0) failedLater.push(...failedHere);
      else await withRetry(() => unmarkStale(store, week, stillMarked(week, [...failedHere, ...failedLater])));
      if (week.isOfAll || failedHere.length < week.poolIds.size) weekIds.push(week.weekId);
    }
  } catch (fault) {
    return { weekIds, failed, fault };
  }
  return { weekIds, failed, fault: null };
}

/** The pools of a marked week that failed, there or in a week that follows from it. */
function stillMarked(week: StaleWeek, failed: readonly FailedPool[]): string[] {
  const ids = new Set(failed.map(({ poolId }) => poolId));
  return [...ids].filter((poolId) => isStaleIn(week, poolId));
}

/** Like `rescoreStale`, for the command line. @throws the failure */
export async function rescoreAllStale(store: Store, clock: () => number): Promise<void> {
  const { failed, fault } = await rescoreStale(store, clock, { between: pausesForOthers(store) });
  if (fault !== null) throw fault;
  if (failed[0]) throw failed[0].error;
}

interface WeekRescoring {
  /** The pools; undefined for all that play the week. */
  readonly poolIds?: ReadonlySet<string> | undefined;
  /** Called between two transactions. */
  readonly between?: (() => Promise<void>) | undefined;
  /** Called with pools whose scores stand. */
  readonly scored?: (poolIds: readonly string[]) => void;
}

/** Rescores a week in every pool that plays it, or in the given pools. @returns the pools that failed */
export async function rescoreWeek(
  store: Store,
  weekId: string,
  clock: () => number,
  { poolIds, between = nextTurn, scored }: WeekRescoring = {},
): Promise<FailedPool[]> {
  const all = await poolIdsOfWeek(store.db, weekId);
  const pools = poolIds ? all.filter((id) => poolIds.has(id)) : all;
  const failed: FailedPool[] = [];
  await inSlices(store, pools, (tx, slice) => rescorePools({ ...store, db: tx }, weekId, slice, clock), {
    onWritten: scored,
    onFailure: (error, poolId) => void failed.push({ poolId, error }),
    between,
  });
  return failed;
}

/** Rescores every week of every pool. @returns the number of weeks */
export async function rescoreAll(store: Store, clock: () => number): Promise<number> {
  const weeks = await playedWeeks(store.db);
  for (const weekId of weeks) {
    const [failed] = await rescoreWeek(store, weekId, clock);
    if (failed) throw failed.error;
  }
  return weeks.length;
}

/** A full recount: how many scores it compared, and those that are stored otherwise. */
export interface Recount {
  readonly scores: number;
  readonly differences: readonly ScoreDifference[];
}

/** Compares every stored score with a full recount. Changes nothing. */
export async function recountAll(store: Store): Promise<Recount> {
  const differences: ScoreDifference[] = [];
  let scores = 0;
  for (const weekId of await playedWeeks(store.db)) {
    for (const pool of await poolsOfWeek(store.db, weekId)) {
      const recounted = await recountWeek(store.db, [pool], weekId);
      scores += recounted.scores;
      differences.push(...recounted.differences);
    }
  }
  return { scores, differences };
}

/** Compares the stored scores of pools in a week with what they are counted to be. */
async function recountWeek(db: Db, pools: readonly Pool[], weekId: string): Promise<Recount> {
  const stored = await storedScores(db, weekId, pools);
  const counted = await countScores(db, pools, weekId);
  const compared = pools.map(({ id }) => {
    const pair = [stored.get(id) ?? new Map(), counted.get(id) ?? new Map()] as const;
    return {
      scores: new Set(pair.flatMap((each) => [...each.keys()])).size,
      differences: compare(id, weekId, ...pair),
    };
  });
  return {
    scores: compared.reduce((sum, { scores }) => sum + scores, 0),
    differences: compared.flatMap(({ differences }) => differences),
  };
}

/** The scores that a full recount contradicts; an empty list proves all of them right. Changes nothing. */
export async function recount(store: Store): Promise<readonly ScoreDifference[]> {
  return (await recountAll(store)).differences;
}

async function playedWeeks(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('pool_weeks').select('week_id').distinct().where('enabled', '=', 1).execute();
  return rows.map((row) => row.week_id).sort();
}

/**
 * Locks the row of the week before it reads games, picks and the pools' rules, so that scores from older data never overwrite newer ones.
 */
async function rescorePools(
  store: Store,
  weekId: string,
  poolIds: readonly string[],
  clock: () => number,
): Promise<void> {
  const { db, engine } = store;
  if (engine === 'postgres') await sql`select id from weeks where id = ${weekId} for no key update`.execute(db);
  const pools = await findPools(db, poolIds);
  const { differences } = await recountWeek(db, pools, weekId);
  const rows = differences.map(({ poolId, entryId, counted: { halves, correct } }) => {
    return { pool_id: poolId, week_id: weekId, entry_id: entryId, halves, correct };
  });
  await writeRows(db, engine, 'week_scores', scoreColumns, rows, ['pool_id', 'week_id', 'entry_id']);
  for (const pool of pools) await storeWindows(db, engine, pool, clock);
}

/** Rescores a week of one pool in the caller's transaction. */
export function rescoreWeekOfPool(store: Store, weekId: string, poolId: string, clock: () => number): Promise<void> {
  return rescorePools(store, weekId, [poolId], clock);
}

const scoreColumns = {
  pool_id: 'text',
  week_id: 'text',
  entry_id: 'text',
  halves: 'integer',
  correct: 'integer',
} as const;

/** What a week is worth in pools, by pool. */
async function countScores(db: Db, pools: readonly Pool[], weekId: string): Promise<ReadonlyMap<string, Scores>> {
  const ids = pools.map(({ id }) => id);
  const weeks = await weeksOfPools(db, ids, [weekId]);
  const withValues = pools.filter(({ rules }) => traitsOf(rules).hasValues).map(({ id }) => id);
  const values = await scalesOfPools(db, withValues, weekId);
  const toScore = pools.map((pool): PoolToScore => {
    const games = weeks.get(pool.id)?.[0]?.games ?? [];
    const finals = games.filter(({ status }) => status === 'Final');
    return { pool, week: { id: weekId, games, finals, values: values.get(pool.id) ?? null } };
  });
  const entered = await enteredIn(db, weekId, toScore);
  return new Map(
    toScore.map(({ pool: { id, rules }, week }) => {
      const score = formatOf(rules).score(week, rules);
      return [id, new Map([...(entered.get(id) ?? [])].map(([entryId, own]) => [entryId, score(own)]))];
    }),
  );
}

async function storedScores(
  db: Db,
  weekId: string,
  pools: readonly Pick<Pool, 'id'>[],
): Promise<ReadonlyMap<string, Scores>> {
  if (pools.length === 0) return new Map();
  const query = db.selectFrom('week_scores').select(['pool_id', 'entry_id', 'halves', 'correct']);
  const ids = inList(pools.map(({ id }) => id));
  const rows = await query.where('pool_id', 'in', ids).where('week_id', '=', weekId).execute();
  const byPool = Map.groupBy(rows, ({ pool_id }) => pool_id);
  return new Map(
    [...byPool].map(([poolId, own]) => [
      poolId,
      new Map(own.map(({ entry_id, halves, correct }) => [entry_id, { halves, correct }])),
    ]),
  );
}

function compare(poolId: string, weekId: string, stored: Scores, counted: Scores): ScoreDifference[] {
  const differences: ScoreDifference[] = [];
  for (const entryId of new Set([...stored.keys(), ...counted.keys()])) {
    const pair = {
      stored: stored.get(entryId) ?? NO_SCORE,
      counted: counted.get(entryId) ?? NO_SCORE,
    };
    const isSame = pair.stored.halves === pair.counted.halves && pair.stored.correct === pair.counted.correct;
    if (!isSame) differences.push({ poolId, weekId, entryId, ...pair });
  }
  return differences;
}
