import { firstLaterWeek, locksSoon } from '#core/later-weeks.ts';
import { tidyRules } from '#core/rules/closed-rules.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { weekRulesOf } from '#core/rules/week-rules.ts';
import { compareWeeks } from '#core/weeks.ts';
import { hasAnyPick } from '#server/picks/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import type { Planner } from '#server/pools/begun-store.ts';
import { holdWeeks } from '#server/pools/begun-store.ts';
import type { SlateWeek } from './slate-store.ts';
import { slateWeeks } from './slate-store.ts';

/** A pool whose rules of deadlines or games change, before they are written. */
export interface WeekRulesChange {
  readonly poolId: string;
  /** The new ones. */
  readonly rules: PoolRules;
}

/**
 * Stores which weeks of a pool that has begun keep their rules of deadlines and games when the pool's change: those before the first week that
 * is far enough away, switched off or not. The caller has closed the gate; it writes the rules and plans the weeks, which are locked until the
 * transaction ends.
 * @returns the first week that gets the new rules; null if there is none, and nothing is stored
 */
export async function keepWeekRules(
  tx: Db,
  { engine, now }: Planner,
  { poolId, rules }: WeekRulesChange,
): Promise<string | null> {
  const weekIds = await weeksOf(tx, poolId);
  await holdWeeks(tx, engine, weekIds);
  const weeks = await slateWeeks(tx, weekIds, poolId);
  const from = firstLaterWeek(weeks, rules, await timeInTransaction(tx, engine, now));
  if (from === null) return null;
  for (const week of weeks) {
    await writeKeptRules(tx, week, compareWeeks(week.weekId, from) < 0 ? week.rules : null);
  }
  return from;
}

/**
 * Gives the weeks of a pool that has not begun the pool's new rules: a copy has weeks that keep theirs. If somebody has picks in the pool, weeks
 * that are too near keep theirs, as far as the new format has these rules. The caller has closed the gate. The weeks are locked until the
 * transaction ends.
 */
export async function freeWeekRules(
  tx: Db,
  { engine, now }: Planner,
  { poolId, rules }: WeekRulesChange,
): Promise<void> {
  await holdWeeks(tx, engine, await weeksOf(tx, poolId));
  const keeping = await keepingWeeks(tx, poolId);
  if (keeping.length === 0) return;
  const [isPicked, time] = [await hasAnyPick(tx, poolId), await timeInTransaction(tx, engine, now)];
  for (const week of await slateWeeks(tx, keeping, poolId)) {
    const kept = isPicked && locksSoon(week, rules, time) ? tidyRules({ ...rules, ...weekRulesOf(week.rules) }) : null;
    await writeKeptRules(tx, week, kept);
  }
}

/** Copies the rules that weeks keep to a new pool, whose weeks are enabled afterward. The weeks are locked until the transaction ends. */
export async function copyWeekRules(
  tx: Db,
  { engine }: Planner,
  { fromId, toId, weekIds }: { readonly fromId: string; readonly toId: string; readonly weekIds: readonly string[] },
): Promise<void> {
  if (weekIds.length === 0) return;
  await holdWeeks(tx, engine, weekIds);
  const kept = tx.selectFrom('pool_weeks').select(['week_id', 'kept_rules']).where('pool_id', '=', fromId);
  const rows = await kept.where('week_id', 'in', weekIds).where('kept_rules', 'is not', null).execute();
  if (rows.length === 0) return;
  const copies = rows.map((row) => ({ pool_id: toId, enabled: 0 as const, ...row }));
  await tx.insertInto('pool_weeks').values(copies).execute();
}

/** @param kept null for those of the pool */
async function writeKeptRules(tx: Db, { poolId, weekId }: SlateWeek, kept: PoolRules | null): Promise<void> {
  await tx
    .updateTable('pool_weeks')
    .set({ kept_rules: kept && JSON.stringify(weekRulesOf(kept)) })
    .where('pool_id', '=', poolId)
    .where('week_id', '=', weekId)
    .execute();
}

/** The weeks of a pool that keep rules. */
async function keepingWeeks(tx: Db, poolId: string): Promise<string[]> {
  const query = tx.selectFrom('pool_weeks').select('week_id').where('pool_id', '=', poolId);
  return (await query.where('kept_rules', 'is not', null).execute()).map((row) => row.week_id);
}

async function weeksOf(tx: Db, poolId: string): Promise<string[]> {
  const rows = await tx.selectFrom('pool_weeks').select('week_id').where('pool_id', '=', poolId).execute();
  return rows.map((row) => row.week_id);
}
