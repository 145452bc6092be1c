import { compareWeeks } from '#core/weeks.ts';
import type { Actor } from './audit.ts';
import { writeAudit } from './audit.ts';
import type { Db, Store } from './engine/connect.ts';
import { markPoolStale } from './stale-weeks.ts';

/** Why a member was not made. */
export type MemberRefusal = 'player_not_found' | 'player_disabled';

/**
 * Makes a user a member of a pool, or removes them, and notes it where that changed something. Only enabled users are made
 * members (section 6); who is one has nothing to ask for any more.
 * @returns null once it is as asked for
 */
export function putMember(
  store: Store,
  { adminId, now }: Actor,
  { poolId, userId }: { readonly poolId: string; readonly userId: string },
  enabled: boolean,
): Promise<MemberRefusal | null> {
  return store.db.transaction().execute(async (tx) => {
    const user = await tx.selectFrom('users').select('is_enabled').where('id', '=', userId).executeTakeFirst();
    if (!user) return 'player_not_found';
    if (enabled && user.is_enabled !== 1) return 'player_disabled';
    const changed = enabled ? await enableMember(tx, poolId, userId, now) : await disableMember(tx, poolId, userId);
    if (!changed) return null;
    const act = enabled ? 'member.enable' : 'member.disable';
    const change = { before: { member: !enabled }, after: { member: enabled } };
    await writeAudit(tx, { act, actorId: adminId, poolId, userId, ...change }, now);
    return null;
  });
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
  return changed.length > 0;
}

async function disableMember(tx: Db, poolId: string, userId: string): Promise<boolean> {
  const query = tx.updateTable('pool_members').set({ enabled: 0 }).where('pool_id', '=', poolId);
  const changed = await query.where('user_id', '=', userId).where('enabled', '=', 1).returning('user_id').execute();
  return changed.length > 0;
}

/**
 * Makes a week part of a pool, or takes it out, and notes it where that changed something; no pick is touched. A week that
 * comes in is marked for `rescoreStale`: it may have been played.
 * @returns false where there is no such week
 */
export function putWeek(
  store: Store,
  { adminId, now }: Actor,
  { poolId, weekId }: { readonly poolId: string; readonly weekId: string },
  enabled: boolean,
): Promise<boolean> {
  return store.db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom('weeks').select('id').where('id', '=', weekId).executeTakeFirst();
    if (!known) return false;
    const changed = enabled ? await enableWeek(tx, poolId, weekId) : await disableWeeks(tx, poolId, weekId);
    if (changed.length === 0) return true;
    if (enabled) await markPoolStale(tx, poolId, [weekId]);
    const act = enabled ? 'week.enable' : 'week.disable';
    const change = { before: { enabled: !enabled }, after: { enabled } };
    await writeAudit(tx, { act, actorId: adminId, poolId, weekId, ...change }, now);
    return true;
  });
}

/** Takes all weeks out of a pool, and notes which, where there were any; no pick is touched. */
export function clearWeeks(store: Store, { adminId, now }: Actor, poolId: string): Promise<void> {
  return store.db.transaction().execute(async (tx) => {
    const cleared = await disableWeeks(tx, poolId);
    if (cleared.length === 0) return;
    const change = { before: { weeks: cleared.sort(compareWeeks) }, after: { weeks: [] } };
    await writeAudit(tx, { act: 'weeks.clear', actorId: adminId, poolId, ...change }, now);
  });
}

/** @returns the week, if that changed something */
async function enableWeek(tx: Db, poolId: string, weekId: string): Promise<string[]> {
  const changed = await tx
    .insertInto('pool_weeks')
    .values({ pool_id: poolId, week_id: weekId, enabled: 1 })
    .onConflict((c) =>
      c.columns(['pool_id', 'week_id']).doUpdateSet({ enabled: 1 }).where('pool_weeks.enabled', '=', 0),
    )
    .returning('week_id')
    .execute();
  return changed.map((row) => row.week_id);
}

/** @returns the weeks that were enabled: all, or the one that is named */
async function disableWeeks(tx: Db, poolId: string, weekId?: string): Promise<string[]> {
  let query = tx.updateTable('pool_weeks').set({ enabled: 0 }).where('pool_id', '=', poolId).where('enabled', '=', 1);
  if (weekId !== undefined) query = query.where('week_id', '=', weekId);
  return (await query.returning('week_id').execute()).map((row) => row.week_id);
}
