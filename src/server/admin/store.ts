import type { AuditAct } from '#core/audit.ts';
import { changedFields } from '#core/audit.ts';
import { MIN_ENABLED_ADMINS } from '#core/permissions.ts';
import type { SecurityEvent } from '#core/security-events.ts';
import type { User } from '#core/types.ts';
import { addSecurityRow } from '#server/accounts/security-store.ts';
import type { Found, Origin } from '#server/accounts/sign-out-store.ts';
import { findWithAccount } from '#server/accounts/sign-out-store.ts';
import { isLinkedPlayer } from '#server/entries/reads.ts';
import type { Actor } from '#server/journal/audit-store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { flag } from '#server/platform/db/ids.ts';
import { toUser } from '#server/platform/db/user-row.ts';
import { endSessions } from '#server/platform/http/session-store.ts';
import { holdAdmins } from '#server/users/store.ts';

/** What an admin may change of a user; only given fields change. */
export type UserChange = Partial<Pick<User, 'isEnabled' | 'isAdmin'>>;

/** Why a user was not changed. `admin_only`: the actor is no longer an enabled admin. */
export type UserRefusal = 'admin_only' | 'player_not_found' | 'player_linked' | 'last_admin' | 'never_verified';

/**
 * Enables or disables a user, or grants or revokes the admin role, and logs it. Enough enabled admins always remain (decisions, People),
 * and only a user with a verified address can become one; concurrent changes are serialized. Disabling a user ends their sessions; enabling
 * them does not restore these. @returns null on success
 */
export function changeUser(
  store: Store,
  actor: Actor,
  userId: string,
  change: UserChange,
  origin: Origin,
): Promise<UserRefusal | null> {
  return store.db.transaction().execute(async (tx) => {
    const admins = await holdAdmins(tx, store, userId);
    if (actor.adminId !== null && !admins.includes(actor.adminId)) return 'admin_only';
    const found = await findWithAccount(tx, userId);
    if (!found) return 'player_not_found';
    if (await isLinkedPlayer(tx, userId)) return 'player_linked';
    const wanted = { ...flagsOf(found.user), ...change };
    const others = admins.filter((id) => id !== userId).length;
    if (admins.includes(userId) && !(wanted.isEnabled && wanted.isAdmin) && others < MIN_ENABLED_ADMINS) {
      return 'last_admin';
    }
    if (wanted.isAdmin && !found.user.isAdmin && !found.isVerified) return 'never_verified';
    await setFlags(tx, { actor, origin, granted: 'admin.grant' }, found, wanted);
    return null;
  });
}

/** Makes a user an admin from the command line, without requiring a verified address, and logs it. */
export function grantAdmin(
  store: Store,
  userId: string,
  act: 'admin.create' | 'admin.grant',
  now: number,
): Promise<void> {
  return store.db.transaction().execute(async (tx) => {
    await holdAdmins(tx, store, userId);
    const found = await findWithAccount(tx, userId);
    if (!found) throw new Error(`There is no user ${userId}.`);
    const wanted = { ...flagsOf(found.user), isAdmin: true };
    const origin = { network: null, at: now };
    await setFlags(tx, { actor: { adminId: null, now }, origin, granted: act }, found, wanted);
  });
}

type UserFlags = Required<UserChange>;

function flagsOf({ isEnabled, isAdmin }: User): UserFlags {
  return { isEnabled, isAdmin };
}

interface Act {
  readonly actor: Actor;
  readonly origin: Origin;
  /** The act under which a new admin is logged. */
  readonly granted: AuditAct;
}

async function setFlags(tx: Db, act: Act, { user, accountId }: Found, wanted: UserFlags): Promise<void> {
  const { actor, origin, granted } = act;
  const before = flagsOf(user);
  const acts: Record<keyof UserFlags, AuditAct> = {
    isEnabled: wanted.isEnabled ? 'user.enable' : 'user.disable',
    isAdmin: wanted.isAdmin ? granted : 'admin.revoke',
  };
  const events: Record<keyof UserFlags, SecurityEvent> = {
    isEnabled: wanted.isEnabled ? 'enabled' : 'disabled',
    isAdmin: wanted.isAdmin ? 'role-given' : 'role-taken',
  };
  await tx
    .updateTable('users')
    .set({ is_enabled: flag(wanted.isEnabled), is_admin: flag(wanted.isAdmin) })
    .where('id', '=', user.id)
    .execute();
  if (before.isEnabled && !wanted.isEnabled && accountId !== null) await endSessions(tx, accountId);
  for (const field of ['isEnabled', 'isAdmin'] as const) {
    if (before[field] === wanted[field]) continue;
    const fields = changedFields({ [field]: before[field] }, { [field]: wanted[field] });
    await writeAudit(tx, { act: acts[field], actorId: actor.adminId, userId: user.id, ...fields }, actor.now);
    const detail = origin.network === null ? 'at the command line' : '';
    const note = { event: events[field], accountId, actorId: actor.adminId, ...origin, detail, times: 1 };
    await addSecurityRow(tx, note);
  }
}

/** An account, its user if there is one, and how it signs in. */
export interface AccountState {
  readonly accountId: string;
  readonly accountName: string;
  readonly email: string;
  readonly isVerified: boolean;
  /** Whether it has a password or a provider to sign in with. */
  readonly hasLogin: boolean;
  readonly user: User | null;
}

/** The account of an e-mail address (lower case). */
export async function findAccount(db: Db, email: string): Promise<AccountState | null> {
  const account = await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst();
  if (!account) return null;
  const user = await db.selectFrom('users').selectAll().where('account_id', '=', account.id).executeTakeFirst();
  const login = await db.selectFrom('logins').select('id').where('userId', '=', account.id).executeTakeFirst();
  return {
    accountId: account.id,
    accountName: account.name,
    email: account.email,
    isVerified: Boolean(account.emailVerified),
    hasLogin: login !== undefined,
    user: user ? toUser(user) : null,
  };
}
