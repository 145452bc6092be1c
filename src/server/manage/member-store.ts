import { closedAccount, isLinkedAway } from '#server/entries/reads.ts';
import type { Actor } from '#server/journal/audit-store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { addMember, takesMember, wasMember } from '#server/members/store.ts';
import { fixSharesOf } from '#server/money/store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { endPickLinksOfMembers } from '#server/users/pick-link-store.ts';

/** Why a member was not added. */
export type MemberRefusal = 'player_not_found' | 'player_disabled' | 'player_linked' | 'survivor_begun' | 'admin_only';

/**
 * Adds a user to a pool or removes them, and logs a change. Only enabled users who did not close their account can become members (section
 * 6), and a new member's request to join is dropped. If `bring` is false, only former members can be added: commissioners add others by invite or request. @returns null
 * on success
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
    if (enabled && (await found.where(closedAccount()).executeTakeFirst())) return 'player_not_found';
    if (enabled && (await found.where(isLinkedAway(poolId)).executeTakeFirst())) return 'player_linked';
    if (enabled && !(await takesMember(tx, store.engine, { poolId, userId }, clock))) return 'survivor_begun';
    if (enabled) await addMember(tx, actor, poolId, userId);
    else await dropMember(tx, store, actor, { poolId, userId });
    return null;
  });
}

/** What the fees that shares are of were before somebody leaves is stored first. */
async function dropMember(
  tx: Db,
  store: Store,
  { adminId, now }: Actor,
  { poolId, userId }: { readonly poolId: string; readonly userId: string },
): Promise<void> {
  await fixSharesOf(tx, store, poolId, now);
  const query = tx.updateTable('pool_members').set({ enabled: 0, left_at: now }).where('pool_id', '=', poolId);
  const changed = await query.where('user_id', '=', userId).where('enabled', '=', 1).returning('user_id').execute();
  if (changed.length === 0) return;
  await endPickLinksOfMembers(tx, poolId, [userId]);
  const change = { before: { member: true }, after: { member: false } };
  await writeAudit(tx, { act: 'member.disable', actorId: adminId, poolId, userId, ...change }, now);
}
