import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { ChoiceKind } from '#core/choice.ts';
import { teamSlot } from '#core/formats/survivor.ts';
import type { GuessValue } from '#core/judge.ts';
import type { DeadlineGame } from '#core/locks.ts';
import { weekDeadline, withPoolLock } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { seasonWeeks } from '#core/standings.ts';
import type { WeekTiebreakGame } from '#core/tiebreak.ts';
import { plannedTiebreak } from '#core/tiebreak.ts';
import { compareWeeks } from '#core/weeks.ts';
import { clearGuesses } from '#server/picks/store.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { flag } from '#server/platform/db/ids.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { holdPool, poolWeeks, readRules } from '#server/pools/reads.ts';
import { gameStates, isLockedInPool, leftOutOfPools, unbegunWeeks } from './reads.ts';
import type { SlateChange } from './slate-store.ts';
import { planSettling, planSlates } from './slate-store.ts';

/**
 * Recomputes the tiebreak games of pools' weeks, in the transaction that changed their games, rule or weeks, after their deadlines are
 * planned. A game stays if it was guessed, named by an admin, or its week has locked (`plannedTiebreak`). If the pool leaves it out, its
 * guesses are cleared.
 * @param time the time (ms) by which the transaction decides
 * @returns the owners of the cleared guesses
 */
async function planTiebreaks(
  tx: Db,
  engine: Engine,
  time: () => Promise<number>,
  weekIds: readonly string[],
  { poolId, by = null }: PlannedWeeks,
): Promise<readonly string[]> {
  const planned = await tiebreakWeeksIn(tx, weekIds, poolId);
  if (planned.length === 0) return [];
  const now = await time();
  const games = Map.groupBy(await gamesOf(tx, weekIds), (game) => game.weekId);
  const leftOut = await leftOutOfPools(tx, weekIds);
  const cleared: string[] = [];
  for (const { deadline, hasRule, ...planning } of planned) {
    const isOut = (gid: string | null) => gid !== null && leftOut.has(`${planning.poolId} ${gid}`);
    const week = isOut(planning.gid) ? { ...planning, gid: null, fixedAt: null } : planning;
    if (week !== planning) cleared.push(...(await clearGuesses(tx, engine, planning, by, now)));
    const own = (games.get(week.weekId) ?? [])
      .filter(({ gid }) => !isOut(gid))
      .map((game) => withPoolLock(game, deadline));
    const before = hasRule && week.gid === null ? await guessedGame(tx, week, own) : week;
    const next = hasRule ? plannedTiebreak(own, now, before) : { gid: null, fixedAt: null };
    if (next.gid !== planning.gid || next.fixedAt !== planning.fixedAt) await writePlanned(tx, planning, next);
  }
  return cleared;
}

type PlannedWeek = WeekTiebreakGame & { readonly poolId: string; readonly weekId: string };

/** The game of a week that was guessed during an earlier tiebreak rule of the pool: its guesses still count, so it is fixed. */
async function guessedGame(
  tx: Db,
  { poolId, weekId }: Pick<PlannedWeek, 'poolId' | 'weekId'>,
  games: readonly { readonly gid: string }[],
): Promise<WeekTiebreakGame> {
  const query = tx
    .selectFrom('picks')
    .innerJoin('entries', 'entries.id', 'picks.entry_id')
    .select(['picks.value', 'picks.made_at']);
  const stored = query.where('entries.pool_id', '=', poolId).where('picks.kind', '=', 'guess');
  const rows = await stored.where('picks.about', '=', weekId).orderBy('picks.made_at', 'desc').execute();
  const guesses = rows.flatMap(({ value, made_at }) => {
    const guess = value === null ? null : (JSON.parse(value) as GuessValue);
    return guess === null || guess.total === null ? [] : [{ gid: guess.gid, fixedAt: made_at }];
  });
  const [last] = guesses;
  const isThere = last !== undefined && games.some(({ gid }) => gid === last.gid);
  return isThere ? last : { gid: null, fixedAt: null };
}

/** Writes nothing if a game was guessed or named since the week was read: that fixed it. */
async function writePlanned(tx: Db, week: PlannedWeek, next: WeekTiebreakGame): Promise<void> {
  await tx
    .updateTable('pool_weeks')
    .set({ tiebreak_gid: next.gid, tiebreak_fixed_at: next.fixedAt })
    .where('pool_id', '=', week.poolId)
    .where('week_id', '=', week.weekId)
    .where('tiebreak_gid', 'is not distinct from', week.gid)
    .where('tiebreak_fixed_at', 'is not distinct from', week.fixedAt)
    .execute();
}

/** The weeks that have a tiebreak game, or whose pool has a tiebreak rule. */
async function tiebreakWeeksIn(tx: Db, weekIds: readonly string[], poolId: string | undefined) {
  if (weekIds.length === 0) return [];
  let query = tx
    .selectFrom('pool_weeks')
    .innerJoin('pools', 'pools.id', 'pool_weeks.pool_id')
    .select(['pools.id', 'pools.rules', 'week_id', 'deadline', 'tiebreak_gid', 'tiebreak_fixed_at'])
    .where('week_id', 'in', weekIds)
    .orderBy('pools.id')
    .orderBy('week_id');
  if (poolId !== undefined) query = query.where('pools.id', '=', poolId);
  const rows = (await query.execute()).map((row) => ({
    poolId: row.id,
    weekId: row.week_id,
    deadline: row.deadline,
    hasRule: readRules(row.rules).tiebreak !== 'none',
    gid: row.tiebreak_gid,
    fixedAt: row.tiebreak_fixed_at,
  }));
  return rows.filter(({ hasRule, gid }) => hasRule || gid !== null);
}

async function gamesOf(tx: Db, weekIds: readonly string[]) {
  const query = tx.selectFrom('games').select(['gid', 'week_id as weekId', 'kickoff', 'void', 'lock_at as lockAt']);
  return query.where('week_id', 'in', weekIds).execute();
}

/** What planning needs besides the transaction: the engine, and the league's clock (ms). */
export interface Planner {
  readonly engine: Engine;
  readonly now: () => number;
}

/** Which weeks of which pools. */
interface PlannedWeeks {
  /** All weeks by default. */
  readonly weekIds?: readonly string[];
  /** All pools by default. */
  readonly poolId?: string;
  /** Who chose their slates; null by default. */
  readonly by?: string | null;
}

/** What planning changed: slates, and the owners of guesses that were cleared. */
interface PlannedChanges {
  readonly slates: readonly SlateChange[];
  readonly cleared: readonly string[];
}

/**
 * Locks weeks until the transaction ends, against others that plan deadlines in them, so that each sees what the other wrote. Rows of
 * `pool_weeks` are always written after that, which avoids deadlocks.
 */
export async function holdWeeks(tx: Db, engine: Engine, weekIds: readonly string[]): Promise<void> {
  if (engine === 'sqlite' || weekIds.length === 0) return;
  await tx.selectFrom('weeks').select('id').where('id', 'in', weekIds).orderBy('id').forNoKeyUpdate().execute();
}

/**
 * Recomputes the slates of pools' weeks, and with them their deadlines and tiebreak games, in the transaction that changed their games, rules
 * or weeks. Disabled weeks are kept up to date, because they may be enabled again. A deadline that was reached stays (`weekDeadline`).
 */
export async function planDeadlines(
  tx: Db,
  { engine, now: clock }: Planner,
  which: PlannedWeeks,
): Promise<PlannedChanges> {
  const weekIds = which.weekIds ?? (await weeksWithPool(tx, which.poolId));
  await holdWeeks(tx, engine, weekIds);
  const time = () => timeInTransaction(tx, engine, clock);
  const slates = await planSlates(tx, engine, time, weekIds, which.poolId);
  await writeDeadlines(tx, time, weekIds, which.poolId);
  await planSettling(tx, engine, time, weekIds, which.poolId);
  const cleared = await planTiebreaks(tx, engine, time, weekIds, which);
  return { slates, cleared };
}

async function writeDeadlines(
  tx: Db,
  time: () => Promise<number>,
  weekIds: readonly string[],
  poolId: string | undefined,
): Promise<void> {
  const planned = await poolWeeksIn(tx, weekIds, poolId);
  if (planned.length === 0) return;
  const now = await time();
  const games = Map.groupBy(await gameTimes(tx, weekIds), (game) => game.weekId);
  const leftOut = await leftOutOfPools(tx, weekIds);
  for (const { poolId: id, weekId, rules, deadline } of planned) {
    const own = (games.get(weekId) ?? []).filter(({ gid }) => !leftOut.has(`${id} ${gid}`));
    const next = weekDeadline(rules, own, now, deadline);
    if (next === deadline) continue;
    const query = tx.updateTable('pool_weeks').set({ deadline: next });
    await query.where('pool_id', '=', id).where('week_id', '=', weekId).execute();
  }
}

async function weeksWithPool(tx: Db, poolId = ''): Promise<string[]> {
  const rows = await tx.selectFrom('pool_weeks').select('week_id').where('pool_id', '=', poolId).execute();
  return rows.map((row) => row.week_id);
}

/** The weeks that have a deadline, or whose pool has a deadline rule. */
async function poolWeeksIn(tx: Db, weekIds: readonly string[], poolId: string | undefined) {
  if (weekIds.length === 0) return [];
  let query = tx
    .selectFrom('pool_weeks')
    .innerJoin('pools', 'pools.id', 'pool_weeks.pool_id')
    .select(['pools.id', 'pools.rules', 'pool_weeks.week_id', 'pool_weeks.deadline'])
    .where('pool_weeks.week_id', 'in', weekIds)
    .orderBy('pools.id')
    .orderBy('pool_weeks.week_id');
  if (poolId !== undefined) query = query.where('pools.id', '=', poolId);
  const rows = (await query.execute()).map(({ id, rules, week_id: weekId, deadline }) => {
    return { poolId: id, weekId, rules: readRules(rules), deadline };
  });
  return rows.filter(({ rules, deadline }) => rules.deadline !== 'game' || deadline !== null);
}

async function gameTimes(
  tx: Db,
  weekIds: readonly string[],
): Promise<(DeadlineGame & { readonly gid: string; readonly weekId: string })[]> {
  const query = tx.selectFrom('games').select(['gid', 'week_id', 'kickoff', 'time_tbd', 'void']);
  const rows = await query.where('week_id', 'in', weekIds).execute();
  return rows.map((row) => ({
    gid: row.gid,
    weekId: row.week_id,
    kickoff: row.kickoff,
    timeTbd: row.time_tbd === 1,
    void: row.void,
  }));
}

/**
 * Whether any game has reached its lock in the pool, after which some rules are settled. It is a game of an enabled week that locked after
 * the pool was created, or a game with picks in the pool, even if its week is disabled.
 */
export async function hasPoolLocked(db: Db, poolId: string, now: number): Promise<boolean> {
  const { rows } = await sql<{ gid: string }>`
    select pool_locks.gid from pool_weeks
    join games on games.week_id = pool_weeks.week_id
    join pool_locks on pool_locks.pool_id = pool_weeks.pool_id and pool_locks.gid = games.gid
    join pools on pools.id = pool_weeks.pool_id
    where pool_weeks.pool_id = ${poolId} and ${isLockedInPool(now)}
      and (pool_weeks.enabled = 1 and (pools.created_at is null or pool_locks.lock_at > pools.created_at)
        or games.gid in (${picksIn(poolId, ['pick'])}) or games.week_id in (${picksIn(poolId, ['order', 'team'])}))
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The games or weeks of a pool's picks, read once for several conditions. */
function picksIn(poolId: string, kinds: readonly ChoiceKind[]): RawBuilder<unknown> {
  return sql`
    select case when picks.kind = 'team' then replace(picks.about, ${teamSlot('', true)}, '') else picks.about end
    from entries join picks on picks.entry_id = entries.id
    where entries.pool_id = ${poolId} and picks.kind in (${sql.join(kinds)}) and picks.value is not null`;
}

/** Enables or disables weeks of a pool; picks stay unchanged. */
export async function setPoolWeeks(
  tx: Db,
  planner: Planner,
  poolId: string,
  weekIds: readonly string[],
  enabled = true,
): Promise<void> {
  if (weekIds.length === 0) return;
  await holdWeeks(tx, planner.engine, weekIds);
  const rows = weekIds.map((week_id) => ({
    pool_id: poolId,
    week_id,
    enabled: flag(enabled),
  }));
  const keys = ['pool_id', 'week_id'] as const;
  await tx
    .insertInto('pool_weeks')
    .values(rows)
    .onConflict((c) => c.columns([...keys]).doUpdateSet({ enabled: flag(enabled) }))
    .execute();
  await planDeadlines(tx, planner, { weekIds, poolId });
}

/** The given weeks that have begun in a pool: a game that counts has reached its own lock or the pool's deadline. */
export async function begunWeeks(db: Db, poolId: string, weekIds: readonly string[], now: number): Promise<string[]> {
  if (weekIds.length === 0) return [];
  const rows = await db
    .selectFrom('games')
    .innerJoin('pool_locks', 'pool_locks.gid', 'games.gid')
    .select('games.week_id')
    .distinct()
    .where('pool_locks.pool_id', '=', poolId)
    .where('games.week_id', 'in', weekIds)
    .where('games.void', 'is', null)
    .where(isLockedInPool(now))
    .execute();
  const begun = new Set(rows.map((row) => row.week_id));
  return weekIds.filter((id) => begun.has(id));
}

/** The given weeks that a new pool plays: a survivor pool leaves out those that have begun. They are locked until the transaction ends. */
export async function playedFromNow(
  tx: Db,
  { engine, now }: Planner,
  format: PoolRules['format'] | undefined,
  weekIds: readonly string[],
): Promise<readonly string[]> {
  if (format !== 'survivor') return weekIds;
  await holdWeeks(tx, engine, weekIds);
  return unbegunWeeks(tx, weekIds, await timeInTransaction(tx, engine, now));
}

/** Whether the first week of a pool has begun: then a survivor pool takes no new players. */
export async function hasBegun(db: Db, poolId: string, now: number): Promise<boolean> {
  return (await begunWeeks(db, poolId, await poolWeeks(db, poolId), now)).length > 0;
}

/** Whether a survivor pool takes no new players, because it has begun. The pool is locked until the transaction ends. */
export async function isClosedSurvivor(tx: Db, { engine, now }: Planner, poolId: string): Promise<boolean> {
  if ((await holdPool(tx, { engine }, poolId))?.rules.format !== 'survivor') return false;
  return hasBegun(tx, poolId, await timeInTransaction(tx, engine, now));
}

/**
 * Whether a survivor pool cannot enable or disable the weeks because one of them has begun: a week without a team costs a life. The pool,
 * and in a survivor pool the weeks, are locked until the transaction ends.
 */
export async function isBegunSurvivor(
  tx: Db,
  { engine, now }: Planner,
  poolId: string,
  weekIds: readonly string[],
): Promise<boolean> {
  if ((await holdPool(tx, { engine }, poolId))?.rules.format !== 'survivor') return false;
  await holdWeeks(tx, engine, weekIds);
  return (await begunWeeks(tx, poolId, weekIds, await timeInTransaction(tx, engine, now))).length > 0;
}

/** Whether weeks would prolong a survivor pool that has begun: it ends with the last week that it listed then. The pool is locked. */
export async function prolongsSurvivor(
  tx: Db,
  planner: Planner,
  poolId: string,
  weekIds: readonly string[],
): Promise<boolean> {
  return (await isClosedSurvivor(tx, planner, poolId)) && (await weeksBeyond(tx, poolId, weekIds)).length > 0;
}

/**
 * Which of the weeks come after the last one that a pool has ever listed. Weeks that were taken out may come back, until the last one left is
 * decided: then the pool has ended with it.
 */
export async function weeksBeyond(db: Db, poolId: string, weekIds: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('pool_weeks').select(['week_id', 'enabled']).where('pool_id', '=', poolId).execute();
  const inOrder = (listed: typeof rows) => listed.map((row) => row.week_id).toSorted(compareWeeks);
  const enabled = inOrder(rows.filter((row) => row.enabled === 1));
  const hasEnded = seasonWeeks(enabled, await gameStates(db, poolId, enabled)).at(-1)?.isDecided ?? false;
  const last = (hasEnded ? enabled : inOrder(rows)).at(-1);
  return last === undefined ? [] : weekIds.filter((id) => compareWeeks(id, last) > 0);
}
