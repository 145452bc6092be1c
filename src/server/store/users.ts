import { compareByEmail } from '#core/people.ts';
import type { User } from '#core/types.ts';
import type { Db } from './connect.ts';
import { flag, newId } from './ids.ts';
import type { UserTable } from './schema.ts';

export interface NewUser {
  readonly displayName: string;
  /** Null for a player who has no account yet. */
  readonly accountId: string | null;
  readonly isAdmin?: boolean;
}

export function toUser(row: Omit<UserTable, 'account_id' | 'created_at'>): User {
  return {
    id: row.id,
    displayName: row.display_name,
    isEnabled: row.is_enabled === 1,
    isAdmin: row.is_admin === 1,
    defaultPoolId: row.default_pool_id,
  };
}

/**
 * Creates an enabled user with the defaults of specification section 3; an account that has a user already keeps it.
 * @returns the id of the new user
 */
export async function createUser(db: Db, user: NewUser, now: number): Promise<string> {
  const id = newId();
  await db
    .insertInto('users')
    .values({
      id,
      account_id: user.accountId,
      display_name: user.displayName,
      is_enabled: 1,
      is_admin: flag(user.isAdmin ?? false),
      default_pool_id: null,
      created_at: now,
    })
    .onConflict((c) => c.column('account_id').doNothing())
    .execute();
  return id;
}

export async function findUserByAccount(db: Db, accountId: string): Promise<User | null> {
  const row = await db.selectFrom('users').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  return row ? toUser(row) : null;
}

/** A user with the e-mail address of his account; null where he has none. */
export type UserWithEmail = User & { readonly email: string | null };

/** All users, sorted by e-mail; those without an account last, by name. */
export async function allUsers(db: Db): Promise<UserWithEmail[]> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('accounts', 'accounts.id', 'users.account_id')
    .selectAll('users')
    .select('accounts.email')
    .orderBy('users.display_name')
    .execute();
  return rows.map((row) => ({ ...toUser(row), email: row.email })).sort(compareByEmail);
}

export async function renameUser(db: Db, userId: string, displayName: string): Promise<void> {
  await db.updateTable('users').set({ display_name: displayName }).where('id', '=', userId).execute();
}
