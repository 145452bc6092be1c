import { compareByEmail } from '#core/names.ts';
import type { User } from '#core/types.ts';
import { isLinkedAway } from '#server/entries/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { UserTable } from '#server/platform/db/schema.ts';

export function toUser(row: Omit<UserTable, 'account_id' | 'created_at'>): User {
  return {
    id: row.id,
    displayName: row.display_name,
    isEnabled: row.is_enabled === 1,
    isAdmin: row.is_admin === 1,
    defaultPoolId: row.default_pool_id,
  };
}

/** The names of the given users, by id. */
export async function namesOf(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'display_name']).where('id', 'in', userIds).execute();
  return new Map(rows.map((row) => [row.id, row.display_name]));
}

export async function findUserByAccount(db: Db, accountId: string): Promise<User | null> {
  const row = await db.selectFrom('users').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  return row ? toUser(row) : null;
}

/** A user with the e-mail address of their account; null if they have none. */
export type UserWithEmail = User & { readonly email: string | null; readonly emailVerified: boolean };

/** All users, sorted by e-mail; those without an account last, by name. Leaves out players whose entries all belong to accounts. */
export async function allUsers(db: Db): Promise<UserWithEmail[]> {
  const query = selectWithEmail(db)
    .where(({ not }) => not(isLinkedAway()))
    .orderBy('users.display_name');
  return (await query.execute()).map(toUserWithEmail).sort(compareByEmail);
}

export async function findUserWithEmail(db: Db, userId: string): Promise<UserWithEmail | null> {
  const row = await selectWithEmail(db).where('users.id', '=', userId).executeTakeFirst();
  return row ? toUserWithEmail(row) : null;
}

function selectWithEmail(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('accounts', 'accounts.id', 'users.account_id')
    .selectAll('users')
    .select(['accounts.email', 'accounts.emailVerified as verified']);
}

type RowWithEmail = Parameters<typeof toUser>[0] & {
  readonly email: string | null;
  readonly verified: boolean | number | null;
};

function toUserWithEmail(row: RowWithEmail): UserWithEmail {
  return { ...toUser(row), email: row.email, emailVerified: Boolean(row.verified) };
}
