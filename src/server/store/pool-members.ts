import { compareWeeks } from '#core/weeks.ts';
import { transact } from '#server/store/engine/transactions.ts';
import type { Actor } from './audit.ts';
import { writeAudit } from './audit.ts';
import type { Planner } from './deadlines.ts';
import { holdWeeks, planDeadlines } from './deadlines.ts';
import type { Db, Engine, Store } from './engine/connect.ts';
import { isLinkedAway } from './entry-reads.ts';
import { isWeekOfPool, poolWeeks } from './pools.ts';
import { markPoolStale } from './stale-weeks.ts';
import { begunWeeks, isBegunSurvivor, isClosedSurvivor } from './survivor-begun.ts';
import { postJoined } from './talk-posts.ts';
import { weekIds as knownWeekIds } from './weeks.ts';

/** Why a member was not made. */
export type MemberRefusal = 'player_not_found' | 'player_disabled' | 'player_linked' | 'survivor_begun' | 'admin_only';

/**
 * Makes a user a member of a pool, or removes them, and notes it where that changed something. Only enabled users are made
 * members (section 6); who is one has nothing to ask for any more. Where `bring` is false, only those who were members before are
 * made members again: commissioners add others by invite or request.
 * @returns null once it is as asked for
 */
export function putMember(
  store: Store,
  actor: Actor,
  { poolId, userId }: { readonly poolId: string; readonly userId: string },
  { enabled, bring }: { readonly enabled: boolean; readonly bring: boolean },
  clock: () => number,
): Promise<MemberRefusal | null> {
  return transact(store, async (tx) => {
    if (enabled && !bring && !(await wasMember(tx, poolId, userId))) return 'admin_only';
    const found = tx.selectFrom('users').select('is_enabled').where('id', '=', userId);
    const user = await found.executeTakeFirst();
    if (!user || (!enabled && !(await wasMember(tx, poolId, userId)))) return 'player_not_found';
    if (enabled && user.is_enabled !== 1) return 'player_disabled';
    if (enabled && (await found.where(isLinkedAway(poolId)).executeTakeFirst())) return 'player_linked';
    if (enabled && !(await takesMember(tx, store.engine, { poolId, userId }, clock))) return 'survivor_begun';
    if (enabled) await addMember(tx, actor, poolId, userId);
    else await dropMember(tx, actor, poolId, userId);
    return null;
  });
}

/**
 * Whether somebody can be a member: nobody joins a survivor pool that has begun, but whoever was one before may come back. The pool is
 * held until the transaction ends.
 */
export async function takesMember(
  tx: Db,
  engine: Engine,
  { poolId, userId }: { readonly poolId: string; readonly userId: string },
  clock: () => number,
): Promise<boolean> {
  const isClosed = await isClosedSurvivor(tx, { engine, now: clock }, poolId);
  return !isClosed || wasMember(tx, poolId, userId);
}

/** Whether somebody is a member, or was one before they were removed. */
export async function wasMember(tx: Db, poolId: string, userId: string): Promise<boolean> {
  const query = tx.selectFrom('pool_members').select('user_id').where('pool_id', '=', poolId);
  return (await query.where('user_id', '=', userId).executeTakeFirst()) !== undefined;
}

/** Makes somebody an enabled member who has nothing to ask for any more. @returns whether that changed something */
export async function enableMember(tx: Db, poolId: string, userId: string, now: number): Promise<boolean> {
  const changed = await tx
    .insertInto('pool_members')
    .values({ pool_id: poolId, user_id: userId, enabled: 1, joined_at: now })
    .onConflict((c) =>
      c.columns(['pool_id', 'user_id']).doUpdateSet({ enabled: 1 }).where('pool_members.enabled', '=', 0),
    )
    .returning('user_id')
    .execute();
  await tx.deleteFrom('join_requests').where('pool_id', '=', poolId).where('user_id', '=', userId).execute();
  if (changed.length > 0) await postJoined(tx, poolId, userId, now);
  return changed.length > 0;
}

async function dropMember(tx: Db, { adminId, now }: Actor, poolId: string, userId: string): Promise<void> {
  const query = tx.updateTable('pool_members').set({ enabled: 0 }).where('pool_id', '=', poolId);
  const changed = await query.where('user_id', '=', userId).where('enabled', '=', 1).returning('user_id').execute();
  if (changed.length === 0) return;
  const change = { before: { member: true }, after: { member: false } };
  await writeAudit(tx, { act: 'member.disable', actorId: adminId, poolId, userId, ...change }, now);
}

/** Why the weeks of a pool stay as they are. */
export type WeekRefusal = 'unknown_week' | 'week_begun';

/**
 * Makes a week part of a pool, or takes it out, and notes it where that changed something; no pick is touched. A week that
 * comes in is marked for `rescoreStale`: it may have been played.
 * @returns null once it is as asked for
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
    if (await isBegunSurvivor(tx, planner, poolId, [weekId])) return 'week_begun';
    const changed = enabled ? await insertWeeks(tx, planner, poolId, [weekId]) : await disableWeeks(tx, poolId, weekId);
    if (changed.length === 0) return null;
    if (enabled) await markPoolStale(tx, poolId, [weekId]);
    const act = enabled ? 'week.enable' : 'week.disable';
    const change = { before: { enabled: !enabled }, after: { enabled } };
    await writeAudit(tx, { act, actorId: adminId, poolId, weekId, ...change }, now);
    return null;
  });
}

/**
 * Makes weeks part of a pool, and notes in one entry which of them were not. They are marked for `rescoreStale`.
 * @returns null once it is as asked for; else nothing is changed
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
    if (await isBegunSurvivor(tx, { engine: store.engine, now: clock }, poolId, added)) return 'week_begun';
    await enableWeeks(tx, store.engine, actor, poolId, weekIds);
    return null;
  });
}

/** Takes the weeks that have begun out of a pool that becomes a survivor pool, and notes them: else nobody would be left in it. */
export async function leaveBegunWeeks(tx: Db, { adminId, now }: Actor, poolId: string): Promise<void> {
  for (const weekId of await begunWeeks(tx, poolId, await poolWeeks(tx, poolId), now)) {
    await disableWeeks(tx, poolId, weekId);
    const change = { before: { enabled: true }, after: { enabled: false } };
    await writeAudit(tx, { act: 'week.disable', actorId: adminId, poolId, weekId, ...change }, now);
  }
}

/** Makes weeks part of a pool and notes it, in the transaction of an act. */
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

/** Makes somebody a member of a pool and notes it, in the transaction of an act. */
export async function addMember(tx: Db, { adminId, now }: Actor, poolId: string, userId: string): Promise<void> {
  if (!(await enableMember(tx, poolId, userId, now))) return;
  const change = { before: { member: false }, after: { member: true } };
  await writeAudit(tx, { act: 'member.enable', actorId: adminId, poolId, userId, ...change }, now);
}

/** Takes all weeks out of a pool, and notes which, where there were any; no pick is touched. */
export function clearWeeks(
  store: Store,
  { adminId, now }: Actor,
  poolId: string,
  clock: () => number,
): Promise<'week_begun' | null> {
  return transact(store, async (tx) => {
    const planner = { engine: store.engine, now: clock };
    if (await isBegunSurvivor(tx, planner, poolId, await poolWeeks(tx, poolId))) return 'week_begun';
    const cleared = await disableWeeks(tx, poolId);
    if (cleared.length === 0) return null;
    const change = { before: { weeks: cleared.sort(compareWeeks) }, after: { weeks: [] } };
    await writeAudit(tx, { act: 'weeks.clear', actorId: adminId, poolId, ...change }, now);
    return null;
  });
}

/** @returns the weeks that were not the pool's before */
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

/** @returns the weeks that were enabled: all, or the one that is named */
async function disableWeeks(tx: Db, poolId: string, weekId?: string): Promise<string[]> {
  let query = tx.updateTable('pool_weeks').set({ enabled: 0 }).where('pool_id', '=', poolId).where('enabled', '=', 1);
  if (weekId !== undefined) query = query.where('week_id', '=', weekId);
  return (await query.returning('week_id').execute()).map((row) => row.week_id);
}
