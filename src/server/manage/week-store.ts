import { limitsMissed } from '#core/missed-limit.ts';
import { compareWeeks } from '#core/weeks.ts';
import { planDeadlines } from '#server/game-changes/deadline-store.ts';
import { weekIds as knownWeekIds } from '#server/games/reads.ts';
import type { Actor } from '#server/journal/audit-store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { markPoolStale } from '#server/journal/stale-store.ts';
import { fixSharesOf } from '#server/money/store.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { transact } from '#server/platform/db/transactions.ts';
import type { Planner } from '#server/pools/begun-store.ts';
import { areWeeksFixed, begunWeeks, holdWeeks, prolongsPool } from '#server/pools/begun-store.ts';
import { findPool, isWeekOfPool, poolWeeks } from '#server/pools/reads.ts';

/** Why the weeks of a pool were not changed. */
export type WeekRefusal = 'unknown_week' | 'week_begun' | 'survivor_ends';

/**
 * Enables or disables a week of a pool, and logs a change; picks stay unchanged. An enabled week is marked for `rescoreStale`, because it
 * may have been played. @returns null on success
 */
export function putWeek(
  store: Store,
  { adminId, now }: Actor,
  { poolId, weekId }: { readonly poolId: string; readonly weekId: string },
  enabled: boolean,
  clock: () => number,
): Promise<WeekRefusal | null> {
  const planner = { engine: store.engine, now: clock };
  return transact(store, async (tx) => {
    const known = await tx.selectFrom('weeks').select('id').where('id', '=', weekId).executeTakeFirst();
    if (!known) return 'unknown_week';
    if ((await isWeekOfPool(tx, poolId, weekId)) === enabled) return null;
    if (await areWeeksFixed(tx, planner, poolId, [weekId])) return 'week_begun';
    if (enabled && (await prolongsPool(tx, planner, poolId, [weekId]))) return 'survivor_ends';
    await fixSharesOf(tx, store, poolId, now);
    const changed = enabled ? await insertWeeks(tx, planner, poolId, [weekId]) : await disableWeeks(tx, poolId, weekId);
    if (changed.length === 0) return null;
    if (enabled) await markPoolStale(tx, poolId, [weekId]);
    const act = enabled ? 'week.enable' : 'week.disable';
    const change = { before: { enabled: !enabled }, after: { enabled } };
    await writeAudit(tx, { act, actorId: adminId, poolId, weekId, ...change }, now);
    // Without its last open week the season is over.
    await fixSharesOf(tx, store, poolId, now);
    return null;
  });
}

/**
 * Enables weeks of a pool, logs the newly enabled ones in one log record, and marks them for `rescoreStale`. @returns null on success;
 * otherwise nothing is changed
 */
export function putWeeks(
  store: Store,
  actor: Actor,
  poolId: string,
  weekIds: readonly string[],
  clock: () => number,
): Promise<WeekRefusal | null> {
  return transact(store, async (tx) => {
    const known = new Set(await knownWeekIds(tx));
    if (!weekIds.every((id) => known.has(id))) return 'unknown_week';
    const own = await poolWeeks(tx, poolId);
    const added = weekIds.filter((id) => !own.includes(id));
    const planner = { engine: store.engine, now: clock };
    if (await areWeeksFixed(tx, planner, poolId, added)) return 'week_begun';
    if (await prolongsPool(tx, planner, poolId, added)) return 'survivor_ends';
    await fixSharesOf(tx, store, poolId, actor.now);
    await enableWeeks(tx, store.engine, actor, poolId, weekIds);
    return null;
  });
}

/** Disables the weeks that have begun in a pool that becomes a survivor pool, and logs them: otherwise every entry would be out. */
export async function leaveBegunWeeks(tx: Db, actor: Actor, poolId: string): Promise<void> {
  await leaveWeeks(tx, actor, poolId, await begunWeeks(tx, poolId, await poolWeeks(tx, poolId), actor.now));
}

/** Disables weeks of a pool and logs it, in the caller's transaction. */
export async function leaveWeeks(
  tx: Db,
  { adminId, now }: Actor,
  poolId: string,
  weekIds: readonly string[],
): Promise<void> {
  for (const weekId of weekIds) {
    await disableWeeks(tx, poolId, weekId);
    const change = { before: { enabled: true }, after: { enabled: false } };
    await writeAudit(tx, { act: 'week.disable', actorId: adminId, poolId, weekId, ...change }, now);
  }
}

/** Enables weeks of a pool and logs it, in the caller's transaction. */
export async function enableWeeks(
  tx: Db,
  engine: Engine,
  { adminId, now }: Actor,
  poolId: string,
  weekIds: readonly string[],
): Promise<void> {
  const added = await insertWeeks(tx, { engine, now: () => now }, poolId, weekIds);
  if (added.length === 0) return;
  await markPoolStale(tx, poolId, added);
  const change = { before: { weeks: [] }, after: { weeks: added.sort(compareWeeks) } };
  await writeAudit(tx, { act: 'weeks.enable', actorId: adminId, poolId, ...change }, now);
}

/** Disables all weeks of a pool, and logs them if there were any; picks stay unchanged. */
export function clearWeeks(
  store: Store,
  { adminId, now }: Actor,
  poolId: string,
  clock: () => number,
): Promise<'week_begun' | null> {
  return transact(store, async (tx) => {
    const planner = { engine: store.engine, now: clock };
    if (await areWeeksFixed(tx, planner, poolId, await poolWeeks(tx, poolId))) return 'week_begun';
    await fixSharesOf(tx, store, poolId, now);
    const cleared = await disableWeeks(tx, poolId);
    if (cleared.length === 0) return null;
    const change = { before: { weeks: cleared.sort(compareWeeks) }, after: { weeks: [] } };
    await writeAudit(tx, { act: 'weeks.clear', actorId: adminId, poolId, ...change }, now);
    return null;
  });
}

/** @returns the weeks that were not enabled before */
async function insertWeeks(tx: Db, planner: Planner, poolId: string, weekIds: readonly string[]): Promise<string[]> {
  if (weekIds.length === 0) return [];
  const sorted = [...new Set(weekIds)].sort(compareWeeks);
  await holdWeeks(tx, planner.engine, sorted);
  const changed = await tx
    .insertInto('pool_weeks')
    .values(sorted.map((week_id) => ({ pool_id: poolId, week_id, enabled: 1 as const })))
    .onConflict((c) =>
      c.columns(['pool_id', 'week_id']).doUpdateSet({ enabled: 1 }).where('pool_weeks.enabled', '=', 0),
    )
    .returning('week_id')
    .execute();
  const added = changed.map((row) => row.week_id);
  await planDeadlines(tx, planner, { weekIds: added, poolId });
  return added;
}

/** @returns the weeks that were enabled */
async function disableWeeks(tx: Db, poolId: string, weekId?: string): Promise<string[]> {
  let query = tx.updateTable('pool_weeks').set({ enabled: 0 }).where('pool_id', '=', poolId).where('enabled', '=', 1);
  if (weekId !== undefined) query = query.where('week_id', '=', weekId);
  const disabled = (await query.returning('week_id').execute()).map((row) => row.week_id);
  const rules = (await findPool(tx, poolId))?.rules;
  // Games that were missed in these weeks no longer count towards the limit.
  if (rules !== undefined && limitsMissed(rules)) await markPoolStale(tx, poolId, disabled);
  return disabled;
}
