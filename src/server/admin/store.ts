import { sql } from 'kysely';
import type { AuditAct } from '#core/audit.ts';
import { changedFields } from '#core/audit.ts';
import { MIN_ENABLED_ADMINS } from '#core/permissions.ts';
import type { SecurityEvent } from '#core/security-events.ts';
import type { User } from '#core/types.ts';
import { toUser } from '#server/accounts/reads.ts';
import { addSecurityRow } from '#server/accounts/security-store.ts';
import { endSessions } from '#server/accounts/session-store.ts';
import { forgetDevices } from '#server/accounts/store.ts';
import { isLinkedPlayer } from '#server/entries/reads.ts';
import type { Actor } from '#server/log/store.ts';
import { writeAudit } from '#server/log/store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { flag } from '#server/platform/db/ids.ts';

/** What an admin may change of a user; only given fields change. */
export type UserChange = Partial<Pick<User, 'isEnabled' | 'isAdmin'>>;

/** Why a user was not changed. `admin_only`: the actor is no longer an enabled admin. */
export type UserRefusal = 'admin_only' | 'player_not_found' | 'player_linked' | 'last_admin' | 'never_verified';

/** The origin of an act, for the security log. */
export interface Origin {
  /** Null for the command line. */
  readonly network: string | null;
  /** Real time in ms. */
  readonly at: number;
}

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

/** Ends every session of a user and forgets their devices, and logs it if there was a session. @returns null on success */
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

interface Found {
  readonly user: User;
  /** Null for a player without an account. */
  readonly accountId: string | null;
  readonly isVerified: boolean;
}

async function findWithAccount(tx: Db, userId: string): Promise<Found | null> {
  const row = await tx
    .selectFrom('users')
    .leftJoin('accounts', 'accounts.id', 'users.account_id')
    .selectAll('users')
    .select('accounts.emailVerified as verified')
    .where('users.id', '=', userId)
    .executeTakeFirst();
  return row ? { user: toUser(row), accountId: row.account_id, isVerified: Boolean(row.verified) } : null;
}

/**
 * The ids of the enabled admins. Locks them and the user to change until the transaction ends, in the order of their ids, which avoids
 * deadlocks.
 */
export async function holdAdmins(tx: Db, { engine }: Store, userId: string): Promise<string[]> {
  const lock = engine === 'postgres' ? sql`for no key update` : sql``;
  const { rows } = await sql<{ id: string; is_admin: number; is_enabled: number }>`
    select id, is_admin, is_enabled from users
    where (is_admin = 1 and is_enabled = 1) or id = ${userId} order by id ${lock}`.execute(tx);
  return rows.filter((row) => row.is_admin === 1 && row.is_enabled === 1).map((row) => row.id);
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

/** Whether there is an enabled admin. */
export async function hasAdmin(db: Db): Promise<boolean> {
  return (await enabledAdmins(db)).length > 0;
}

/** The enabled admins, by id. */
export async function enabledAdmins(db: Db): Promise<string[]> {
  const admins = db.selectFrom('users').select('id').where('is_admin', '=', 1).where('is_enabled', '=', 1);
  return (await admins.orderBy('id').execute()).map(({ id }) => id);
}
