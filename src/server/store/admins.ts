import { sql } from 'kysely';
import { MIN_ENABLED_ADMINS } from '#core/permissions.ts';
import type { User } from '#core/types.ts';
import type { Db, Store } from './connect.ts';
import { flag } from './ids.ts';
import { toUser } from './users.ts';

/** An account, its user where there is one, and how it is signed in to. */
export interface AccountState {
  readonly accountId: string;
  readonly accountName: string;
  readonly email: string;
  readonly isVerified: boolean;
  /** Whether there is a password or a provider to sign in with. */
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
  const admins = db.selectFrom('users').select('id').where('is_admin', '=', 1).where('is_enabled', '=', 1);
  return (await admins.executeTakeFirst()) !== undefined;
}

/** Makes a user an admin. */
export async function grantAdmin(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ is_admin: flag(true) })
    .where('id', '=', userId)
    .execute();
}

/**
 * Takes the admin role from a user, unless too few enabled admins would remain (decisions, People); two who act at the
 * same moment are taken one after the other.
 * @returns whether it was taken
 */
export function revokeAdmin(store: Store, userId: string): Promise<boolean> {
  return store.db.transaction().execute(async (tx) => {
    const others = (await enabledAdmins(tx, store)).filter((id) => id !== userId);
    if (others.length < MIN_ENABLED_ADMINS) return false;
    await tx
      .updateTable('users')
      .set({ is_admin: flag(false) })
      .where('id', '=', userId)
      .execute();
    return true;
  });
}

/** The ids of the enabled admins, held until the transaction ends. */
async function enabledAdmins(tx: Db, { engine }: Store): Promise<string[]> {
  const lock = engine === 'postgres' ? sql`for update` : sql``;
  const { rows } = await sql<{ id: string }>`
    select id from users where is_admin = 1 and is_enabled = 1 order by id ${lock}`.execute(tx);
  return rows.map((row) => row.id);
}
