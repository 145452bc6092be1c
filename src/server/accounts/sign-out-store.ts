import type { User } from '#core/types.ts';
import type { Actor } from '#server/journal/audit-store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { toUser } from '#server/platform/db/user-row.ts';
import { endSessions } from '#server/platform/http/session-store.ts';
import { holdAdmins } from '#server/users/store.ts';
import { addSecurityRow } from './security-store.ts';
import { forgetDevices } from './store.ts';

/** The origin of an act, for the security log. */
export interface Origin {
  /** Null for the command line. */
  readonly network: string | null;
  /** Real time in ms. */
  readonly at: number;
}

export interface Found {
  readonly user: User;
  /** Null for a player without an account. */
  readonly accountId: string | null;
  readonly isVerified: boolean;
}

/** Ends every session of a user and their pick links, and forgets their devices, and logs it if there was a session. @returns null on success */
export function signUserOut(
  store: Store,
  { adminId, now }: Actor,
  userId: string,
  origin: Origin,
): Promise<'admin_only' | 'player_not_found' | null> {
  return store.db.transaction().execute(async (tx) => {
    const admins = await holdAdmins(tx, store, userId);
    if (adminId !== null && !admins.includes(adminId)) return 'admin_only';
    const accountId = (await findWithAccount(tx, userId))?.accountId;
    if (!accountId) return 'player_not_found';
    await forgetDevices(tx, accountId);
    if ((await endSessions(tx, accountId)) === 0) return null;
    await writeAudit(tx, { act: 'user.sign-out', actorId: adminId, userId }, now);
    const detail = 'signed out everywhere';
    await addSecurityRow(tx, { event: 'session-ended', accountId, actorId: adminId, ...origin, detail, times: 1 });
    return null;
  });
}

export async function findWithAccount(tx: Db, userId: string): Promise<Found | null> {
  const row = await tx
    .selectFrom('users')
    .leftJoin('accounts', 'accounts.id', 'users.account_id')
    .selectAll('users')
    .select('accounts.emailVerified as verified')
    .where('users.id', '=', userId)
    .executeTakeFirst();
  return row ? { user: toUser(row), accountId: row.account_id, isVerified: Boolean(row.verified) } : null;
}
