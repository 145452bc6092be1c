import type { RawBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { WeekScale } from '#core/formats/confidence/confidence.ts';
import { weekScale } from '#core/formats/confidence/confidence.ts';
import { compareGames } from '#core/game.ts';
import type { PoolWeek } from '#core/pool-week.ts';
import { poolWeek } from '#core/pool-week.ts';
import type { WeekRules } from '#core/rules/week-rules.ts';
import type { Game, Pool } from '#core/types.ts';
import { compareWeeks } from '#core/weeks.ts';
import { gameSetByAdmin, toGame } from '#server/games/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { inList } from '#server/platform/db/json-rows.ts';
import { readKeptRules } from '#server/platform/db/values.ts';
import { poolWeeks } from './reads.ts';

export type GameState = Pick<Game, 'weekId' | 'status' | 'void' | 'kickoff' | 'timeTbd' | 'lockAt' | 'setByAdmin'>;

/** Whether the game of a row of `pool_locks` is locked there at `now`, ms. */
export function isLockedInPool(now: number): RawBuilder<SqlBool> {
  return sql`pool_locks.lock_at <= ${now}`;
}

/** Whether the game of a row of `pool_locks` is open there at `now`, ms. */
export function isOpenInPool(now: number): RawBuilder<SqlBool> {
  return sql`pool_locks.lock_at > ${now}`;
}

/**
 * Whether a game counts at its lock: one that was called off before doesn't, one that is called off after it does.
 * @param game `games` as a statement calls it @param lock where the lock stands
 */
export function countsAtLock(game = 'games', lock = 'pool_locks'): RawBuilder<SqlBool> {
  const [why, since, lockAt] = [sql.ref(`${game}.void`), sql.ref(`${game}.void_since`), sql.ref(`${lock}.lock_at`)];
  return sql`(${why} is null or ${since} >= ${lockAt})`;
}

/** Whether a pool leaves out the game of a row of `games` (decision 055). */
export function isLeftOut(poolId: string): RawBuilder<SqlBool> {
  return sql`exists (select 1 from slate_games where slate_games.pool_id = ${poolId} and slate_games.gid = games.gid
    and slate_games.week_id = games.week_id and slate_games.belongs = 0)`;
}

/** The pool's lock of the game of a row of `games`; its own if the pool leaves it out, because it may come back until then. */
export function lockOfGame(poolId: string): RawBuilder<number> {
  return sql`coalesce((select pool_locks.lock_at from pool_locks
    where pool_locks.pool_id = ${poolId} and pool_locks.gid = games.gid), games.lock_at)`;
}

/**
 * Weeks of a pool as it plays them, each with its games by kick-off. They may be disabled.
 * @param weekIds by default the enabled weeks of the pool, in order
 */
export async function weeksOfPool(db: Db, poolId: string, weekIds?: readonly string[]): Promise<readonly PoolWeek[]> {
  const weeks = await weeksOfPools(db, [poolId], weekIds ?? (await poolWeeks(db, poolId)));
  return weeks.get(poolId) ?? [];
}

/** The given weeks as each of several pools plays them, by pool. */
export async function weeksOfPools(
  db: Db,
  poolIds: readonly string[],
  weekIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PoolWeek[]>> {
  if (weekIds.length === 0 || poolIds.length === 0) return new Map();
  const stored = db.selectFrom('pool_weeks').select(['pool_id', 'week_id', 'deadline']);
  const ofPools = stored.where('pool_id', 'in', inList(poolIds));
  const planned = await ofPools.where('week_id', 'in', weekIds).where('deadline', 'is not', null).execute();
  const deadlines = new Map(planned.map(({ pool_id, week_id, deadline }) => [`${pool_id} ${week_id}`, deadline]));
  const rows = await db.selectFrom('games').selectAll().where('week_id', 'in', weekIds).execute();
  const games = Map.groupBy(rows.map(toGame).sort(compareGames), ({ weekId }) => weekId);
  const leftOut = await leftOutOfPools(db, weekIds, poolIds);
  const lines = await linesOfPools(db, poolIds);
  const byPool = new Map<string, readonly PoolWeek[]>();
  for (const poolId of poolIds) {
    const weeks: PoolWeek[] = [];
    for (const id of weekIds) {
      const own = games.get(id) ?? [];
      const isOut = ({ gid }: Game) => leftOut.has(`${poolId} ${gid}`);
      const isWaiting = own.some((game) => game.void === 'postponed' && !isOut(game));
      const facts = {
        deadline: deadlines.get(`${poolId} ${id}`),
        leftOut: own.filter(isOut).map(({ gid }) => gid),
        lines: lines.get(poolId),
        nextWeekLock: isWaiting ? await nextWeekLock(db, poolId, id) : null,
      };
      weeks.push(poolWeek(id, own, facts));
    }
    byPool.set(poolId, weeks);
  }
  return byPool;
}

/** A week of a pool as it plays it, with its games by kick-off. It may be disabled. */
export async function weekOfPool(db: Db, poolId: string, weekId: string): Promise<PoolWeek> {
  const [week] = await weeksOfPool(db, poolId, [weekId]);
  return week ?? poolWeek(weekId, [], {});
}

/** The games of a pool, by week and kick-off, those of weeks that were switched off, too: what has begun stays begun. */
export async function gamesEverPlayed(db: Db, poolId: string): Promise<Game[]> {
  const weeks = await db.selectFrom('pool_weeks').select('week_id').where('pool_id', '=', poolId).execute();
  const ids = weeks.map(({ week_id }) => week_id).toSorted(compareWeeks);
  return (await weeksOfPool(db, poolId, ids)).flatMap(({ games }) => games);
}

/** The games of the given weeks that a pool leaves out, by kick-off. */
export async function leftOutGames(db: Db, poolId: string, weekIds: readonly string[]): Promise<string[]> {
  if (weekIds.length === 0) return [];
  const query = db.selectFrom('games').select('gid').where('week_id', 'in', weekIds);
  const rows = await query.where(isLeftOut(poolId)).orderBy('kickoff').orderBy('gid').execute();
  return rows.map(({ gid }) => gid);
}

/** The moments (ms) from which the slates of a pool's weeks are settled, by week; see `slateLock` of core. */
export async function slateLocks(db: Db, poolId: string): Promise<Record<string, number>> {
  const query = db.selectFrom('slates').select(['week_id', 'settles_at']).where('pool_id', '=', poolId);
  const rows = await query.where('settles_at', 'is not', null).$narrowType<{ settles_at: number }>().execute();
  return Object.fromEntries(rows.map(({ week_id, settles_at }) => [week_id, settles_at]));
}

/** The rules of deadlines and games that enabled weeks of a pool keep, by week. */
export async function weekRulesIn(db: Db, poolId: string): Promise<Record<string, WeekRules>> {
  const query = db.selectFrom('pool_weeks').select(['week_id', 'kept_rules']).where('pool_id', '=', poolId);
  const rows = await query.where('enabled', '=', 1).where('kept_rules', 'is not', null).orderBy('week_id').execute();
  return Object.fromEntries(
    rows.flatMap(({ week_id, kept_rules }) => {
      const kept = readKeptRules(kept_rules);
      return kept === null ? [] : [[week_id, kept]];
    }),
  );
}

/** The games of the given weeks that pools leave out, each as `POOL GID`. @param poolIds by default all pools */
export async function leftOutOfPools(
  db: Db,
  weekIds: readonly string[],
  poolIds?: readonly string[],
): Promise<ReadonlySet<string>> {
  if (weekIds.length === 0) return new Set();
  let query = db
    .selectFrom('slate_games')
    .innerJoin('games', (on) =>
      on.onRef('games.gid', '=', 'slate_games.gid').onRef('games.week_id', '=', 'slate_games.week_id'),
    )
    .select(['slate_games.pool_id', 'slate_games.gid'])
    .where('slate_games.week_id', 'in', weekIds);
  if (poolIds !== undefined) query = query.where('slate_games.pool_id', 'in', inList(poolIds));
  const rows = await query.where('belongs', '=', 0).execute();
  return new Set(rows.map(({ pool_id, gid }) => `${pool_id} ${gid}`));
}

/** The frozen spreads that were corrected in a pool, by gid. */
export async function poolLines(db: Db, poolId: string): Promise<Record<string, number>> {
  return (await linesOfPools(db, [poolId])).get(poolId) ?? {};
}

/** The same by pool; pools without corrections are omitted. */
async function linesOfPools(db: Db, poolIds: readonly string[]): Promise<Map<string, Record<string, number>>> {
  const query = db
    .selectFrom('pool_lines')
    .select(['pool_id', 'gid', 'spread'])
    .where('pool_id', 'in', inList(poolIds));
  const byPool = Map.groupBy(await query.orderBy('gid').execute(), (row) => row.pool_id);
  return new Map(
    [...byPool].map(([poolId, own]) => [poolId, Object.fromEntries(own.map(({ gid, spread }) => [gid, spread]))]),
  );
}

/** The first lock (ms) of the following week in the pool; null if there is none. What it showed stays shown, even if its game is off later. */
export async function nextWeekLock(db: Db, poolId: string, weekId: string): Promise<number | null> {
  const next = (await poolWeeks(db, poolId)).find((each) => compareWeeks(each, weekId) > 0);
  if (next === undefined) return null;
  const query = db.selectFrom('games').select((q) => q.fn.min<number | null>('lock_at').as('first'));
  const games = query.where('week_id', '=', next).where(({ not }) => not(isLeftOut(poolId)));
  const row = await games.where(countsAtLock('games', 'games')).executeTakeFirst();
  const locks = [row?.first ?? null, await deadlineOf(db, poolId, next)].filter((each) => each !== null);
  return locks.length === 0 ? null : Math.min(...locks);
}

/** The tiebreak games of a pool's enabled weeks, by week; weeks without one are omitted. */
export async function tiebreakGames(db: Db, poolId: string): Promise<Record<string, string>> {
  const query = db.selectFrom('pool_weeks').select(['week_id', 'tiebreak_gid']).where('pool_id', '=', poolId);
  const rows = await query.where('enabled', '=', 1).where('tiebreak_gid', 'is not', null).execute();
  return Object.fromEntries(
    rows.flatMap((row) => (row.tiebreak_gid === null ? [] : [[row.week_id, row.tiebreak_gid]])),
  );
}

/** The stored values of a week of confidence pools, from the lowest up, by pool; pools where it has not begun are omitted. */
export async function scalesOfPools(
  db: Db,
  poolIds: readonly string[],
  weekId: string,
): Promise<ReadonlyMap<string, readonly number[]>> {
  if (poolIds.length === 0) return new Map();
  const query = db.selectFrom('pool_weeks').select(['pool_id', 'scale']).where('pool_id', 'in', inList(poolIds));
  const rows = await query.where('week_id', '=', weekId).where('scale', 'is not', null).execute();
  return new Map(rows.map(({ pool_id, scale }) => [pool_id, readScale(scale) ?? []]));
}

/** The stored values of a confidence pool's weeks, from the lowest up, by week; those that have not begun have none. */
export async function scalesOf(db: Db, poolId: string, weekIds?: readonly string[]): Promise<Record<string, number[]>> {
  if (weekIds?.length === 0) return {};
  let query = db.selectFrom('pool_weeks').select(['week_id', 'scale']).where('pool_id', '=', poolId);
  if (weekIds !== undefined) query = query.where('week_id', 'in', weekIds);
  const rows = await query.where('scale', 'is not', null).execute();
  return Object.fromEntries(
    rows.flatMap(({ week_id, scale }) => (scale === null ? [] : [[week_id, [...(readScale(scale) ?? [])]]])),
  );
}

/** The stored values of a week; null if none are stored. */
export function readScale(scale: string | null | undefined): readonly number[] | null {
  return scale ? (JSON.parse(scale) as number[]) : null;
}

/** What the games of a week of a pool are worth with confidence. */
export async function weekScaleOf(
  db: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
  weekId: string,
): Promise<WeekScale> {
  return weekScale(rules, weekId, (await scalesOf(db, id, [weekId]))[weekId]);
}

/** The deadlines of a pool's enabled weeks (ms), by week; weeks without one are omitted. */
export async function deadlinesOf(db: Db, poolId: string): Promise<Record<string, number>> {
  const query = db.selectFrom('pool_weeks').select(['week_id', 'deadline']).where('pool_id', '=', poolId);
  const rows = await query.where('enabled', '=', 1).where('deadline', 'is not', null).execute();
  return Object.fromEntries(rows.flatMap(({ week_id, deadline }) => (deadline === null ? [] : [[week_id, deadline]])));
}

/** When the games were called off (ms), by gid. Those that are on are left out. */
export async function voidSinceOf(
  db: Db,
  games: readonly Pick<Game, 'gid' | 'void'>[],
): Promise<ReadonlyMap<string, number>> {
  const off = games.flatMap((game) => (game.void === null ? [] : [game.gid]));
  if (off.length === 0) return new Map();
  const rows = await db.selectFrom('games').select(['gid', 'void_since']).where('gid', 'in', off).execute();
  return new Map(rows.flatMap(({ gid, void_since: at }) => (at === null ? [] : [[gid, at]])));
}

/** The time (ms) at which a whole week locks in a pool; null if each game locks separately. */
async function deadlineOf(db: Db, poolId: string, weekId: string): Promise<number | null> {
  const query = db.selectFrom('pool_weeks').select('deadline').where('pool_id', '=', poolId);
  return (await query.where('week_id', '=', weekId).executeTakeFirst())?.deadline ?? null;
}

/** The states of the games of the given weeks that belong to a pool, with its locks. */
export async function gameStates(db: Db, poolId: string, weekIds: readonly string[]): Promise<GameState[]> {
  if (weekIds.length === 0) return [];
  const query = db
    .selectFrom('games')
    .innerJoin('pool_locks', (on) => on.onRef('pool_locks.gid', '=', 'games.gid').on('pool_locks.pool_id', '=', poolId))
    .select(['games.week_id as weekId', 'status', 'void', 'kickoff', 'time_tbd', 'set_by_admin'])
    .select('pool_locks.lock_at as lockAt')
    .where(({ not }) => not(isLeftOut(poolId)));
  const rows = await query.where('games.week_id', 'in', weekIds).execute();
  return rows.map(({ time_tbd, set_by_admin, ...state }) => {
    return { ...state, timeTbd: time_tbd === 1, setByAdmin: gameSetByAdmin(set_by_admin) };
  });
}
