import type { DeadlineGame } from '#core/locks.ts';
import { weekDeadline } from '#core/locks.ts';
import type { GuessValue } from '#core/pick.ts';
import { poolWeek } from '#core/pool-week.ts';
import type { WeekTiebreakGame } from '#core/tiebreak.ts';
import { plannedTiebreak } from '#core/tiebreak.ts';
import { clearGuesses } from '#server/picks/rows-store.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { flag } from '#server/platform/db/ids.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { readRules, readRulesOfWeek } from '#server/platform/db/values.ts';
import type { Planner } from '#server/pools/begun-store.ts';
import { holdWeeks } from '#server/pools/begun-store.ts';
import { leftOutOfPools } from '#server/pools/week-reads.ts';
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
    const all = games.get(week.weekId) ?? [];
    const { games: own } = poolWeek(week.weekId, all, { deadline, leftOut: all.map(({ gid }) => gid).filter(isOut) });
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
  const query = tx.selectFrom('games').select(['gid', 'week_id as weekId', 'kickoff', 'void']);
  const played = query.select(['lock_at as lockAt', 'frozen_spread as frozenSpread']);
  return played.where('week_id', 'in', weekIds).execute();
}

/** Which weeks of which pools. */
interface PlannedWeeks {
  /** All weeks by default. */
  readonly weekIds?: readonly string[];
  /** All pools by default. */
  readonly poolId?: string;
  /** Who changed their slates or rules; null by default. */
  readonly by?: string | null;
}

/** What planning changed: slates, and the owners of guesses that were cleared. */
interface PlannedChanges {
  readonly slates: readonly SlateChange[];
  readonly cleared: readonly string[];
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

/** The weeks that have a deadline, or a deadline rule. */
async function poolWeeksIn(tx: Db, weekIds: readonly string[], poolId: string | undefined) {
  if (weekIds.length === 0) return [];
  let query = tx
    .selectFrom('pool_weeks')
    .innerJoin('pools', 'pools.id', 'pool_weeks.pool_id')
    .select(['pools.id', 'pools.rules', 'pool_weeks.week_id', 'pool_weeks.deadline', 'pool_weeks.kept_rules'])
    .where('pool_weeks.week_id', 'in', weekIds)
    .orderBy('pools.id')
    .orderBy('pool_weeks.week_id');
  if (poolId !== undefined) query = query.where('pools.id', '=', poolId);
  const rows = (await query.execute()).map(({ id, rules, kept_rules: kept, week_id: weekId, deadline }) => {
    return { poolId: id, weekId, rules: readRulesOfWeek(rules, kept), deadline };
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
