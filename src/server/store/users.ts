import { compareByEmail } from '#core/names.ts';
import type { User } from '#core/types.ts';
import type { Db } from './engine/connect.ts';
import type { UserTable } from './engine/schema.ts';
import { isLinkedAway } from './entry-reads.ts';
import { poolsSeenBy } from './pools-seen.ts';

export function toUser(row: Omit<UserTable, 'account_id' | 'created_at'>): User {
  return {
    id: row.id,
    displayName: row.display_name,
    isEnabled: row.is_enabled === 1,
    isAdmin: row.is_admin === 1,
    defaultPoolId: row.default_pool_id,
  };
}

/** The names of some users, by id. */
export async function namesOf(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'display_name']).where('id', 'in', userIds).execute();
  return new Map(rows.map((row) => [row.id, row.display_name]));
}

export async function findUserByAccount(db: Db, accountId: string): Promise<User | null> {
  const row = await db.selectFrom('users').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  return row ? toUser(row) : null;
}

/** A user with the e-mail address of their account; null where they have none. */
export type UserWithEmail = User & { readonly email: string | null; readonly emailVerified: boolean };

/** All users, sorted by e-mail; those without an account last, by name. A player all of whose entries belong to accounts is none. */
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

export async function renameUser(db: Db, userId: string, displayName: string): Promise<void> {
  await db.updateTable('users').set({ display_name: displayName }).where('id', '=', userId).execute();
}

/** Keeps the pool that a new device starts with. @returns false where there is no such pool that they may know of */
export async function setDefaultPool(db: Db, user: Pick<User, 'id' | 'isAdmin'>, poolId: string): Promise<boolean> {
  if (!(await poolsSeenBy(db, user)).some(({ id }) => id === poolId)) return false;
  const pool = db.selectFrom('pools').select('id').where('id', '=', poolId).where('deleted_at', 'is', null);
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ default_pool_id: poolId })
    .where('id', '=', user.id)
    .where(({ exists }) => exists(pool))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
