import type { User } from '#core/types.ts';
import type { Db } from './engine/connect.ts';
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
  return (await enabledAdmins(db)).length > 0;
}

/** The enabled admins, by id. */
export async function enabledAdmins(db: Db): Promise<string[]> {
  const admins = db.selectFrom('users').select('id').where('is_admin', '=', 1).where('is_enabled', '=', 1);
  return (await admins.orderBy('id').execute()).map(({ id }) => id);
}
