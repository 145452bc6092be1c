import { firstLaterWeek } from '#core/later-weeks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { weekRulesOf } from '#core/rules/week-rules.ts';
import { compareWeeks } from '#core/weeks.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import type { Planner } from '#server/pools/begun-store.ts';
import { holdWeeks } from '#server/pools/begun-store.ts';
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
    const isLater = compareWeeks(week.weekId, from) >= 0;
    await tx
      .updateTable('pool_weeks')
      .set({ kept_rules: isLater ? null : JSON.stringify(weekRulesOf(week.rules)) })
      .where('pool_id', '=', poolId)
      .where('week_id', '=', week.weekId)
      .execute();
  }
  return from;
}

/** Gives all weeks of a pool that has not begun the pool's rules: a copy has weeks that keep theirs. They are locked until the transaction ends. */
export async function freeWeekRules(tx: Db, { engine }: Planner, poolId: string): Promise<void> {
  await holdWeeks(tx, engine, await weeksOf(tx, poolId));
  const query = tx.updateTable('pool_weeks').set({ kept_rules: null }).where('pool_id', '=', poolId);
  await query.where('kept_rules', 'is not', null).execute();
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

async function weeksOf(tx: Db, poolId: string): Promise<string[]> {
  const rows = await tx.selectFrom('pool_weeks').select('week_id').where('pool_id', '=', poolId).execute();
  return rows.map((row) => row.week_id);
}
